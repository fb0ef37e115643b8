import type { Failure } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { rowLink, taskLink } from "../parts/links.ts";
import { count, oneLine } from "../words.ts";

const ABOUT = 120;
const TITLE = 80;

export interface FailureList {
  readonly failures: readonly Failure[];
  /** All there are; `failures` may hold fewer. */
  readonly total: number;
  /** `true`: the list stands on the Task's own page, so places are rows only. */
  readonly within: boolean;
  titleOf?(failure: Failure): string;
}

/** What went wrong, each with a link to where. `undefined` where nothing did. */
export function failureTable(desk: Desk, { failures, total, within, titleOf }: FailureList): Html | undefined {
  if (failures.length === 0) return undefined;
  return desk.fill("pages/failures", {
    rows: failures.map((failure) => ({
      task: within ? undefined : taskLink(desk, failure.taskId, oneLine(titleOf?.(failure) ?? failure.taskId, TITLE)),
      row: failure.at && rowLink(desk, failure.at.ref, `row ${failure.at.label}`),
      kind: text(failure.kind),
      about: text(oneLine(failure.about, ABOUT)),
      tone: failure.outcome.tone,
      outcome: text(failure.outcome.words),
    })),
    more: total > failures.length ? count(total - failures.length) : "",
  });
}
