import { type ManifestRead, readManifest, sums, type WrittenFile } from "./manifest.ts";
import { sha256 } from "./names.ts";

/** What is wrong with one file, or with the whole where `path` is empty. */
export interface Problem {
  readonly kind: "changed" | "missing" | "extra" | "unsound";
  readonly path: string;
  /** Our own words, after the name of the file. */
  readonly says: string;
}

/** A report to be verified: a folder or an archive. */
export interface ReportSource {
  /** What is wrong before any file is read. */
  readonly problems: readonly Problem[];
  /** Sizes by path. */
  readonly files: ReadonlyMap<string, number>;
  /** `undefined` when the bytes cannot be had. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What verification found. Consistent when there is no problem. */
export interface Verified {
  readonly problems: readonly Problem[];
  /** Files that were looked at. */
  readonly files: number;
  /** Of the file SHA256SUMS: what stands for the whole report. */
  readonly sha256: string | undefined;
  readonly manifest: ManifestRead | undefined;
  /** Digests by path, as SHA256SUMS lists them. */
  readonly listed: ReadonlyMap<string, string>;
}

const MANIFEST = "manifest.json";
const SUMS = "SHA256SUMS";
/** No list of a report comes near; an archive that unpacks to more is not read. */
const LARGEST_LIST = 256 * 1024 * 1024;
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** Holds every file against SHA256SUMS and the manifest, and these against each other. */
export async function verifyReport(source: ReportSource): Promise<Verified> {
  const problems = [...source.problems];
  const add = (kind: Problem["kind"], path: string, says: string) => problems.push({ kind, path, says });
  const list = async (path: string) => {
    const size = source.files.get(path);
    if (size === undefined) {
      // What an archive cannot give has been told already.
      if (!problems.some((problem) => problem.path === path)) add("missing", path, "is not there");
      return undefined;
    }
    if (size > LARGEST_LIST) add("unsound", path, "is larger than any such list");
    return size > LARGEST_LIST ? undefined : await source.read(path);
  };
  const sumsBytes = await list(SUMS);
  const manifestBytes = await list(MANIFEST);
  const listed = readSums(text(sumsBytes));
  if (sumsBytes && !listed) add("changed", SUMS, "is not as taskfolio writes it");
  const manifest = manifestBytes && readManifest(text(manifestBytes));
  if (manifestBytes && !manifest) add("changed", MANIFEST, "is not the manifest of a report");
  const told = new Map(manifest?.files.map((file) => [file.path, file] as const));
  const paths = new Set([...source.files.keys(), ...(listed?.keys() ?? []), ...told.keys()]);
  for (const path of [...paths].sort()) {
    // One word on a file is enough, and what is unsound is not read.
    if (path === SUMS || problems.some((one) => one.path === path)) continue;
    const problem = await check(path, source, listed?.get(path), told.get(path), {
      sums: listed !== undefined,
      manifest: manifest !== undefined && path !== MANIFEST,
    });
    if (problem) problems.push(problem);
  }
  return {
    problems,
    files: source.files.size,
    sha256: sumsBytes && sha256(sumsBytes),
    manifest: manifest || undefined,
    listed: listed ?? new Map(),
  };
}

async function check(
  path: string,
  source: ReportSource,
  digest: string | undefined,
  told: WrittenFile | undefined,
  known: { readonly sums: boolean; readonly manifest: boolean },
): Promise<Problem | undefined> {
  const size = source.files.get(path);
  if (size === undefined) return { kind: "missing", path, says: "is not there" };
  const lists = [...(known.sums && digest === undefined ? [SUMS] : []), ...(known.manifest && !told ? [MANIFEST] : [])];
  if (lists.length > 0) return { kind: "extra", path, says: `is not listed in ${lists.join(" nor in ")}` };
  if (digest !== undefined && told && digest !== told.sha256)
    return { kind: "changed", path, says: `is told differently by ${SUMS} and ${MANIFEST}` };
  if (told && size !== told.bytes)
    return { kind: "changed", path, says: `has ${size} bytes, ${MANIFEST} lists ${told.bytes}` };
  const expected = digest ?? told?.sha256;
  if (expected === undefined) return undefined;
  const bytes = await source.read(path);
  if (!bytes) return { kind: "changed", path, says: "cannot be read whole" };
  return sha256(bytes) === expected ? undefined : { kind: "changed", path, says: "is not what was written" };
}

/** Digests by path; `undefined` unless the text is, byte for byte, what a list of these files looks like. */
function readSums(list: string): ReadonlyMap<string, string> | undefined {
  const files: WrittenFile[] = [];
  for (const line of list.split("\n").slice(0, -1)) {
    const [, digest, path] = LINE.exec(line) ?? [];
    if (digest === undefined || path === undefined) return undefined;
    files.push({ path, sha256: digest, bytes: 0 });
  }
  const read = new Map(files.map(({ path, sha256 }) => [path, sha256] as const));
  return sums(files) === list && read.size === files.length ? read : undefined;
}

function text(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8") : "";
}
