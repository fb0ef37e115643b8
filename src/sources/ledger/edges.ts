import type { DelegationEdge, EdgeReturn, RecordNote, TaskId } from "../../model/index.ts";
import { present } from "../support/values.ts";
import type { Lands, RowLookup } from "./lookup.ts";
import { problem } from "./problems.ts";
import { type FileRecord, type Found, readRecords } from "./records.ts";
import type { Ledger } from "./scan.ts";
import { delegationRecord } from "./schema.ts";

type EdgeRecord = FileRecord<typeof delegationRecord>;

export const DELEGATIONS = "delegations.jsonl";

export interface Edges {
  readonly edges: readonly DelegationEdge[];
  /** Tasks that only an edge names, with the parent that it says created them. */
  readonly absent: ReadonlyMap<TaskId, TaskId | undefined>;
  readonly notes: readonly RecordNote[];
  readonly records: number;
}

const BASIS: Readonly<Record<DelegationEdge["established"], string>> = {
  declared: "the ledger records it",
  matched: "the ledger's writer matched it with the call",
  unlinked: "the ledger records it and names no call",
};

/** Edges as recorded, then those that only calls tell of. */
export function readEdges(
  found: Found,
  ledgers: ReadonlyMap<TaskId, Ledger>,
  rows: RowLookup,
  isTask: (id: TaskId) => boolean,
): Edges {
  const edges: DelegationEdge[] = [];
  const absent = new Map<TaskId, TaskId | undefined>();
  const notes: RecordNote[] = [];
  const { records } = readRecords(found, DELEGATIONS, delegationRecord, (record) => {
    const { parentTaskId, childTaskId, returns = [] } = record.data;
    if (parentTaskId === undefined || childTaskId === undefined) return "it does not say between which Tasks it stands";
    const edge = edgeOf(record, parentTaskId, childTaskId);
    edges.push(edge);
    if (!isTask(parentTaskId) || !isTask(childTaskId)) record.note("edge-to-absent-task");
    mention(edge);
    if (record.faulty) return "it is ill-formed; the edge has what of it could be read";
    if (edge.returns.length < returns.length)
      return "it names a row where the child returned that is not in the record";
    notes.push({ record: record.id, file: DELEGATIONS, disposition: { type: "joined", to: childTaskId } });
    return undefined;
  });
  const all = withCalls(edges, ledgers);
  for (const edge of all.slice(edges.length)) {
    if (!isTask(edge.childTaskId)) {
      const file = ledgers.get(edge.parentTaskId)?.path;
      const place = file === undefined ? {} : { place: { file } };
      found.diagnostics.push({ ...problem("edge-to-absent-task"), ...place, taskId: edge.parentTaskId });
    }
    mention(edge);
  }
  return { edges: all, absent, notes, records };

  function mention({ parentTaskId, childTaskId, kind }: DelegationEdge): void {
    if (!isTask(parentTaskId) && !absent.has(parentTaskId)) absent.set(parentTaskId, undefined);
    if (isTask(childTaskId) || childTaskId === parentTaskId) return;
    absent.set(childTaskId, absent.get(childTaskId) ?? (kind === "created" ? parentTaskId : undefined));
  }

  function edgeOf({ data, note }: EdgeRecord, parentTaskId: TaskId, childTaskId: TaskId): DelegationEdge {
    const { call: named, toolCallId } = data;
    const itself = named !== undefined && rows.has(parentTaskId, named) ? named : undefined;
    const call = itself ?? (toolCallId === undefined ? undefined : rows.callOf(parentTaskId, toolCallId));
    const lost = call === undefined && (named !== undefined || toolCallId !== undefined);
    if (lost) note("edge-call-not-found");
    const established = data.established ?? (call === undefined ? "unlinked" : "declared");
    const returns = (data.returns ?? []).map(({ itemId, taskId, epitaph, waiting }): EdgeReturn => {
      return { taskId: taskId ?? parentTaskId, itemId, ...present({ epitaph }), waiting: waiting ?? false };
    });
    // What waits in a mailbox is judged when the mailboxes have been read.
    const here = returns.filter((back) => back.waiting || rows.has(back.taskId, back.itemId));
    if (here.length < returns.length) note("edge-return-not-found");
    const basis = data.basis ?? (lost ? `${BASIS[established]}; the call is not in the record` : BASIS[established]);
    const kind = data.kind ?? "created";
    return { parentTaskId, childTaskId, kind, established, basis, ...present({ call }), returns: here };
  }
}

/** Leaves out returns that wait in a mailbox where no such message is. */
export function withoutLostMail({ edges }: Edges, lands: Lands, { diagnostics }: Found): readonly DelegationEdge[] {
  return edges.map((edge) => {
    const here = edge.returns.filter((back) => !back.waiting || lands(back));
    if (here.length === edge.returns.length) return edge;
    diagnostics.push({ ...problem("edge-return-not-found"), place: { file: DELEGATIONS }, taskId: edge.parentTaskId });
    return { ...edge, returns: here };
  });
}

/** Joins what calls say of their children: to the edge that names no call, else as an edge of its own. */
function withCalls(edges: readonly DelegationEdge[], ledgers: ReadonlyMap<TaskId, Ledger>): readonly DelegationEdge[] {
  const all = [...edges];
  const open = new Map<string, number>();
  const named = new Set<string>();
  for (const [at, { parentTaskId, childTaskId, kind, call }] of edges.entries()) {
    const pair = JSON.stringify([parentTaskId, childTaskId]);
    if (call !== undefined) named.add(JSON.stringify([parentTaskId, childTaskId, call]));
    else if (kind === "created" && !open.has(pair)) open.set(pair, at);
  }
  for (const [parentTaskId, { delegates }] of ledgers) {
    for (const { call, child: childTaskId } of delegates) {
      if (named.has(JSON.stringify([parentTaskId, childTaskId, call]))) continue;
      const pair = JSON.stringify([parentTaskId, childTaskId]);
      const at = open.get(pair);
      const edge = at === undefined ? undefined : all[at];
      open.delete(pair);
      const declared = { established: "declared" as const, basis: "its call names the child", call };
      if (at !== undefined && edge !== undefined) all[at] = { ...edge, ...declared };
      else all.push({ parentTaskId, childTaskId, kind: "created", ...declared, returns: [] });
    }
  }
  return all;
}
