import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

/** Makes repositories for tests with the git of this machine, without its settings. */

interface TestCommit {
  readonly subject: string;
  /** Seconds since 1970. */
  readonly at?: number;
  /** What is written, by path; `null` takes a path away. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Modes other than that of a plain file. */
  readonly modes?: Readonly<Record<string, string>>;
}

/** By ref; each begins a history of its own unless `from` names another ref that stands before it. */
type TestBranches = Readonly<Record<string, { readonly from?: string; readonly commits: readonly TestCommit[] }>>;

const SOMEBODY = "A <a@example.org>";

export function git(repository: string, args: readonly string[], input: string | Uint8Array = ""): string {
  return execFileSync("git", [`--git-dir=${repository}`, ...args], { env: envOf(repository), input, stdio: "pipe" })
    .toString()
    .trim();
}

/** The same where what git makes of it does not matter. */
export function tryGit(repository: string, args: readonly string[]): void {
  spawnSync("git", [`--git-dir=${repository}`, ...args], { env: envOf(repository), stdio: "pipe" });
}

function envOf(repository: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: repository,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
}

/** Writes `repo.git` into a folder and answers its path. Objects stand loose, or all in one pack. */
export function writeRepository(folder: string, branches: TestBranches, stands: "loose" | "packed" = "packed"): string {
  const repository = join(folder, "repo.git");
  mkdirSync(folder, { recursive: true });
  git(repository, ["init", "--quiet", "--bare"]);
  const stream = Buffer.concat(
    Object.entries(branches).flatMap(([ref, { from, commits }]) =>
      commits.flatMap((commit, at) => commitLines(ref, commit, at === 0 ? from : undefined)),
    ),
  );
  git(
    repository,
    ["-c", `fastimport.unpackLimit=${stands === "loose" ? 1_000_000 : 1}`, "fast-import", "--quiet", "--force"],
    stream,
  );
  return repository;
}

export function writeBlob(repository: string, content: string): string {
  return git(repository, ["hash-object", "-w", "--stdin"], content);
}

function commitLines(
  ref: string,
  { subject, at = 1_800_000_000, files = {}, modes = {} }: TestCommit,
  from: string | undefined,
): readonly Buffer[] {
  const lines = [
    Buffer.from(`commit ${ref}\nauthor ${SOMEBODY} ${at} +0200\ncommitter ${SOMEBODY} 1900000000 +0000\n`),
    data(subject),
    Buffer.from(from === undefined ? "" : `from ${from}\n`),
  ];
  for (const [path, content] of Object.entries(files)) {
    if (content === null) lines.push(Buffer.from(`D ${path}\n`));
    else lines.push(Buffer.from(`M ${modes[path] ?? "100644"} inline ${path}\n`), data(content));
  }
  return lines;
}

function data(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

/** Writes one object loose, whatever it holds, and answers its name. `as` puts it under a name that is not its own. */
export function writeObject(repository: string, type: string, content: string | Uint8Array, as?: string): string {
  const bytes = Buffer.concat([Buffer.from(`${type} ${Buffer.byteLength(content)}\0`), Buffer.from(content)]);
  const oid = as ?? createHash("sha1").update(bytes).digest("hex");
  const folder = join(repository, "objects", oid.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, oid.slice(2)), deflateSync(bytes));
  return oid;
}

export interface RawTreeEntry {
  readonly mode?: string;
  readonly name: string;
  readonly oid: string;
}

/** A tree with any names, which git itself would refuse to write. */
export function writeTreeObject(repository: string, entries: readonly RawTreeEntry[]): string {
  const pieces = entries.flatMap(({ mode = "100644", name, oid }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(oid, "hex"),
  ]);
  return writeObject(repository, "tree", Buffer.concat(pieces));
}

/** A commit of a tree, and the branch of an agent that points at it. */
export function writeAgentBranch(repository: string, id: string, tree: string, subject = "s"): string {
  const commit = writeObject(
    repository,
    "commit",
    `tree ${tree}\nauthor ${SOMEBODY} 1 +0000\ncommitter ${SOMEBODY} 1 +0000\n\n${subject}\n`,
  );
  mkdirSync(join(repository, "refs/heads/agents"), { recursive: true });
  writeFileSync(join(repository, "refs/heads/agents", id), `${commit}\n`);
  return commit;
}
