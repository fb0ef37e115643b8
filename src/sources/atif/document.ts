import { elementSpans, memberSpans, type Span } from "../support/json-spans.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, type JsonObject, parseJson } from "../support/values.ts";
import { type Agent, agent } from "./records.ts";

/** One trajectory by its places: nothing of its steps is parsed here. */
export interface Document {
  readonly path: string;
  /** Names it within its file: empty for the file itself, `!1` for the first trajectory embedded in it. */
  readonly key: string;
  readonly span: Span;
  /** From its beginning to its steps, where most writers have all of its head. */
  readonly headSpan: PlacedSpan;
  /** Everything but its steps and embedded trajectories. */
  readonly head: JsonObject;
  readonly agent: Agent;
  readonly steps: readonly PlacedSpan[];
  /** Its JSON could not be read as an object, so that it holds no steps. */
  readonly unreadable: boolean;
  /** The text breaks off, or a member of the head is no JSON. */
  readonly damaged: boolean;
}

/** A byte range in the file, and the line on which it begins. */
export interface PlacedSpan extends Span {
  readonly line: number;
}

/** The trajectories of one file: itself, then those embedded in it, at any depth. */
export function readDocuments(path: string, bytes: Uint8Array): readonly Document[] {
  const lines = countLines(bytes);
  const documents: Document[] = [];
  const found: { readonly key: string; readonly span: Span; readonly depth: number }[] = [
    { key: "", span: { start: 0, end: bytes.length }, depth: 0 },
  ];
  // The list grows while it is gone over, so that embedded trajectories follow the one that holds them.
  for (const { key, span, depth } of found) {
    const { document, embedded } = readDocument(path, key, bytes, span, lines, depth < DEEPEST);
    documents.push(document);
    for (const [at, inner] of embedded.entries())
      found.push({ key: `${key}!${at + 1}`, span: inner, depth: depth + 1 });
  }
  return documents;
}

/** Each level of embedding goes over its bytes once more, so that depth has to have an end; what is below shows raw. */
const DEEPEST = 8;

function readDocument(
  path: string,
  key: string,
  bytes: Uint8Array,
  span: Span,
  lines: (offset: number) => number,
  embeds: boolean,
) {
  const own = bytes.subarray(span.start, span.end);
  const members = memberSpans(own);
  const head: [string, unknown][] = [];
  let damaged = members === undefined || own.at(lastByte(own)) !== 0x7d;
  let steps: readonly Span[] = [];
  let embedded: readonly Span[] = [];
  const deep: Span[] = [];
  let headEnd = span.end;
  for (const { name, value } of members ?? []) {
    const inner = own.subarray(value.start, value.end);
    const elements = () =>
      elementSpans(inner)?.map((one) => shift(one, span.start + value.start)) ?? [shift(value, span.start)];
    if (name === "steps") {
      steps = elements();
      headEnd = span.start + value.start;
    } else if (name === "subagent_trajectories" && inner[0] === 0x5b && embeds) embedded = elements();
    else if (name === "subagent_trajectories" && inner[0] === 0x5b) deep.push(shift(value, span.start));
    else {
      const parsed = parseJson(decodeText(inner).text);
      if (parsed.type === "json") head.push([name, parsed.value]);
      else damaged = true;
    }
  }
  const values = Object.fromEntries(head);
  const read = agent.safeParse(Object.hasOwn(values, "agent") ? values.agent : {});
  const document: Document = {
    path,
    key,
    span,
    headSpan: { start: span.start, end: headEnd, line: lines(span.start) },
    head: values,
    agent: read.success
      ? read.data
      : { name: undefined, version: undefined, model_name: undefined, tool_definitions: [], extra: undefined },
    steps: [...steps, ...deep].map((one) => ({ ...one, line: lines(one.start) })),
    unreadable: members === undefined,
    damaged,
  };
  return { document, embedded };
}

/** The value of one step's bytes; `undefined` where they are no JSON object. */
export function parseStep(bytes: Uint8Array): JsonObject | undefined {
  const parsed = parseJson(decodeText(bytes).text);
  return parsed.type === "json" && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function lastByte(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && /\s/.test(String.fromCharCode(bytes[at] ?? 0))) at -= 1;
  return at;
}

/** The 1-based line of an offset. Offsets are asked for in almost rising order; each line feed is passed about once. */
function countLines(bytes: Uint8Array): (offset: number) => number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [0];
  for (let feed = buffer.indexOf(0x0a); feed >= 0; feed = buffer.indexOf(0x0a, feed + 1)) starts.push(feed + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
