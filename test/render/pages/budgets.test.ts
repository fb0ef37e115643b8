import { expect, it } from "vitest";
import type { CheckRuns, TaskPageView, TreeNode } from "../../../src/projection/index.ts";
import { FIRST_FRAME, LATER_FRAME } from "../../../src/site/paginate.ts";
import { flatContext } from "./links.ts";
import * as sample from "./sample.ts";
import { parsed, renderer } from "./support.ts";
import { facts, gap, message, task, taskView, tool } from "./views.ts";

const long = "A title of some length, as people write them & more. ".repeat(6);

/** Every command and outcome of one kind of check as long as they come. */
function checks(words: string): CheckRuns {
  const run = {
    ref: { taskId: "x", itemId: "y" },
    label: "0130.2",
    runner: words,
    command: words,
    outcome: { words: words.slice(0, 200), tone: "bad" as const },
  };
  return { taskId: "x", kind: "test", last: run, before: Array.from({ length: 5 }, () => run), count: 99, bad: 9 };
}

const node = (at: number, children: readonly TreeNode[] = []): TreeNode => ({
  taskId: `task-${at}`,
  title: long,
  status: { word: "succeeded", basis: "b", certainty: "derived" },
  record: "present",
  current: false,
  helper: true,
  children,
  hidden: { inside: 3 },
});

/** A Task whose head has as much of everything as a head ever holds, and no rows. */
function fullest(page: number): TaskPageView {
  const first = page === 1;
  const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const edge = { ...sample.DELEGATION.edge, basis: "the call's result names the child" };
  const returns = many(9, () => ({ taskId: "x", itemId: "013#0", label: "0130.2", epitaph: long, waiting: true }));
  const child = { edge, facts: facts({ task: task({ ...sample.CHILD, title: long }) }), callLabel: "0110.1", returns };
  return taskView([], {
    facts: {
      ...sample.ROOT_FACTS,
      task: task({
        ...sample.ROOT,
        title: long,
        goal: `${"- **a** `b`\n".repeat(20_000)}`,
        status: { word: "failed", basis: "b", certainty: "guess", reason: "why ".repeat(20_000) },
      }),
    },
    page,
    pages: 99,
    ancestors: [...many(5, () => sample.ROOT_FACTS), undefined, ...many(5, () => sample.ROOT_FACTS)],
    tree: [
      node(
        0,
        many(41, (at) => node(at + 1, at === 20 ? many(50, (below) => node(100 + below)) : [])),
      ),
    ],
    parentEdge: child,
    childEdges: first ? many(50, () => child) : [],
    childEdgesHidden: first ? 900 : 0,
    waiting: many(20, () => child),
    result: { text: "- **a** `b`\n".repeat(20_000), row: { ref: { taskId: "x", itemId: "y" }, label: "054.2" } },
    failures: first ? many(50, () => ({ ...sample.TASK_VIEW.failures[0], about: long }) as never) : [],
    failureCount: 500,
    checks: first ? many(3, () => checks(long)) : [],
    strip: {
      whole: first,
      counts: { gap: 9, failure: 9, withheld: 9, input: 9, answer: 9, tool: 99, reasoning: 9, other: 9 },
      ticks: many(180, () => ({
        kind: "reasoning" as const,
        at: { ref: { taskId: "x", itemId: "y" }, label: "«entries 002–004»" },
        rows: 1,
        failed: 0,
        tool: long,
      })),
    },
    diagnostics: first ? many(90, () => sample.TASK_VIEW.diagnostics[0] as never) : [],
  });
}

it.each([
  [1, FIRST_FRAME],
  [2, LATER_FRAME],
])("keeps all of page %i that is no row within what pages are planned with", async (page, frame) => {
  const html = await renderer.task(fullest(page), flatContext());
  expect(Buffer.byteLength(html)).toBeLessThan(frame.bytes);
  expect(parsed(html).elements.length).toBeLessThan(frame.elements);
});

it("weighs a row no less than it costs its page", async () => {
  const items = [message(), gap(), tool({ noResult: "interrupted" })];
  for (const item of items) {
    const context = flatContext();
    const weight = renderer.weigh(item, context);
    const empty = await renderer.task(taskView([]), context);
    const full = await renderer.task(taskView([item]), context);
    const turn = { bytes: 1_800, elements: 16 };
    expect(Buffer.byteLength(full) - Buffer.byteLength(empty)).toBeLessThanOrEqual(weight.bytes + turn.bytes);
    expect(parsed(full).elements.length - parsed(empty).elements.length).toBeLessThanOrEqual(
      weight.elements + turn.elements,
    );
  }
});

it("weighs the facts of a call with the row that brings them", async () => {
  const hostile = "&".repeat(200);
  const item = message({
    model: hostile,
    usage: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${hostile}${at}`, 1_000_000])),
    call: {
      step: hostile,
      attempts: 9,
      finish: hostile,
      timing: { durationMs: 1, startedAt: hostile, endedAt: hostile },
    },
  });
  if (item.type !== "message") throw new Error("no message");
  const { model, usage, call } = item.row;
  const context = flatContext();
  const turn = (items: readonly (typeof item)[]) =>
    renderer.task(
      taskView([], {
        turns: items.map((each) => ({
          index: 0,
          continued: true,
          note: "12 tools, 3 failed",
          items: [each],
          ...(model !== undefined && { model }),
          ...(usage && { usage }),
          ...(call && { call }),
        })),
      }),
      context,
    );
  const cost = Buffer.byteLength(await turn([item])) - Buffer.byteLength(await turn([]));
  expect(cost).toBeLessThanOrEqual(renderer.weigh(item, context).bytes + 1_200);
});

it("spends little on a row beside its content", () => {
  const context = flatContext();
  const owner = { id: "root", agent: "CopperLantern" };
  const said = renderer.weigh(message({ parts: [{ type: "text", text: "x" }] }), context, owner);
  expect(said.bytes).toBeLessThan(400);
  expect(said.elements).toBeLessThanOrEqual(12);
});
