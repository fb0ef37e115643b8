import type { Usage } from "../../projection/index.ts";
import { count, oneLine, plural } from "../words.ts";

const NAME = 40;
const TOKENS: ReadonlySet<string> = new Set(["input_tokens", "output_tokens"]);

/** `9,412 in, 1,204 out`, a lower bound said as one; `undefined` where neither is counted. */
export function tokensOf(usage: Usage, atLeast: boolean): string | undefined {
  const pieces = [
    ...(usage.input_tokens === undefined ? [] : [`${count(usage.input_tokens)} in`]),
    ...(usage.output_tokens === undefined ? [] : [`${count(usage.output_tokens)} out`]),
  ];
  if (pieces.length === 0) return undefined;
  return (atLeast ? "at least " : "") + pieces.join(", ");
}

/** The other counters under the provider's names, in recorded order: at most `most`, and how many more there are. */
export function counterWords(usage: Usage, most: number): readonly string[] {
  const entries = Object.entries(usage).filter(([name]) => !TOKENS.has(name));
  const shown = entries.slice(0, most).map(([name, value]) => `${oneLine(name, NAME)} ${count(value)}`);
  return entries.length > most ? [...shown, plural(entries.length - most, "more counter")] : shown;
}
