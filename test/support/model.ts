import fc from "fast-check";
import type {
  DelegationEdge,
  Gap,
  InputSource,
  OpenWorkspace,
  Part,
  Place,
  Restriction,
  Row,
  SentRequest,
  StoredMessage,
  Task,
  Timing,
  Usage,
} from "../../src/model/index.ts";
import { STATUS_WORDS } from "../../src/model/index.ts";
import type { Body } from "../../src/sources/ledger/content.ts";
import { present } from "../../src/sources/support/values.ts";

/** A workspace in memory, with the bytes of each row and message and the requests by step. */
export interface Model {
  readonly title?: string | undefined;
  readonly tasks: readonly Task[];
  readonly edges: readonly DelegationEdge[];
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
  readonly stored: ReadonlyMap<string, readonly StoredMessage[]>;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly requests: ReadonlyMap<string, SentRequest>;
}

export function openModel(model: Model): OpenWorkspace {
  const { title, tasks, edges, gaps, stored } = model;
  const index = {
    format: "memory",
    ...present({ title }),
    tasks,
    edges,
    gaps,
    stored,
    files: [],
    notes: [],
    diagnostics: [],
  };
  return {
    index,
    async *rows(taskId) {
      yield* model.rows.get(taskId) ?? [];
    },
    bytes: async (place) => model.bytes.get(place.file) ?? new Uint8Array(),
    request: async (place) => model.requests.get(place.file),
    close: async () => undefined,
  };
}

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "a/b",
    "../x",
    "..",
    "A",
    "a",
    "\ud800",
    "\udfff",
    "é",
    "«3–5»",
    "x".repeat(130),
  ),
);
const id = word.filter((text) => text !== "");
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom("a\r\nb\u2028c\0", "\ufefftext", '{"blob":"x"}', "\ud83d") },
  { weight: 1, arbitrary: fc.constantFrom("x", "é", "\ufeff").map((unit) => unit.repeat(70_000)) },
);
const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.json({ maxDepth: 3 }).map((one): unknown => JSON.parse(one)),
  fc.constantFrom<unknown>(
    { blob: "x" },
    { a: [{ blob: "../y" }] },
    { parts: [] },
    { parts: [{ type: "text", text: "t" }] },
  ),
  text.map((one): unknown => ({ big: one })),
);
const count = fc.nat(1e6);
const stamp = fc.constantFrom("2027-01-01T10:00:00Z", "yesterday", "");
const timing: fc.Arbitrary<Timing> = optionals({
  startedAt: stamp,
  endedAt: stamp,
  durationMs: fc.constantFrom(0, 0.5, 1200),
});
const usage: fc.Arbitrary<Usage> = fc.dictionary(fc.constantFrom("input_tokens", "output_tokens", "x y"), count, {
  maxKeys: 3,
});
const restriction: fc.Arbitrary<Restriction> = optionals({ rule: fc.constantFrom("no-env", "r2"), reason: text });
const ref = fc.record({ taskId: id, itemId: id });

const part: fc.Arbitrary<Part> = fc.oneof(
  text.map((one): Part => ({ type: "text", text: one })),
  fc.record({ type: fc.constant("image" as const), mediaType: word, data: base64() }),
  fc.tuple(word, base64(), fc.option(word, { nil: undefined })).map(([mediaType, data, name]): Part => {
    return { type: "document", mediaType, data, ...present({ name }) };
  }),
  fc.record({
    type: fc.constant("link" as const),
    what: fc.constantFrom("image" as const, "document" as const),
    url: word,
  }),
  json.map((value): Part => ({ type: "json", value })),
);
const parts = fc.array(part, { maxLength: 3 });

function base64(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    fc.constantFrom("not base64!", Buffer.alloc(60_000, 7).toString("base64"), "A".repeat(70_001)),
  );
}

