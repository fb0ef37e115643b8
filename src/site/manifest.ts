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
  readonly options: Readonly<Record<string, unknown>>;
  readonly account: Account;
  readonly counts: Readonly<Record<string, number>>;
  /** The source files; absent where anything was withheld or masked. */
  readonly inputs?: readonly WrittenFile[] | undefined;
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
    inputs: facts.inputs ?? null,
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
  return ourMembers(text) !== undefined;
}

/** What verification needs of a manifest. */
export interface ManifestRead {
  readonly version: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly WrittenFile[];
}

/** `undefined` unless the text is a manifest of ours with all that verification needs, each file once. */
export function readManifest(text: string): ManifestRead | undefined {
  const members = ourMembers(text);
  const version = members?.get("version");
  const options = membersOf(members?.get("options"));
  const listed = members?.get("files");
  if (typeof version !== "string" || !options || !Array.isArray(listed)) return undefined;
  const files: WrittenFile[] = [];
  for (const value of listed) {
    const file = membersOf(value);
    const [path, bytes, sha256] = [file?.get("path"), file?.get("bytes"), file?.get("sha256")];
    if (typeof path !== "string" || typeof bytes !== "number" || typeof sha256 !== "string") return undefined;
    files.push({ path, bytes, sha256 });
  }
  if (new Set(files.map(({ path }) => path)).size !== files.length) return undefined;
  return { version, options: Object.fromEntries(options), files };
}

function ourMembers(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const members = membersOf(JSON.parse(text));
    return members?.get("maker") === MAKER ? members : undefined;
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
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
