import { readJsonLines } from "../support/jsonl.ts";
import { type RecordLine, readRecord } from "./entry.ts";

/** The lines of a file that are records; none where it can no longer be read. */
export function* recordsOf(root: string, path: string, until?: number): Generator<RecordLine> {
  const outcome = readJsonLines(root, path, until);
  if (outcome.type !== "read") return;
  for (const line of outcome.lines) {
    const record = readRecord(line);
    if (record !== undefined) yield record;
  }
}
