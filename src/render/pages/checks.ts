import type { CheckRun, CheckRuns } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { rowLink, taskLink } from "../parts/links.ts";
import { count, oneLine, plural } from "../words.ts";

const COMMAND = 120;
const TITLE = 80;

const KINDS: Readonly<Record<CheckRuns["kind"], string>> = { test: "a test run", build: "a build", lint: "a lint run" };

export interface CheckList {
  readonly checks: readonly CheckRuns[];
  /** All there are; `checks` may hold fewer. */
  readonly total: number;
  /** How many runs before the last are named. Default: all that are known. */
  readonly earlier?: number;
  /** Of a Task, where several Tasks are told of. */
  titleOf?(taskId: string): string;
}

/** What looks like test, build and lint runs: the last of each kind, and those before it. `undefined` where there is none. */
export function checkTable(desk: Desk, { checks, total, earlier, titleOf }: CheckList): Html | undefined {
  if (checks.length === 0) return undefined;
  return desk.fill("pages/checks", {
    tasks: titleOf !== undefined,
    rows: checks.map(({ taskId, kind, last, before, count: all, bad }) => {
      const named = before.slice(0, earlier);
      return {
        task: titleOf && taskLink(desk, taskId, oneLine(titleOf(taskId), TITLE)),
        kind: KINDS[kind],
        command: text(oneLine(last.command, COMMAND)),
        last: run(desk, last),
        before: named.map((one) => run(desk, one)),
        more: all - 1 > named.length ? count(all - 1 - named.length) : "",
        sum: all === 1 ? "the only one" : `${plural(all, "run")}${bad === 0 ? "" : `, ${count(bad)} failed`}`,
      };
    }),
    more: total > checks.length ? count(total - checks.length) : "",
  });
}

function run(desk: Desk, { ref, label, outcome }: CheckRun) {
  return { tone: outcome.tone, outcome: text(outcome.words), row: rowLink(desk, ref, `row ${label}`) };
}
