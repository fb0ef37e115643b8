import type { Account, ReportFacts } from "../projection/index.ts";

/** One written file as the manifest and SHA256SUMS list it. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const MAKER = "taskfolio";

/** What the manifest says beside its files. */
export interface ManifestFacts {
  readonly version: string;
  readonly report: ReportFacts;
  /** Options that change content; those that name paths stay out. */
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly account: Account;
  readonly counts: Readonly<Record<string, number>>;
}

/** `manifest.json`: lists every file but itself and SHA256SUMS. Its bytes are ASCII whatever the report's title holds. */
export function manifestJson(facts: ManifestFacts, files: readonly WrittenFile[]): string {
  const { account, report } = facts;
  const listed = [...files].sort(byPath).map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  const whole = {
    maker: MAKER,
    version: facts.version,
    title: report.title,
    format: report.format,
    options: facts.options,
    counts: facts.counts,
    account: {
      balanced: account.balanced,
      records: account.records,
      named: account.named,
      counted: account.counted ?? null,
      kinds: account.kinds,
      unbalanced: account.unbalanced,
      astray: account.astray,
    },
    files: listed,
  };
  return `${asciiJson(whole)}\n`;
}

/** The text of SHA256SUMS, as `sha256sum -c` reads it. */
export function sums(files: readonly WrittenFile[]): string {
  return [...files]
    .sort(byPath)
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join("");
}

/** Whether the text is the manifest of a report that taskfolio made. */
export function isOurManifest(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return typeof value === "object" && value !== null && "maker" in value && value.maker === MAKER;
}

/** JSON whose bytes are all ASCII, so that no reader's idea of an encoding can change it. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function byPath(a: WrittenFile, b: WrittenFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
