import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

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

export function git(repository: string, args: readonly string[], input?: string | Uint8Array): string {
  const env = {
    PATH: process.env.PATH,
    HOME: repository,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  const options = { env, ...(input === undefined ? {} : { input }), stdio: ["pipe", "pipe", "pipe"] as const };
  return execFileSync("git", [`--git-dir=${repository}`, ...args], { ...options, stdio: [...options.stdio] })
    .toString()
    .trim();
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
