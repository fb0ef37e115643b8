import { readFile, stat } from "node:fs/promises";
import { build } from "./build.ts";
import { optionsOfManifest, resolveVerifyOptions, UsageError, type VerifyOptions } from "./options.ts";
import {
  folderSource,
  isAsWritten,
  type Problem,
  type ReportSource,
  saysOurs,
  sha256,
  verifyReport,
  type Writer,
  zipSource,
} from "./site/index.ts";
import { packageVersion } from "./version.ts";

export type { Problem };

/** What verification found. */
export interface Verification {
  /** Nothing is wrong with what was asked. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly files: number;
  /** sha256 of SHA256SUMS; absent when there is none. */
  readonly sha256?: string;
  /** Whether the report is the one that was expected; without an expectation only the report itself was asked. */
  readonly origin: "as expected" | "not as expected" | "not checked";
  /** The version of taskfolio that the manifest names. */
  readonly madeBy?: string;
  /** What the workspace gives, held against the report. */
  readonly proof?: Proof;
}

export type Proof =
  | { readonly state: "same" }
  | { readonly state: "different"; readonly problems: readonly Problem[]; readonly otherVersion: boolean }
  /** One sentence: why it cannot be tried. */
  | { readonly state: "impossible"; readonly says: string };

/**
 * Verifies a report, a folder or a zip, without writing anything.
 * @throws UsageError when there is nothing to verify.
 */
export async function verify(given: VerifyOptions): Promise<Verification> {
  const options = resolveVerifyOptions(given);
  const { source, zip } = await openReport(options.report);
  const { problems, files, sha256, manifest, listed } = await verifyReport(source);
  const all = [...problems];
  if (zip && all.length === 0 && manifest?.version === (await packageVersion())) {
    const ours = saysOurs(zip);
    if (ours && !(await isAsWritten(zip, source.files.keys(), readerOf(source))))
      all.push({ kind: "changed", path: "", says: "the archive is not, byte for byte, as taskfolio writes it" });
  }
  const origin =
    options.expect === undefined ? "not checked" : options.expect === sha256 ? "as expected" : "not as expected";
  const proof =
    options.prove === undefined ? undefined : await prove({ ...options, prove: options.prove }, manifest, listed);
  return {
    ok: all.length === 0 && origin !== "not as expected" && (proof === undefined || proof.state === "same"),
    problems: all,
    files,
    ...(sha256 !== undefined && { sha256 }),
    origin,
    ...(manifest && { madeBy: manifest.version }),
    ...(proof && { proof }),
  };
}

async function openReport(report: string): Promise<{ readonly source: ReportSource; readonly zip?: Uint8Array }> {
  const found = await stat(report).catch(() => {
    throw new UsageError("There is nothing to verify at that path: give the folder or the zip of a report.");
  });
  if (found.isDirectory()) return { source: await folderSource(report) };
  if (!found.isFile())
    throw new UsageError("That is neither a folder nor a file: give the folder or the zip of a report.");
  const zip = await readFile(report);
  return { source: zipSource(zip), zip };
}

function readerOf(source: ReportSource): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const bytes = await source.read(path);
    if (!bytes) throw new Error("a file that was verified cannot be read again");
    return bytes;
  };
}

/** Builds the report of a workspace again, in memory, as the manifest says it was built, and compares. */
async function prove(
  { prove: workspace, policy }: { readonly prove: string; readonly policy?: string | undefined },
  manifest: { readonly version: string; readonly options: Readonly<Record<string, unknown>> } | undefined,
  listed: ReadonlyMap<string, string>,
): Promise<Proof> {
  if (!manifest) return { state: "impossible", says: "there is no readable manifest to say how the report was made" };
  const { policy: underPolicy, ...options } = manifest.options;
  if (underPolicy === true && policy === undefined)
    return {
      state: "impossible",
      says: "the report was made under a policy, and a manifest does not hold what a policy says: give it with --policy",
    };
  const again = optionsOfManifest(options);
  if (!again)
    return {
      state: "impossible",
      says: `the report was made with options that only taskfolio ${manifest.version} knows`,
    };
  const made = new Map<string, string>();
  await build({ ...again, workspace, ...(policy !== undefined && { policy }) }, { writer: digestWriter(made) });
  const problems: Problem[] = [];
  for (const path of [...new Set([...listed.keys(), ...made.keys()])].sort()) {
    const [there, here] = [listed.get(path), made.get(path)];
    if (path === "SHA256SUMS" || there === here) continue;
    if (here === undefined) problems.push({ kind: "extra", path, says: "is not made of this workspace" });
    else if (there === undefined) problems.push({ kind: "missing", path, says: "is made of this workspace" });
    else problems.push({ kind: "changed", path, says: "is not what this workspace gives" });
  }
  if (problems.length === 0) return { state: "same" };
  return { state: "different", problems, otherVersion: manifest.version !== (await packageVersion()) };
}

/** Keeps digests alone: a report of any size can be compared. */
function digestWriter(digests: Map<string, string>): Writer {
  return {
    write: async ({ path, bytes }) => {
      digests.set(path, sha256(bytes));
    },
    read: async () => {
      throw new Error("a report that is compared is not read");
    },
    finish: async () => undefined,
    abort: async () => undefined,
  };
}
