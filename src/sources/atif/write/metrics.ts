import type { Usage } from "../../../model/index.ts";

/** Names that a counter of the same meaning has here. */
const STEP_NAMES: ReadonlyMap<string, string> = new Map([
  ["prompt_tokens", "prompt_tokens"],
  ["completion_tokens", "completion_tokens"],
  ["cached_tokens", "cached_tokens"],
  ["input_tokens", "prompt_tokens"],
  ["output_tokens", "completion_tokens"],
  ["cached_input_tokens", "cached_tokens"],
  ["cache_read_input_tokens", "cached_tokens"],
]);

/** Counters under the format's names; those with other names verbatim under `extra`, so that no counter is lost. */
export function writeMetrics(usage: Usage): Readonly<Record<string, unknown>> {
  return split(usage, (name) => STEP_NAMES.get(name));
}

export function writeFinalMetrics(usage: Usage | undefined, steps: number): Readonly<Record<string, unknown>> {
  const total = (name: string) => {
    if (/^total_(?:prompt_tokens|completion_tokens|cached_tokens|steps)$/.test(name)) return name;
    const known = STEP_NAMES.get(name);
    return known === undefined ? undefined : `total_${known}`;
  };
  return { ...split(usage ?? {}, total), total_steps: steps };
}

function split(usage: Usage, nameOf: (name: string) => string | undefined): Readonly<Record<string, unknown>> {
  const known = new Map<string, number>();
  const extra = new Map<string, number>();
  for (const [name, count] of Object.entries(usage)) {
    const ours = nameOf(name);
    if (ours !== undefined && !known.has(ours)) known.set(ours, count);
    if (ours !== name) extra.set(name, count);
  }
  return { ...Object.fromEntries(known), ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }) };
}
