import type { Place, RawRow, Task, TaskId } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import type { JsonLine } from "../support/jsonl.ts";
import { readSpan } from "../support/safe-read.ts";
import { decodeText } from "../support/text.ts";

/** A record beside the transcripts that no Task can be found for. */
export interface Damaged {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Why it is shown raw, in our own words. */
  readonly says: string;
}

export interface DamagedRecords {
  add(file: string, line: JsonLine, says: string): void;
  /** In the order of files and lines in which they were found. */
  readonly list: readonly Damaged[];
}

/** Collects what would be lost otherwise: its bytes stand as the rows of one Task under "unattached". */
export function collectDamaged(): DamagedRecords {
  const list: Damaged[] = [];
  return {
    list,
    add(file, { line, start, end }, says) {
      list.push({ file, line, start, end, says });
    },
  };
}

export function damagedTask(id: TaskId, list: readonly Damaged[]): Task {
  const files = [...new Set(list.map(({ file }) => file))];
  return {
    id,
    rootId: id,
    title: "Damaged records",
    status: {
      word: "unknown",
      basis: "it only collects damaged records that no other place shows",
      certainty: "derived",
    },
    record: "present",
    attached: false,
    places: files.map((file): Place => ({ file })),
  };
}

export function* damagedRows(tree: FileTree, list: readonly Damaged[]): Generator<RawRow> {
  for (const [sequence, { file, line, start, end, says }] of list.entries()) {
    const outcome = readSpan(tree.root, file, start, end);
    const record = `${file}:${line}`;
    yield {
      type: "raw",
      sequence,
      turnIndex: 0,
      itemId: record,
      label: record,
      record,
      place: { file, line, start, end },
      text: outcome.type === "read" ? decodeText(outcome.bytes).text : "",
      says,
    };
  }
}
