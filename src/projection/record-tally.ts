import type { Row } from "../model/index.ts";

/** What becomes of a record that rows name. */
export const ROW_DISPOSITIONS = ["shown", "shownInPart", "withheld", "raw"] as const;
type RowDisposition = (typeof ROW_DISPOSITIONS)[number];

/** Per source file: how many of its records rows name, by what became of them. */
export type RecordTally = ReadonlyMap<string, Readonly<Record<RowDisposition, number>>>;

/** Counts the records that one ledger's rows name, each once however many rows it has. */
export function createRecordTally() {
  const records = new Map<string, { readonly file: string; disposition: RowDisposition }>();
  const note = (record: string, file: string, now: "shown" | "withheld" | "raw") => {
    const known = records.get(record);
    if (!known) records.set(record, { file, disposition: now });
    else if (known.disposition !== now && (now === "withheld" || known.disposition === "withheld"))
      known.disposition = "shownInPart";
  };
  return {
    add(row: Row): void {
      note(row.record, row.place.file, row.restricted ? "withheld" : row.type === "raw" ? "raw" : "shown");
    },
    tally(): RecordTally {
      const files = new Map<string, Record<RowDisposition, number>>();
      for (const { file, disposition } of records.values()) {
        const counts = files.get(file) ?? { shown: 0, shownInPart: 0, withheld: 0, raw: 0 };
        counts[disposition] += 1;
        files.set(file, counts);
      }
      return files;
    },
  };
}
