import { createHistory } from "./compaction.ts";
import { digestOf } from "./digest.ts";
import type { RecordLine } from "./entry.ts";
import type { LinePlace, Quiet, RolloutFacts, TurnState } from "./facts.ts";
import type { Copied } from "./inherit.ts";
import { requestIn } from "./inputs.ts";
import { joinCalls } from "./joins.ts";
import { pairSearches } from "./searches.ts";
import type { Settings } from "./settings.ts";
import { scanTeam } from "./team.ts";
import type { Mark } from "./turns.ts";
import { findTwins } from "./twins.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Found = Pick<RolloutFacts, "head" | "headPlace" | "goal" | "threadName" | "answer" | "startedAt">;

/** What the index pass gathers while it goes over the lines of one file. */
export interface ScanState {
  readonly quiet: Map<number, Quiet>;
  readonly marks: Mark[];
  readonly twins: ReturnType<typeof findTwins>;
  readonly joins: ReturnType<typeof joinCalls>;
  readonly searches: ReturnType<typeof pairSearches>;
  readonly team: ReturnType<typeof scanTeam>;
  readonly history: ReturnType<typeof createHistory>;
  readonly turn: Mutable<TurnState>;
  readonly typed: { readonly line: number; readonly digest: string }[];
  readonly problems: RolloutFacts["problems"][number][];
  readonly found: Mutable<Partial<Found>>;
  context?: { readonly line: number; readonly settings: Settings };
  /** What the model said last in the turn that is open. */
  openAnswer: RolloutFacts["answer"];
  unknown: number;
  /** `false`: the line was copied from another session's history. */
  isOwn(line: number): boolean;
}

export function createScanState(copied: Copied | undefined): ScanState {
  return {
    quiet: new Map(),
    marks: [],
    twins: findTwins(),
    joins: joinCalls(),
    searches: pairSearches(),
    team: scanTeam(),
    history: createHistory(),
    turn: { state: "none" },
    typed: [],
    problems: [],
    found: {},
    openAnswer: undefined,
    unknown: 0,
    isOwn: (line) => copied?.isCopied(line) !== true,
  };
}

export function addMark(state: ScanState, line: number, what: Mark["what"], more: Partial<Mark> = {}): void {
  state.marks.push({ line, what, ...(state.isOwn(line) ? {} : { inherited: true }), ...more });
}

/** Something that a person, or the session's parent, asked for. */
export function addTyped(state: ScanState, line: number, text: string): void {
  addMark(state, line, "input", { typed: true });
  if (!state.isOwn(line)) return;
  if (state.found.goal === undefined && text.trim() !== "") state.found.goal = text;
  state.typed.push({ line, digest: digestOf(requestIn(text).trim()) });
}

export function placeOf({ line, start, end }: RecordLine): LinePlace {
  return { line, start, end };
}
