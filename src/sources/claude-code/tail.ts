import { type Ledger, type Line, shownLines } from "./ledger.ts";

/** What the end of a ledger looks like. */
export interface Tail {
  /** The last record in which somebody speaks. Commands to Claude Code itself do not count. */
  readonly last?: "prompt" | "results" | "reply" | "interrupt" | "api error" | "refusal";
  /** Why the last reply stopped, verbatim. */
  readonly stop?: string;
  /** Calls of the last reply have no result. */
  readonly isWaiting: boolean;
  /** What the last reply says. */
  readonly answer?: { readonly line: Line; readonly block: number };
  readonly firstPrompt?: Line;
  /** The last notice of a failed call. */
  readonly error?: Line;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

export function tailOf(ledger: Ledger): Tail {
  const open = new Set<string>();
  let last: Tail["last"];
  let stop: string | undefined;
  let answer: Tail["answer"];
  let firstPrompt: Line | undefined;
  let error: Line | undefined;
  let startedAt: string | undefined;
  let endedAt: string | undefined;
  for (const line of shownLines(ledger)) {
    const { detail, at } = line.facts;
    if (line.about.inheritedFrom === undefined && at !== undefined) startedAt ??= at;
    const speaks = speech(line);
    if (speaks === undefined) continue;
    last = speaks;
    endedAt = at ?? endedAt;
    if (speaks === "prompt") firstPrompt ??= line;
    if (speaks === "api error") error = line;
    if (detail?.type === "user") for (const { id } of detail.results) open.delete(id);
    if (detail?.type !== "reply" || speaks !== "reply") continue;
    if (line.about.reply !== undefined) {
      open.clear();
      answer = undefined;
      stop = undefined;
    }
    stop = detail.stop ?? stop;
    for (const call of detail.calls) if (!call.providerSide) open.add(call.id);
    if (detail.answer !== undefined) answer = { line, block: detail.answer };
  }
  return {
    isWaiting: last === "reply" && open.size > 0,
    ...(last === undefined ? {} : { last }),
    ...(stop === undefined ? {} : { stop }),
    ...(answer === undefined ? {} : { answer }),
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
    ...(error === undefined ? {} : { error }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}

function speech({ facts: { detail } }: Line): Tail["last"] {
  switch (detail?.type) {
    case "user":
      if (detail.isSummary) return undefined;
      if (detail.voice === "prompt" || detail.voice === "report") return "prompt";
      if (detail.voice === "interrupt") return "interrupt";
      return detail.results.length > 0 ? "results" : undefined;
    case "reply":
      if (detail.isApiError) return "api error";
      return detail.real ? "reply" : undefined;
    case "attachment":
      return detail.digest === undefined ? undefined : "prompt";
    case "system":
      return detail.isRefusal ? "refusal" : undefined;
    default:
      return undefined;
  }
}
