import type { Usage } from "../../projection/index.ts";
import { count, oneLine, plural } from "../words.ts";

const NAME = 40;

/** Counters that have words of their own; every other one is said under the provider's name. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["input_tokens", "tokens in"],
  ["output_tokens", "tokens out"],
]);

/** The counters of a reply, in recorded order: at most `most`, and how many more there are. */
export function usageWords(usage: Usage, most: number): readonly string[] {
  const entries = Object.entries(usage);
  const shown = entries.slice(0, most).map(([name, value]) => {
    const words = WORDS.get(name);
    return words === undefined ? `${oneLine(name, NAME)} ${count(value)}` : `${count(value)} ${words}`;
  });
  return entries.length > most ? [...shown, `${plural(entries.length - most, "more counter")}`] : shown;
}

/** `9,412 in, 1,204 out` of a Task, a lower bound said as one; `undefined` where neither is counted. */
export function tokensOf(usage: Usage, atLeast: boolean): string | undefined {
  const pieces = [
    ...(usage.input_tokens === undefined ? [] : [`${count(usage.input_tokens)} in`]),
    ...(usage.output_tokens === undefined ? [] : [`${count(usage.output_tokens)} out`]),
  ];
  if (pieces.length === 0) return undefined;
  return (atLeast ? "at least " : "") + pieces.join(", ");
}
