import picomatch from "picomatch";
import type { ToolCallRow } from "../model/index.ts";

/** Names under which tools take paths. */
const PATH_FIELD = /path|file|folder|dir|cwd|root|notebook|target|source|destination/i;
/** A longer string is content, not a path. */
const LONGEST_PATH = 4_096;
const PATCH_HEADER =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |--- |\+\+\+ |rename (?:from|to) |diff --git )(.+)$/gm;

/**
 * Every path that a call's input names, in every form that a rule could mean: fields that hold paths, patch headers, and
 * every token of a shell command. May name too much; must not name too little.
 */
export function pathsOf(call: ToolCallRow): ReadonlySet<string> {
  const found = new Set<string>();
  collect(call.fields, call.kind === "shell", found);
  collect(call.input, call.kind === "shell", found);
  return found;
}

function collect(root: unknown, shell: boolean, found: Set<string>): void {
  const pending: { value: unknown; name: string }[] = [{ value: root, name: "" }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, name } = next;
    if (typeof value === "string") addString(value, name, shell, found);
    else if (Array.isArray(value)) for (const item of value) pending.push({ value: item, name });
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) pending.push({ value: item, name: key });
  }
}

function addString(value: string, name: string, shell: boolean, found: Set<string>): void {
  for (const header of value.matchAll(PATCH_HEADER)) for (const token of shellTokens(header[1] ?? "")) found.add(token);
  if (shell || /^(?:command|cmd|script)$/i.test(name)) for (const token of shellTokens(value)) found.add(token);
  if (value.length > LONGEST_PATH) return;
  // A string without white space may be a path under any name: of an unknown tool, nobody can say.
  if (PATH_FIELD.test(name) || !/\s/.test(value)) found.add(value);
}

/** Words of a shell command with their quotes and escapes undone, and the pieces that operators, `=`, `:`, `,` and `@` part. */
export function shellTokens(command: string): ReadonlySet<string> {
  const tokens = new Set<string>();
  const add = (word: string) => {
    if (word === "" || word.length > LONGEST_PATH) return;
    tokens.add(word);
    for (const piece of word.split(/[=:,@<>|&;()`{}]+|\$\(/)) if (piece !== "") tokens.add(piece);
  };
  let word = "";
  let quote = "";
  for (let i = 0; i < command.length; i += 1) {
    const character = command.charAt(i);
    if (quote === "" && /[\s;|&<>()]/.test(character)) {
      add(word);
      word = "";
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) quote = character;
    else if (character === "\\" && quote !== "'") {
      i += 1;
      word += command.charAt(i);
    } else word += character;
  }
  add(word);
  // A backslash is an escape in one shell and parts folders in another.
  if (command.includes("\\")) for (const plain of command.split(/[\s;|&<>()]+/)) add(plain);
  return tokens;
}

/** Whether any path, with or without its leading folders, is what one of the globs means. Case and slashes are folded. */
export function pathMatcher(globs: readonly string[]): (paths: Iterable<string>) => boolean {
  const isMatch = picomatch([...globs], { dot: true, nocase: true });
  const literals = globs
    .map((glob) => glob.slice(glob.lastIndexOf("/") + 1))
    .filter((name) => !/[*?[\]{}()!+@]/.test(name));
  return (paths) => {
    for (const path of paths) {
      const parts = path
        .replaceAll("\\", "/")
        .split("/")
        .filter((part) => part !== "" && part !== ".");
      for (let i = 0; i < parts.length; i += 1) if (isMatch(parts.slice(i).join("/"))) return true;
      const last = parts[parts.length - 1] ?? "";
      // `cat .e*` opens `.env`: a pattern in the command is held against the names that rules spell out.
      if (/[*?[{]/.test(last) && literals.some((name) => shellPatternMeans(last, name))) return true;
    }
    return false;
  };
}

function shellPatternMeans(pattern: string, name: string): boolean {
  // A bare `*` does not open dot files and would withhold almost everything.
  return !/^\*+$/.test(pattern) && picomatch.isMatch(name, pattern, { dot: pattern.startsWith("."), nocase: true });
}
