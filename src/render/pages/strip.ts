import type { StripKind, StripTick, StripView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import type { Html } from "../html.ts";
import { count, oneLine, plural, series } from "../words.ts";

/** A tick of 5 in steps of 8; a strip is never narrower than it is high and wide windows stretch it. */
const STEP = 8;
const LEAST = 100 * STEP;
const TOOL = 40;

/** How far a tick reaches from the middle, by kind: shape tells what colour tells. */
const SHAPES: Readonly<Record<StripKind, string>> = {
  gap: "v26h6V2z",
  failure: "v26h6V2l-3 6z",
  withheld: "v22h6V4z",
  input: "v20h6V5z",
  answer: "v14h6V8z",
  tool: "v8h6v-8z",
  reasoning: "v3h6v-3z",
  other: "v3h3v-3z",
};
const TOPS: Readonly<Record<StripKind, number>> = {
  gap: 2,
  failure: 2,
  withheld: 4,
  input: 5,
  answer: 8,
  tool: 11,
  reasoning: 14,
  other: 14,
};

const WORDS: Readonly<Record<StripKind, readonly [one: string, many: string]>> = {
  input: ["input", "inputs"],
  answer: ["answer", "answers"],
  reasoning: ["piece of reasoning", "pieces of reasoning"],
  tool: ["tool call", "tool calls"],
  failure: ["failure", "failures"],
  withheld: ["withheld", "withheld"],
  gap: ["gap", "gaps"],
  other: ["other", "others"],
};

/** The ledger at a glance: one tick for each row, as a link. Without colours and without sight, shapes and words tell it. */
export function stripOf(desk: Desk, { ticks, counts, whole }: StripView): Html {
  const kinds = Object.entries(WORDS).flatMap(([kind, [one, many]]) => {
    const number = counts[kind as StripKind];
    return number === 0 ? [] : [plural(number, one, many)];
  });
  return desk.fill("pages/strip", {
    says: `${whole ? "All of it at a glance" : "This page at a glance"}: ${series(kinds)}${ticks.some(({ rows }) => rows > 1) ? "; a tick stands for several rows" : ""}.`,
    width: Math.max(LEAST, ticks.length * STEP),
    ticks: ticks.map((tick, at) => ({
      href: desk.links.row(tick.at.ref) ?? `#${desk.links.anchor(tick.at.ref)}`,
      kind: tick.kind,
      says: tickWords(tick),
      path: `M${at * STEP + 1} ${TOPS[tick.kind]}${SHAPES[tick.kind]}`,
    })),
  });
}

/** `012.2: Shell, failure`; `005 to 019: 12 rows, 1 failed`. */
function tickWords({ kind, at, rows, span, failed, tool }: StripTick): string {
  if (span)
    return `${span[0]} to ${span[1]}: ${count(rows)} rows${failed > 0 ? `, ${count(failed)} failed` : ""}${kind === "gap" ? ", a gap" : ""}`;
  const [word] = WORDS[kind];
  return `${at.label}: ${tool === undefined ? "" : `${oneLine(tool, TOOL)}, `}${word}`;
}
