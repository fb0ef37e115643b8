import { member } from "../support/values.ts";
import { partsIn, textOf } from "./blocks.ts";
import { readBoundary } from "./boundary.ts";
import type { Context } from "./context.ts";
import type { Draft } from "./draft.ts";
import type { Lines } from "./entry.ts";
import type { BoundaryFacts } from "./facts.ts";
import { microcompactMetadata } from "./records.ts";

/** A boundary that no summary follows. */
export function convertBoundary({ value }: Lines<"boundary">): Draft {
  return { type: "compaction", summaries: [], says: wordsOf(readBoundary(value), "no summary of it is recorded") };
}

/** A summary, with what its boundary says where there is one. */
export function convertSummary(entry: Lines<"user">, { about, record, place }: Context): Draft {
  const text = textOf(partsIn(entry.blocks));
  const { boundary } = about;
  const says =
    boundary === undefined
      ? "A compaction's summary, without the record of the compaction itself. What it replaced is not told."
      : wordsOf(boundary, "its summary follows");
  return { type: "compaction", summaries: [{ text, record, place }], says };
}

/** Some results were cleared from context; nothing was summed up. */
export function convertMicroBoundary({ value }: Lines<"micro-boundary">): Draft {
  const parsed = microcompactMetadata.safeParse(member(value, "microcompactMetadata"));
  const count = parsed.success ? parsed.data.compactedToolIds.length : 0;
  const saved = parsed.success ? parsed.data.tokensSaved : undefined;
  const what = count === 0 ? "Tool results were" : count === 1 ? "1 tool result was" : `${count} tool results were`;
  const tokens = saved === undefined ? "" : `, which saved ${saved} tokens`;
  const says = `${what} cleared from the model's context${tokens}. They are still in this record, and marked.`;
  return { type: "compaction", summaries: [], says };
}

function wordsOf({ trigger, preTokens, postTokens }: BoundaryFacts, ending: string): string {
  const who = trigger === "auto" ? " by Claude Code itself" : trigger === "manual" ? " at the user's command" : "";
  const after = postTokens === undefined ? "" : ` to ${postTokens}`;
  const tokens = preTokens === undefined ? "" : `, ${after === "" ? "at" : "from"} ${preTokens} tokens${after}`;
  return `Compacted${who}${tokens}: the rows above are still in this record, but the model no longer saw them; ${ending}.`;
}
