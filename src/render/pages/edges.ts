import type { EdgeView, TaskPageView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, join, text } from "../html.ts";
import { linkTo, rowLink, taskLink } from "../parts/links.ts";
import { statusBadge } from "../parts/status.ts";
import { count, oneLine, plural } from "../words.ts";

/** Where the Task comes from: its parent and how that is known, its origin, or that nothing readable says so. */
export function lineage(desk: Desk, { facts, ancestors, parentEdge }: TaskPageView): Html {
  const { task, parent } = facts;
  const above = ancestors.at(-1);
  return desk.fill("pages/lineage", {
    attached: task.attached,
    absent: parent === "not here",
    parent:
      parent === "here" && above !== undefined
        ? linkTo(desk, above.task)
        : task.parentId === undefined
          ? undefined
          : taskLink(desk, task.parentId, task.parentId),
    call: parentEdge && callLink(desk, parentEdge),
    basis: parentEdge && basis(parentEdge),
    returns: parentEdge && returnLinks(desk, parentEdge),
    origin: task.origin && {
      kind: text(task.origin.kind),
      title: text(task.origin.title ?? ""),
      url: httpUrl(task.origin.url),
    },
  });
}

/** The calling row, or `undefined` where no call names the child. */
function callLink(desk: Desk, { edge, callLabel }: EdgeView): Html | undefined {
  if (edge.call === undefined) return undefined;
  return rowLink(desk, { taskId: edge.parentTaskId, itemId: edge.call }, callLabel ?? "a call of it");
}

const ESTABLISHED = {
  declared: "declared in the record",
  matched: "matched by content",
  unlinked: "unlinked",
} as const;

function basis({ edge }: EdgeView): Html {
  return text(`${ESTABLISHED[edge.established]}: ${edge.basis}`);
}

/** The newest returns that a head lists; every one stands in the transcript that received it. */
const RETURNS = 2;
const EPITAPH = 60;

/** `returned at 012 and 019`, each a link; mail that waits is said to wait. */
function returnLinks(desk: Desk, { returns }: Pick<EdgeView, "returns">): readonly Html[] {
  const shown = returns.slice(-RETURNS).map((back) =>
    desk.fill("pages/return", {
      row: rowLink(desk, back, back.label ?? "mail"),
      waiting: back.waiting,
      epitaph: back.epitaph === undefined ? undefined : text(oneLine(back.epitaph, EPITAPH)),
    }),
  );
  const earlier = returns.length - shown.length;
  return earlier === 0 ? shown : [text(`${plural(earlier, "earlier row")} of its transcript`), ...shown];
}

/** The children in the head of a Task, each with its status, how the edge is known and where it came back. */
export function childEdges(desk: Desk, view: TaskPageView): Html | undefined {
  if (view.childEdges.length === 0) return undefined;
  return desk.fill("pages/children", {
    children: view.childEdges.map((child) => ({
      task:
        child.facts === undefined
          ? taskLink(desk, child.edge.childTaskId, child.edge.childTaskId)
          : linkTo(desk, child.facts.task),
      badge: child.facts && statusBadge(desk, child.facts.task.status.word),
      absent: child.facts === undefined || child.facts.task.record === "absent",
      kind: child.edge.kind === "created" ? "created" : "waited on",
      call: callLink(desk, child),
      basis: basis(child),
      returns: returnLinks(desk, child),
    })),
    hidden: view.childEdgesHidden === 0 ? "" : count(view.childEdgesHidden),
    whole: desk.links.fixed("tasks"),
  });
}

/** What a Task that has not ended waits for: which child, since which row. */
export function waitingFor(desk: Desk, { waiting }: TaskPageView): Html | undefined {
  if (waiting.length === 0) return undefined;
  return join(
    waiting.map((edge) =>
      desk.fill("pages/waiting", {
        task:
          edge.facts === undefined
            ? taskLink(desk, edge.edge.childTaskId, edge.edge.childTaskId)
            : linkTo(desk, edge.facts.task),
        since: callLink(desk, edge),
      }),
    ),
  );
}

function httpUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/[^\s"'<>\\]+$/i.test(url) && URL.canParse(url) ? url : undefined;
}
