import { escapeBetweenTags, type Html, trusted } from "./html.ts";

export interface Run {
  readonly text: string;
  readonly style: string;
}
export function readTerminal(text: string): {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly overwritten: number;
} {
  return { runs: [{ text, style: "" }], text, overwritten: 0 };
}
export function writeTerminal(runs: readonly Run[], from: number, to: number): Html {
  return trusted(
    escapeBetweenTags(
      runs
        .map((r) => r.text)
        .join("")
        .slice(from, to),
    ),
    "escaped",
  );
}
