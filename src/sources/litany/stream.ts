import type { Usage } from "../../model/index.ts";
import { isJsonObject, member, parseJson, textMember } from "../support/values.ts";
import { readUsage } from "./parse.ts";
import { type StreamEvent, streamEvent } from "./records.ts";

/** How the last attempt in a `response.json` stands: `open` is in flight or killed, which look the same. */
export type Framing = "complete" | "failed" | "open";

/** What a `response.json` says: the last attempt, with the paused ones that it continues. */
export interface Stream {
  readonly framing: Framing;
  /** Tries it took; a pause is no new try. */
  readonly attempts: number;
  readonly model?: string;
  readonly finish?: string;
  /** The provider's further words on a refusal. */
  readonly refusal?: { readonly category?: string; readonly explanation?: string };
  readonly error?: { readonly kind: string; readonly message: string };
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly json: string }[];
  readonly usage?: Usage;
  /** Complete lines that are not events. */
  readonly badLines: number;
}

interface Segment {
  readonly events: StreamEvent[];
  readonly raw: unknown[];
}

/** Reads JSON lines; an unfinished last line is dropped, as it was when the copy was made. */
export function readStream(text: string): Stream {
  const { segments, ended, badLines } = splitSegments(text);
  // A pause is continued by the segment after it; any other end is followed by a new try.
  const starts = segments.flatMap((_, at) => (at === 0 || !paused(segments[at - 1]) ? [at] : []));
  const kept = segments.slice(starts.at(-1) ?? 0);
  return { ...describe(kept.at(-1), ended), ...fold(kept), attempts: starts.length, badLines };
}

function splitSegments(text: string): { segments: readonly Segment[]; ended: boolean; badLines: number } {
  const segments: Segment[] = [];
  let current: Segment = { events: [], raw: [] };
  let badLines = 0;
  let ended = false;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    const line = text.slice(start, end);
    start = end + 1;
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    const event = parsed.type === "json" ? streamEvent.safeParse(parsed.value) : undefined;
    ended = event?.success === true && event.data.type === "end";
    if (parsed.type !== "json" || event?.success !== true) badLines += 1;
    else if (ended) {
      segments.push(current);
      current = { events: [], raw: [] };
    } else {
      current.events.push(event.data);
      current.raw.push(parsed.value);
    }
  }
  if (current.events.length > 0) segments.push(current);
  return { segments, ended, badLines };
}

function paused(segment: Segment | undefined): boolean {
  return segment?.events.findLast((event) => event.type === "finish")?.reason === "pause";
}

function describe(segment: Segment | undefined, ended: boolean) {
  const error = segment?.events.findLast((event) => event.type === "error");
  const finish = segment?.events.findLast((event) => event.type === "finish");
  return {
    framing: framingOf(ended, error !== undefined, finish?.reason),
    ...(finish?.reason === undefined ? {} : { finish: finish.reason }),
    ...(finish?.reason === "refusal" ? { refusal: refusalOf(finish) } : {}),
    ...(error === undefined ? {} : { error: { kind: kindWords(error.kind), message: error.message ?? "" } }),
  };
}

function framingOf(ended: boolean, failed: boolean, finish: string | undefined): Framing {
  if (!ended) return "open";
  if (failed) return "failed";
  // After a pause a continuation is due, and an end without a finish says nothing.
  return finish === undefined || finish === "pause" ? "open" : "complete";
}

function refusalOf(finish: StreamEvent) {
  return {
    ...(finish.category === undefined ? {} : { category: finish.category }),
    ...(finish.explanation === undefined ? {} : { explanation: finish.explanation }),
  };
}

/** `"transport"`, or `{"provider":{"status":400}}` as `provider, status 400`. */
function kindWords(kind: unknown): string {
  if (typeof kind === "string") return kind;
  if (!isJsonObject(kind)) return "";
  return Object.entries(kind)
    .map(([name, detail]) => (isJsonObject(detail) ? [name, ...scalars(detail)].join(", ") : name))
    .join("; ");
}

function scalars(detail: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(detail)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => `${name} ${String(value)}`);
}

function fold(segments: readonly Segment[]) {
  const thinking: string[] = [];
  const text: string[] = [];
  const calls: { id: string; name: string; json: string[] }[] = [];
  const counters = new Map<string, number>();
  let model: string | undefined;
  for (const { events, raw } of segments) {
    // Indexes start anew in each attempt.
    const byIndex = new Map<number | undefined, string[]>();
    for (const [at, event] of events.entries()) {
      if (event.type === "message_start") model = event.model ?? model;
      if (event.type === "usage")
        for (const [name, count] of Object.entries(readUsage(raw[at]) ?? {})) counters.set(name, count);
      if (event.type === "content_start") startCall(event, byIndex);
      if (event.type === "content_delta" && isJsonObject(event.delta)) {
        thinking.push(textMember(event.delta, "thinking_delta") ?? "");
        text.push(textMember(event.delta, "text_delta") ?? "");
        const json = textMember(event.delta, "json_delta");
        if (json !== undefined) byIndex.get(event.index)?.push(json);
      }
    }
  }
  counters.delete("v");
  return {
    thinking: thinking.join(""),
    text: text.join(""),
    calls: calls.map(({ id, name, json }) => ({ id, name, json: json.join("") })),
    ...(model === undefined ? {} : { model }),
    ...(counters.size === 0 ? {} : { usage: Object.fromEntries(counters) }),
  };

  function startCall(event: StreamEvent, byIndex: Map<number | undefined, string[]>): void {
    const call = isJsonObject(event.kind) ? member(event.kind, "tool_use") : undefined;
    if (!isJsonObject(call)) return;
    const id = textMember(call, "id");
    if (id === undefined) return;
    const json: string[] = [];
    calls.push({ id, name: textMember(call, "name") ?? "", json });
    byIndex.set(event.index, json);
  }
}
