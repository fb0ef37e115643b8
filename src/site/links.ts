import type { PageLinks } from "../render/index.ts";
import { anchor, slug } from "./names.ts";
import type { Plan } from "./plan.ts";

export const STYLESHEET = "assets/report.css";
export const SCRIPT = "assets/report.js";
/** The part of the script that the page of search alone needs; it loads it. */
export const SEARCH = "assets/search.js";

/** The links of the page at `path`, each relative to it. */
export function linksFrom(path: string, plan: Plan): PageLinks {
  const relative = relativeFrom(path);
  const maybe = (to: string | undefined) => (to === undefined ? undefined : relative(to));
  return {
    task: (id) => maybe(plan.taskPage(id, 1)),
    row: (ref) => maybe(plan.row(ref)),
    anchor: ({ taskId, itemId }) => anchor(plan.tasks.get(taskId)?.slug ?? slug(taskId), itemId),
    exact: (ref) => maybe(plan.exact(ref)),
    exactPage: (id, page) => maybe(plan.exactPage(id, page)),
    request: (taskId, file) => maybe(plan.request(taskId, file)),
    file: (path, page) => maybe(plan.files.page(path, page)),
    fixed: (name, page) => relative(plan.fixed(name, page)),
    taskPage: (id, page) => {
      const to = plan.taskPage(id, page);
      if (to === undefined) throw new Error("a page links a Task that is not planned");
      return relative(to);
    },
    stylesheet: relative(STYLESHEET),
    script: relative(SCRIPT),
  };
}

/** From a page's path to any other path of the report. A fragment on the same page stays a bare fragment. */
export function relativeFrom(from: string): (to: string) => string {
  const folders = from.split("/").slice(0, -1);
  return (to) => {
    const [path = "", fragment] = to.split("#");
    if (path === from && fragment !== undefined) return `#${fragment}`;
    const target = path.split("/");
    let shared = 0;
    while (shared < folders.length && shared < target.length - 1 && folders[shared] === target[shared]) shared += 1;
    const steps = [...folders.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
    return fragment === undefined ? steps : `${steps}#${fragment}`;
  };
}

/** Links for weighing items before pages are known: as long as the longest real ones. */
export function planningLinks(): PageLinks {
  const longest = `../t-${"0".repeat(12)}/page-100000.html`;
  const fragment = `t-${"0".repeat(12)}-${"0".repeat(12)}`;
  return {
    task: () => longest,
    row: () => `${longest}#${fragment}`,
    anchor: () => fragment,
    exact: () => `exact-100000.html#${fragment}`,
    exactPage: () => "exact-100000.html",
    request: () => `sent-${"0".repeat(12)}.html`,
    file: () => `../files/f-${"0".repeat(12)}-1000.html`,
    fixed: () => longest,
    taskPage: () => longest,
    stylesheet: STYLESHEET,
    script: SCRIPT,
  };
}
