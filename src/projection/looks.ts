import type { ToolCallRow } from "../model/index.ts";
import { ownWords, readCommands } from "./shell-words.ts";

/** Kinds of which a reader skips many: what they did is look. */
const LOOKS: ReadonlySet<string> = new Set([
  "read",
  "search",
  "list",
  "image",
  "web-fetch",
  "web-search",
  "tool-search",
  "stdin",
  "shell-output",
]);

const PROGRAMS: ReadonlySet<string> = new Set(
  (
    "awk basename cat cd cmp cut date diff dirname du echo file find grep egrep fgrep head jq ls nl pwd readlink rg sed " +
    "sort stat tail tr tree true type uname uniq wc which"
  ).split(" "),
);
const GIT: ReadonlySet<string> = new Set(
  "blame cat-file diff grep log ls-files ls-tree rev-parse shortlog show status".split(" "),
);

/** Whether a call, by what it was asked to do, only looks at things. Of a shell that is told from the words alone. */
export function onlyLooks({ kind, fields }: ToolCallRow): boolean {
  if (kind === "stdin") return fields.text === undefined || fields.text === "";
  if (kind !== "shell") return LOOKS.has(kind);
  if (typeof fields.command !== "string" || /\$\(|`/.test(fields.command)) return false;
  const commands = readCommands(fields.command);
  return (
    commands.length > 0 && commands.every(({ words, writes }) => writes.every(isNowhere) && looks(ownWords(words)))
  );
}

function isNowhere(path: string): boolean {
  return path === "/dev/null";
}

/** What makes a program that looks write or run something. */
const WRITES: ReadonlyMap<string, RegExp> = new Map([
  ["sed", /^(?:-[a-zA-Z]*i|--in-place)/],
  ["sort", /^(?:-o|--output)/],
  ["find", /^-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls)$/],
  ["awk", /^(?:-i|--include)/],
]);

function looks([program = "", ...rest]: readonly string[]): boolean {
  if (program === "git") return GIT.has(rest.find((word) => !word.startsWith("-")) ?? "");
  const writes = WRITES.get(program);
  return PROGRAMS.has(program) && !(writes !== undefined && rest.some((word) => writes.test(word)));
}
