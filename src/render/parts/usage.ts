import type { Usage } from "../../projection/index.ts";
import { count } from "../words.ts";

/** Counters that have words of their own; every other one is said under the provider's name. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["input_tokens", "tokens in"],
  ["output_tokens", "tokens out"],
]);

/** Every counter of a reply, in recorded order. */
export function usageWords(usage: Usage): readonly string[] {
  return Object.entries(usage).map(([name, value]) => {
    const words = WORDS.get(name);
    return words === undefined ? `${name} ${count(value)}` : `${count(value)} ${words}`;
  });
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
