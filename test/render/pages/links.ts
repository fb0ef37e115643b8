import { createHash } from "node:crypto";
import type { PageContext, PageLinks } from "../../../src/render/index.ts";

/** Links of a report that lies in one flat folder, in which every Task has one page. */
export function flatLinks(missing: { readonly tasks?: readonly string[] } = {}): PageLinks {
  const short = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
  const gone = new Set(missing.tasks);
  const page = (id: string, at: number) => `t-${short(id)}${at === 1 ? "" : `-${at}`}.html`;
  const anchor = (taskId: string, itemId: string) => `t-${short(taskId)}-${short(itemId)}`;
  return {
    task: (id) => (gone.has(id) ? undefined : page(id, 1)),
    row: ({ taskId, itemId }) => (gone.has(taskId) ? undefined : `${page(taskId, 1)}#${anchor(taskId, itemId)}`),
    anchor: ({ taskId, itemId }) => anchor(taskId, itemId),
    request: (taskId, file) => `sent-${short(taskId + file)}.html`,
    fixed: (name, at = 1) => `${name}${at === 1 ? "" : `-${at}`}.html`,
    taskPage: page,
    file: (path, at) => `f-${short(path)}${at === 1 ? "" : `-${at}`}.html`,
    exactPage: (id, at) => `exact-${short(id)}${at === 1 ? "" : `-${at}`}.html`,
    exact: ({ taskId, itemId }) => `exact-${short(taskId)}.html#${anchor(taskId, itemId)}`,
    stylesheet: "report.css",
    script: "report.js",
  };
}

/** A context that keeps what pages attach, by name. */
export function flatContext(links: PageLinks = flatLinks()): PageContext & { readonly attached: Map<string, string> } {
  const attached = new Map<string, string>();
  const keep = (text: string, extension: string): string => {
    const name = `raw-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.${extension}`;
    attached.set(name, text);
    return name;
  };
  return {
    links,
    attached,
    attachments: {
      text: (text) => keep(text, "txt"),
      image: (bytes, extension) => keep(Buffer.from(bytes).toString("latin1"), extension),
    },
  };
}
