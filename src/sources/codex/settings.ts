import type { NoticeRow } from "../../model/index.ts";
import type { JsonObject } from "../support/values.ts";
import { printValue } from "./print.ts";

export type Quotes = NoticeRow["quotes"];
export type Settings = ReadonlyMap<string, string>;

/** Differ from turn to turn and say nothing of how the model works. */
const VOLATILE: ReadonlySet<string> = new Set(["turn_id", "type", "trace_id", "current_date"]);
/** Stand on rows of their own, or name the Task itself. */
const ELSEWHERE: ReadonlySet<string> = new Set(["base_instructions", "instructions"]);

/** What a `turn_context` or a `session_meta` sets, as text by name. */
export function settingsOf(value: JsonObject): Settings {
  const shown = Object.entries(value).filter(
    ([name, setting]) => !VOLATILE.has(name) && !ELSEWHERE.has(name) && setting !== null && setting !== undefined,
  );
  return new Map(shown.map(([name, setting]) => [name, printValue(setting)]));
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return a.size === b.size && [...a].every(([name, text]) => b.get(name) === text);
}

/** Every setting, or those that are new or other than before, and the names of those that are gone. */
export function quoteSettings(now: Settings, before: Settings | undefined): Quotes {
  const changed = [...now].filter(([name, text]) => before?.get(name) !== text);
  const gone = [...(before ?? [])].filter(([name]) => !now.has(name));
  return [
    ...changed.map(([name, text]) => ({ title: titleOf(name), text })),
    ...gone.map(([name]) => ({ title: titleOf(name), text: "(no longer set)" })),
  ];
}

function titleOf(name: string): string {
  return name.replaceAll("_", " ");
}
