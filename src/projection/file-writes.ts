import { innerCalls } from "./inner-calls.ts";
import type { FileTouch, ToolItem } from "./items.ts";
import { ownWords, readCommands, type SimpleCommand } from "./shell-words.ts";

const MOST = 50;

/**
 * Files that a shell command visibly writes: targets of `>` and `tee`, `sed -i`, `mv`, `cp`, `rm`, `touch`, and the files
 * of a patch that `git apply`, `patch` or `apply_patch` is given in the command. It may have done so or not: nobody looked.
 */
export function possibleWrites(tool: ToolItem): readonly FileTouch[] {
  const found = new Map<string, FileTouch>();
  for (const { call } of innerCalls(tool)) {
    if (call?.kind !== "shell" || typeof call.fields.command !== "string") continue;
    const { command, cwd } = call.fields;
    for (const path of writtenPaths(command, typeof cwd === "string" ? cwd : "")) {
      if (found.size < MOST) found.set(path, { path, action: "may have written" });
    }
  }
  return [...found.values()];
}

function writtenPaths(line: string, cwd: string): readonly string[] {
  const paths: string[] = [];
  let folder = cwd;
  for (const command of readCommands(line)) {
    const words = ownWords(command.words);
    const [program = "", target = ""] = words;
    if (program === "cd" && isPlain(target)) folder = within(folder, target);
    for (const path of [...command.writes, ...targetsOf(words, line)]) {
      if (isPlain(path) && !path.startsWith("/dev/")) paths.push(within(folder, path));
    }
  }
  return paths;
}

/** A path that stands there as it is: no variable, no pattern, no option, no descriptor. */
function isPlain(path: string): boolean {
  return path !== "" && path.length <= 1_000 && !/[$*?`{}\n<>|]|^[-&~]/.test(path);
}

function within(folder: string, path: string): string {
  return folder === "" || path.startsWith("/") ? path : `${folder.replace(/\/+$/, "")}/${path}`;
}

function targetsOf(words: SimpleCommand["words"], line: string): readonly string[] {
  const [path = "", ...rest] = words;
  const program = path.slice(path.lastIndexOf("/") + 1);
  const operands = rest.filter((word) => word !== "" && !word.startsWith("-"));
  switch (program) {
    case "tee":
    case "touch":
    case "rm":
    case "truncate":
      return operands;
    case "mv":
      return operands;
    case "cp":
    case "install":
      return operands.slice(-1);
    case "sed":
    case "gsed":
      return sedTargets(rest, operands);
    case "perl":
      return rest.some((word) => /^-\w*i/.test(word))
        ? operands.slice(rest.includes("-e") ? 1 : 0).filter(looksLikePath)
        : [];
    case "patch":
    case "apply_patch":
      return patchTargets(line);
    case "git":
      return gitTargets(operands, line);
    default:
      return [];
  }
}

function sedTargets(rest: readonly string[], operands: readonly string[]): readonly string[] {
  if (!rest.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))) return [];
  const scripted = rest.some((word) => /^(?:-e|-f|--expression|--file)/.test(word));
  return scripted ? operands.filter(looksLikePath) : operands.slice(1);
}

/** A script of sed or perl is told from a file by the characters that programs are full of. */
function looksLikePath(word: string): boolean {
  return !/[;\s\\(){}|^]|^s[/|,#]/.test(word);
}

function gitTargets([command = "", ...rest]: readonly string[], line: string): readonly string[] {
  if (command === "apply" || command === "am") return patchTargets(line);
  return command === "mv" || command === "rm" ? rest : [];
}

/** Files that a patch names which stands in the command itself, as a here document does. */
function patchTargets(line: string): readonly string[] {
  const paths: string[] = [];
  for (const [, path] of line.matchAll(/^(?:\+\+\+ (?:b\/)?|\*\*\* (?:Add|Update|Delete) File: )([^\t\n]{1,1000})/gm)) {
    if (path !== undefined && path !== "/dev/null") paths.push(path);
    if (paths.length >= MOST) break;
  }
  return paths;
}
