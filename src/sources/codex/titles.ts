import { titleLine } from "../support/title-line.ts";
import { requestIn } from "./inputs.ts";

/** One line of what was asked; `undefined` where it has none. */
export function titleOf(goal: string | undefined): string | undefined {
  return goal === undefined ? undefined : titleLine(requestIn(goal));
}
