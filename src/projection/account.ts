import type { RecordNote, SourceFile } from "../model/index.ts";
import { type RecordTally, ROW_DISPOSITIONS } from "./record-tally.ts";
import type { Account, AccountLine } from "./view.ts";

/** Every disposition that a record can have, in the order in which pages tell them. */
const DISPOSITIONS = ["shown", "shownInPart", "withheld", "raw", "repeated", "joined", "noRow"] as const;

type Tally = Pick<AccountLine, (typeof DISPOSITIONS)[number]>;
type Counts = { -readonly [K in keyof Tally]: number };

const none = (): Counts => ({ shown: 0, shownInPart: 0, withheld: 0, raw: 0, repeated: 0, joined: 0, noRow: 0 });

/**
 * First law of the account: every record read has exactly one disposition. Rows name theirs (`tallies`, one per Task),
 * the source notes the others.
 */
export function accountLines(
  files: readonly SourceFile[],
  notes: readonly RecordNote[],
  tallies: Iterable<RecordTally>,
): readonly AccountLine[] {
  const sums = new Map<string, Counts>();
  const of = (path: string) => {
    const sum = sums.get(path) ?? none();
    sums.set(path, sum);
    return sum;
  };
  for (const tally of tallies) {
    for (const [path, counts] of tally) {
      const sum = of(path);
      for (const key of ROW_DISPOSITIONS) sum[key] += counts[key];
    }
  }
  for (const { file, disposition } of notes) {
    const key = disposition.type === "no row" ? "noRow" : disposition.type;
    of(file)[key] += 1;
  }
  const lines = files.map(({ path, kind, records }) => ({ path, kind, records, ...of(path) }));
  const listed = new Set(files.map((file) => file.path));
  // Rows may name a file that the source forgot to list: that is a fault too, and shows as 0 records read.
  const forgotten = [...sums]
    .filter(([path]) => !listed.has(path))
    .map(([path, sum]) => ({ path, kind: "not listed", records: 0, ...sum }));
  return [...lines, ...forgotten];
}

/** Sums the lines by kind and holds both laws against them. */
export function closeAccount(
  lines: readonly AccountLine[],
  written: Pick<Account, "named" | "astray"> & { counted?: number },
): Account {
  const kinds = new Map<string, { -readonly [K in keyof Account["kinds"][number]]: Account["kinds"][number][K] }>();
  for (const line of lines) {
    const sum = kinds.get(line.kind) ?? { kind: line.kind, files: 0, records: 0, ...none() };
    kinds.set(line.kind, sum);
    sum.files += 1;
    sum.records += line.records;
    for (const key of DISPOSITIONS) sum[key] += line[key];
  }
  const unbalanced = lines.filter((line) => DISPOSITIONS.reduce((sum, key) => sum + line[key], 0) !== line.records);
  const { named, astray, counted } = written;
  return {
    kinds: [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)),
    records: lines.reduce((sum, line) => sum + line.records, 0),
    unbalanced,
    named,
    ...(counted !== undefined && { counted }),
    astray,
    balanced: unbalanced.length === 0 && astray.length === 0 && (counted === undefined || counted === named),
  };
}
