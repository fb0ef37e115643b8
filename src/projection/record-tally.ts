import type { Row } from "../model/index.ts";

/** Per source file: how many of its records rows show, and how many of those could only be shown raw. */
export type RecordTally = ReadonlyMap<string, { readonly shown: number; readonly raw: number }>;

/** Counts the records that one ledger's rows name, each once however many rows it has. */
export function createRecordTally() {
  const seen = new Set<string>();
  const files = new Map<string, { shown: number; raw: number }>();
  return {
    add(row: Row): void {
      if (seen.has(row.record)) return;
      seen.add(row.record);
      const file = files.get(row.place.file) ?? { shown: 0, raw: 0 };
      file[row.type === "raw" ? "raw" : "shown"] += 1;
      files.set(row.place.file, file);
      if (row.type === "compaction")
        for (const summary of row.summaries) this.addSummary(summary.record, summary.place.file);
    },
    /** A record that stands in a placeholder. */
    addSummary(record: string, file: string): void {
      if (seen.has(record)) return;
      seen.add(record);
      const tally = files.get(file) ?? { shown: 0, raw: 0 };
      tally.shown += 1;
      files.set(file, tally);
    },
    tally(): RecordTally {
      return files;
    },
  };
}
