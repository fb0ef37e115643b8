import type { RecordNote, SourceFile } from "../../model/index.ts";
import { describeFile, type EntryKind } from "../support/files.ts";
import type { TrajectoryFacts } from "./facts.ts";
import type { Location } from "./locate.ts";

/** Each trajectory's head and each of its steps is a record; each has rows, so that none needs a note. */
export const NOTES: readonly RecordNote[] = [];

/** Every file of the workspace with what it is. */
export function listFiles({ trajectories, tree }: Location, read: readonly TrajectoryFacts[]): readonly SourceFile[] {
  const records = new Map<string, number>();
  for (const { document, steps } of read)
    records.set(document.path, (records.get(document.path) ?? 0) + 1 + steps.length);
  const files = tree?.kinds ?? new Map(trajectories.map((path): [string, EntryKind] => [path, "file"]));
  return [...files].flatMap(([path, stands]) => describeFile(path, stands, "trajectory", records.get(path)));
}