/** An object with any of these members, or none. */
function optionals<T extends object>(
  members: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Partial<T>> {
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

const KINDS = ["context", "mailbox", "system", "guidance", "artifact"] as const;

function input(tasks: readonly string[]): fc.Arbitrary<InputSource> {
  const sender = fc
    .tuple(
      fc.oneof(id, fc.constantFrom(...tasks)),
      fc.option(fc.constantFrom(...tasks), { nil: undefined }),
      fc.option(word, { nil: undefined }),
    )
    .map(([one, taskId, name]) => present({ id: one, taskId, name }));
  return fc
    .tuple(
      fc.constantFrom(...KINDS),
      optionals({
        id: word,
        sender,
        storedAt: stamp,
        ending: fc.tuple(word, optionals({ terminalRef: word })).map(([epitaph, more]) => ({ epitaph, ...more })),
        extra: fc.array(fc.tuple(word, text), { minLength: 1, maxLength: 2 }),
      }),
    )
    .map(([kind, more]): InputSource => ({ kind, ...more }));
}

function body(tasks: readonly string[]): fc.Arbitrary<Body> {
  const fields = fc.dictionary(fc.constantFrom("command", "path", "goal"), json, { maxKeys: 2 });
  const section = fc
    .tuple(word, word, text, optionals({ exitCode: fc.integer(), timing }))
    .map(([name, outcome, said, more]) => ({ name, outcome, text: said, ...more }));
  const names = fc.oneof(word, fc.constantFrom("bash", "mcp__a__b", "Task"));
  const severities = fc.constantFrom("failure" as const, "warning" as const, "note" as const);
  return fc.oneof(
    fc
      .tuple(parts, fc.constantFrom("user" as const, "agent" as const, "system" as const), input(tasks))
      .map(([list, role, source]): Body => ({ type: "message", role, parts: list, input: source })),
    parts.map((list): Body => ({ type: "message", role: "assistant", parts: list })),
    optionals({
      text,
      withheld: fc.constantFrom(
        "encrypted" as const,
        "redacted" as const,
        "signature only" as const,
        "unspecified" as const,
      ),
    }).map((more): Body => ({ type: "reasoning", ...more })),
    fc
      .record({
        toolCallId: id,
        name: names,
        kind: fc.constantFrom("shell", "unknown", ""),
        input: fc.option(json, { nil: undefined }),
        fields,
      })
      .chain((one) =>
        optionals({ providerSide: fc.constant(true as const) }).map(
          (more): Body => ({ type: "tool-call", ...one, ...more }),
        ),
      ),
    fc
      .tuple(
        fc.record({ toolCallId: id, output: parts, isError: fc.boolean() }),
        optionals({
          exitCode: fc.integer(),
          streams: fc.tuple(text, optionals({ stderr: text })).map(([stdout, more]) => ({ stdout, ...more })),
          structured: json,
          sections: fc.array(section, { maxLength: 2 }),
          timing,
        }),
      )
      .map(([one, more]): Body => ({ type: "tool-result", ...one, ...more })),
    fc.tuple(fc.array(text, { maxLength: 2 }), text).map(([texts, says]): Body => {
      return {
        type: "compaction",
        says,
        summaries: texts.map((one) => ({ text: one, record: "r", place: { file: "s" } })),
      };
    }),
    fc
      .tuple(word, severities, text, fc.array(fc.record({ title: word, text }), { maxLength: 2 }))
      .map(([code, severity, says, quotes]): Body => ({ type: "notice", code, severity, says, quotes })),
    fc.tuple(text, text).map(([said, says]): Body => ({ type: "raw", text: said, says })),
  );
}

/** What is left of a row that a policy withholds. */
function blank(row: Row, restricted: Restriction): Row {
  const { sequence, turnIndex, itemId, label, record, place, inheritedFrom, runId } = row;
  const head = { sequence, turnIndex, itemId, label, record, place, restricted, ...present({ inheritedFrom, runId }) };
  switch (row.type) {
    case "message":
      return {
        ...head,
        type: row.type,
        role: row.role,
        parts: [],
        ...(row.input && { input: { kind: row.input.kind } }),
      };
    case "reasoning":
      return { ...head, type: row.type };
    case "tool-call":
      return {
        ...head,
        type: row.type,
        toolCallId: row.toolCallId,
        name: row.name,
        kind: row.kind,
        input: undefined,
        fields: {},
      };
    case "tool-result":
      return { ...head, type: row.type, toolCallId: row.toolCallId, output: [], isError: false };
    case "compaction":
      return { ...head, type: row.type, summaries: [], says: "The summaries are withheld." };
    case "notice":
      return {
        ...head,
        type: row.type,
        code: row.code,
        severity: "note",
        says: "A notice of the run is withheld.",
        quotes: [],
      };
    case "raw":
      return { ...head, type: row.type, text: "", says: "A record that could not be read is withheld." };
  }
}

const request: fc.Arbitrary<SentRequest> = fc
  .tuple(
    fc.array(text, { maxLength: 1 }),
    fc.array(fc.tuple(word, fc.option(word, { nil: undefined })), { maxLength: 1 }),
    fc.array(part, { maxLength: 2 }),
    fc.dictionary(word, json, { maxKeys: 2 }),
    fc.option(word, { nil: undefined }),
  )
  .map(([system, tools, list, settings, model]) => ({
    ...present({ model }),
    system,
    tools: tools.map(([name, description]) => ({ name, ...present({ description }) })),
    messages: [
      { role: "user", items: list.map((one) => ({ type: "part" as const, part: one })) },
      { role: "assistant", items: [{ type: "tool-call" as const, toolCallId: "c", name: "n", input: settings }] },
    ],
    settings,
  }));

interface Sketch {
  readonly row: Row;
  readonly raw: Uint8Array;
  readonly request: SentRequest | undefined;
}

/** Rows of one Task: ids are unique, sequences rise, turns never fall. */
function ledger(taskId: string, tasks: readonly string[]): fc.Arbitrary<readonly Sketch[]> {
  const facts = fc.record({
    itemId: id,
    step: fc.integer({ min: 1, max: 3 }),
    turn: fc.nat(1),
    body: body(tasks),
    label: fc.option(word, { nil: undefined }),
    raw: fc.uint8Array({ maxLength: 20 }),
    request: fc.option(request, { nil: undefined, freq: 1 }),
    restricted: fc.option(restriction, { nil: undefined, freq: 1 }),
    more: optionals({
      createdAt: stamp,
      model: word,
      usage,
      inheritedFrom: ref,
      runId: word,
      cleared: fc.constant(true as const),
      remarks: fc.array(text, { minLength: 1, maxLength: 2 }),
    }),
    call: fc.option(fc.tuple(word, optionals({ timing, attempts: count, finish: word, restricted: restriction })), {
      nil: undefined,
    }),
  });
  return fc.uniqueArray(facts, { maxLength: 6, selector: (one) => one.itemId }).map((list) => {
    let sequence = -1;
    let turnIndex = 0;
    return list.map((one): Sketch => {
      sequence += one.step;
      turnIndex += one.turn;
      const place: Place = { file: JSON.stringify([taskId, one.itemId]) };
      const [step, facts] = one.call ?? [];
      const sent = one.call === undefined || facts?.restricted ? undefined : one.request;
      const asked = sent && { request: { file: `${place.file} request` } };
      const row: Row = {
        sequence,
        turnIndex,
        itemId: one.itemId,
        label: one.label ?? String(sequence),
        record: place.file,
        place,
        ...one.more,
        ...(step !== undefined && { call: { step, ...facts, ...asked } }),
        ...one.body,
      };
      if (one.restricted) return { row: blank(row, one.restricted), raw: one.raw, request: undefined };
      return { row, raw: one.raw, request: sent };
    });
  });
}

function gapsOf(rows: readonly string[]): fc.Arbitrary<readonly Gap[]> {
  const facts = fc.record({
    id,
    at: fc.nat(rows.length),
    kind: fc.constantFrom("compacted" as const, "missing" as const),
    unit: fc.constantFrom(["row", "rows"] as const, ["entry", "entries"] as const),
    pairing: fc.constantFrom("recorded" as const, "not recorded" as const),
    texts: fc.array(text, { maxLength: 2 }),
    more: optionals({ from: word, to: word, count, restricted: restriction }),
  });
  return fc.uniqueArray(facts, { maxLength: 3, selector: (one) => one.id }).map((list) =>
    list
      .filter((one) => !rows.includes(one.id))
      .sort((a, b) => a.at - b.at)
      .map(({ at, texts, more, ...gap }) => ({
        ...gap,
        ...more,
        before: rows[at] ?? null,
        summaries: (more.restricted ? [] : texts).map((one) => ({ text: one, record: "r", place: { file: "s" } })),
      })),
  );
}

function storedIn(taken: readonly string[], tasks: readonly string[]): fc.Arbitrary<readonly StoredMessage[]> {
  const facts = fc.record({
    itemId: id,
    input: input(tasks),
    parts,
    restricted: fc.option(restriction, { nil: undefined }),
    remarks: fc.option(fc.array(text, { minLength: 1, maxLength: 1 }), { nil: undefined }),
  });
  return fc.uniqueArray(facts, { maxLength: 3, selector: (one) => one.itemId }).map((list) =>
    list
      .filter((one) => !taken.includes(one.itemId))
      .map(({ itemId, restricted, ...one }) => {
        const head = { itemId, record: "r", place: { file: `stored ${itemId}` } };
        if (restricted) return { ...head, input: { kind: one.input.kind }, parts: [], restricted };
        return { ...head, input: one.input, parts: one.parts, ...present({ remarks: one.remarks }) };
      }),
  );
}

const line = text.map((one) => one.replace(/[\n\r\u2028\u2029]/g, " ").slice(0, 40)).filter((one) => one.trim() !== "");
const taskFacts = fc.record({
  id,
  parent: fc.nat(6),
  dangling: fc.option(fc.tuple(id, id), { nil: undefined, freq: 8 }),
  title: line,
  word: fc.constantFrom(...STATUS_WORDS),
  status: fc.tuple(
    text,
    fc.constantFrom("recorded" as const, "derived" as const, "guess" as const),
    optionals({ reason: text }),
  ),
  absent: fc.nat(4),
  detached: fc.option(id, { nil: undefined, freq: 4 }),
  restricted: fc.option(restriction, { nil: undefined, freq: 6 }),
  result: fc.option(fc.tuple(parts, fc.nat(8)), { nil: undefined }),
  more: optionals({
    goal: text,
    agent: word,
    model: word,
    createdAt: stamp,
    startedAt: stamp,
    endedAt: stamp,
    helper: word,
    usage,
    origin: fc.tuple(word, optionals({ url: word, title: word })).map(([kind, rest]) => ({ kind, ...rest })),
    withheldTexts: optionals({ title: restriction, goal: restriction, result: restriction }),
  }),
});

/** Any workspace that keeps what the model promises: parents first, roots that agree, references that land. */
export const models: fc.Arbitrary<Model> = fc
  .uniqueArray(taskFacts, { minLength: 1, maxLength: 4, selector: (one) => one.id })
  .chain((list) => {
    const ids = list.map((one) => one.id);
    return fc
      .record({
        title: fc.option(line, { nil: undefined }),
        ledgers: fc.tuple(...ids.map((own) => ledger(own, ids))),
        edges: fc.array(
          fc.record({
            parent: fc.nat(8),
            child: fc.nat(8),
            at: fc.nat(8),
            back: fc.array(fc.nat(8), { maxLength: 2 }),
            basis: text,
            epitaph: fc.option(word, { nil: undefined }),
            kind: fc.constantFrom("created" as const, "waited" as const),
            established: fc.constantFrom("declared" as const, "matched" as const, "unlinked" as const),
          }),
          { maxLength: 3 },
        ),
      })
      .chain((rest) => {
        const rowIds = rest.ledgers.map((sketches) => sketches.map(({ row }) => row.itemId));
        return fc
          .tuple(fc.tuple(...rowIds.map((own) => gapsOf(own))), fc.tuple(...rowIds.map((own) => storedIn(own, ids))))
          .map(([gaps, stored]) => assemble(list, { ...rest, gaps, stored }));
      });
  });

interface Rest {
  readonly title: string | undefined;
  readonly ledgers: readonly (readonly Sketch[])[];
  readonly edges: readonly {
    readonly parent: number;
    readonly child: number;
    readonly at: number;
    readonly back: readonly number[];
    readonly basis: string;
    readonly epitaph: string | undefined;
    readonly kind: "created" | "waited";
    readonly established: "declared" | "matched" | "unlinked";
  }[];
  readonly gaps: readonly (readonly Gap[])[];
  readonly stored: readonly (readonly StoredMessage[])[];
}

type TaskSketch = typeof taskFacts extends fc.Arbitrary<infer T> ? T : never;

function assemble(list: readonly TaskSketch[], rest: Rest): Model {
  const roots = new Map<string, string>();
  const known = new Set(list.map((one) => one.id));
  const shows = (one: TaskSketch) => one.absent > 0 && one.restricted === undefined;
  const rowsOf = (at: number) => {
    const one = list[at % list.length];
    return one !== undefined && shows(one) ? { id: one.id, rows: rest.ledgers[at % list.length] ?? [] } : undefined;
  };
  const pick = (at: number, row: number) => {
    const own = rowsOf(at);
    const found = own?.rows[row % Math.max(1, own.rows.length)]?.row;
    return own && found && { taskId: own.id, itemId: found.itemId };
  };
  const tasks = list.map((one, at): Task => {
    const above = list[one.parent];
    const parentId =
      one.parent < at ? above?.id : one.dangling && !known.has(one.dangling[0]) ? one.dangling[0] : undefined;
    const attached = one.detached === undefined;
    const over = attached && parentId !== undefined ? roots.get(parentId) : undefined;
    const rootId = one.detached ?? over ?? (parentId === undefined ? one.id : (one.dangling?.[1] ?? parentId));
    roots.set(one.id, rootId);
    const [basis, certainty, reason] = one.status;
    const graph = {
      id: one.id,
      rootId,
      ...present({ parentId }),
      title: one.title,
      record: one.absent === 0 ? ("absent" as const) : ("present" as const),
      attached,
      places: [],
    };
    if (one.restricted) return { ...graph, status: { word: one.word, basis, certainty }, restricted: one.restricted };
    const row = one.result && pick(at, one.result[1]);
    return {
      ...graph,
      status: { word: one.word, basis, certainty, ...reason },
      ...one.more,
      ...(one.result && { result: { parts: one.result[0], ...present({ row }) } }),
    };
  });
  const edges = rest.edges.flatMap((edge): readonly DelegationEdge[] => {
    const parent = list[edge.parent % list.length];
    const child = list[edge.child % list.length];
    if (parent === undefined || child === undefined) return [];
    const call = edge.established === "unlinked" ? undefined : pick(edge.parent, edge.at)?.itemId;
    const returns = edge.back.flatMap((back) => {
      const found = pick(back, edge.at);
      return found === undefined ? [] : [{ ...found, ...present({ epitaph: edge.epitaph }), waiting: false }];
    });
    return [
      {
        parentTaskId: parent.id,
        childTaskId: child.id,
        kind: edge.kind,
        established: edge.established,
        basis: edge.basis,
        ...present({ call }),
        returns,
      },
    ];
  });
  const rows = new Map<string, readonly Row[]>();
  const bytes = new Map<string, Uint8Array>();
  const requests = new Map<string, SentRequest>();
  const gaps = new Map<string, readonly Gap[]>();
  const stored = new Map<string, readonly StoredMessage[]>();
  for (const [at, one] of list.entries()) {
    if (one.restricted === undefined) stored.set(one.id, rest.stored[at] ?? []);
    if (!shows(one)) continue;
    const sketches = rest.ledgers[at] ?? [];
    rows.set(
      one.id,
      sketches.map(({ row }) => row),
    );
    gaps.set(one.id, rest.gaps[at] ?? []);
    for (const { row, raw, request: sent } of sketches) {
      bytes.set(row.place.file, raw);
      if (sent && row.call?.request) requests.set(row.call.request.file, sent);
    }
  }
  return { title: rest.title, tasks, edges, gaps, stored, rows, bytes, requests };
}
