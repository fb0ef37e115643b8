import type { Place, Row, RowRef, Sender, TaskId } from "../../model/index.ts";
import { type JsonObject, present, textMember } from "../support/values.ts";
import type { Context } from "./context.ts";
import { convertLine } from "./convert.ts";
import type { RecordLine } from "./entry.ts";
import type { LinePlace, RolloutFacts } from "./facts.ts";
import type { Copied } from "./inherit.ts";
import { followRunning } from "./running.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** One session of the workspace, with what its family says of it. */
export interface Session {
  readonly taskId: TaskId;
  readonly facts: RolloutFacts;
  readonly copied?: Copied & { readonly original?: { readonly taskId: TaskId; readonly name: string } };
  readonly parent?: Sender;
  readonly fromParent: ReadonlySet<number>;
}

export interface RowSource {
  lines(): Iterable<RecordLine>;
  payload(place: LinePlace): JsonObject | undefined;
  agent(ref: string): Sender;
}

/** One session's ledger, line by line. */
export function* walkRows(session: Session, source: RowSource): Generator<Row> {
  const { facts } = session;
  const { plan } = facts;
  let before: Settings | undefined;
  let model: string | undefined;
  let sequence = 0;
  let turnIndex = 0;
  const isCleared = followRanges(plan.cleared);
  const running = followRunning();
  for (const record of source.lines()) {
    const { line, entry } = record;
    if (entry.type === "context") model = textMember(entry.value, "model") ?? model;
    if (!plan.quiet.has(line)) {
      if (plan.turnStarts.has(line)) turnIndex += 1;
      const place = placeOf(facts, record);
      const context: Context = {
        plan,
        line,
        before,
        fromParent: session.fromParent,
        agent: source.agent,
        commandOf: running.commandOf,
        lookUp: source.payload,
        placeOf: (at) => placeOf(facts, at),
        ...present({ model, parent: session.parent }),
      };
      const drafts = convertLine(record, context, (text) => ({ text, record: recordOf(facts, line), place }));
      const many = drafts.length > 1;
      for (const [at, draft] of drafts.entries()) {
        sequence += 1;
        running.see(draft);
        const remarks = [...(at === 0 ? record.remarks : []), ...(draft.remarks ?? [])];
        yield {
          sequence,
          turnIndex,
          itemId: itemIdOf(facts.name, line, at),
          label: many ? `L${line}.${at + 1}` : `L${line}`,
          record: recordOf(facts, line),
          place,
          ...present({ createdAt: record.timestamp, inheritedFrom: inheritedFrom(session, line, at) }),
          ...(isCleared(line) ? { cleared: true } : {}),
          ...draft,
          ...(at === 0 ? present({ usage: plan.usage.get(line) }) : {}),
          ...(remarks.length === 0 ? {} : { remarks }),
        };
      }
    }
    if (entry.type === "context") before = settingsOf(entry.value);
  }
}

export function recordOf(facts: Pick<RolloutFacts, "path">, line: number): string {
  return `${facts.path}:${line}`;
}

/** The file's own name is enough: a ledger is one file, and a folder that is moved changes no identity. */
export function itemIdOf(name: string, line: number, part = 0): string {
  return `${name}:${line}#${part + 1}`;
}

export function placeOf({ path }: Pick<RolloutFacts, "path">, { line, start, end }: LinePlace): Place {
  return { file: path, line, start, end };
}

/** A copy names the row that it repeats; where the original is not here, the row that would have its place. */
function inheritedFrom({ copied, facts }: Session, line: number, part: number): RowRef | undefined {
  if (copied?.isCopied(line) !== true) return undefined;
  const origin = copied.originOf(line);
  const { original } = copied;
  if (origin === undefined || original === undefined)
    return { taskId: copied.from, itemId: itemIdOf(facts.name, line, part) };
  return { taskId: original.taskId, itemId: itemIdOf(original.name, origin, part) };
}

/** Whether a line lies in one of some ranges, for lines and ranges in order. */
function followRanges(ranges: RolloutFacts["plan"]["cleared"]): (line: number) => boolean {
  let at = 0;
  return (line) => {
    while ((ranges[at]?.to ?? Number.POSITIVE_INFINITY) <= line) at += 1;
    return (ranges[at]?.from ?? Number.POSITIVE_INFINITY) <= line;
  };
}
