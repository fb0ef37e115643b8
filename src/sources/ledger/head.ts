import { join } from "node:path";
import type { Diagnostic } from "../../model/index.ts";
import { type FileTree, kindOf, peekFolder } from "../support/files.ts";
import { readInside } from "../support/safe-read.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, member, parseJson, textMember } from "../support/values.ts";
import { problem } from "./problems.ts";
import { workspaceHead } from "./schema.ts";

export const HEAD = "workspace.json";

/** What in a folder says that it is a ledger workspace. */
export function recognise(path: string): string | undefined {
  if (kindOf(path) !== "folder") return undefined;
  const head = readHead(path);
  if (head !== undefined && isJsonObject(head) && member(head, "format") === "taskfolio-ledger") {
    return "its workspace.json says so";
  }
  // A copy may have lost its head.
  const transcripts = peekFolder(join(path, "transcripts")).some((entry) => entry.name.endsWith(".jsonl"));
  return kindOf(join(path, "tasks.jsonl")) === "file" && transcripts
    ? "it has tasks.jsonl and transcripts/"
    : undefined;
}

/** The title that a workspace gives itself; what is wrong with its head is noted. */
export function readTitle(tree: FileTree, diagnostics: Diagnostic[]): string | undefined {
  const head = readHead(tree.root);
  if (head === undefined) {
    diagnostics.push(problem("head-missing"));
    return undefined;
  }
  if (!workspaceHead.safeParse(head).success)
    diagnostics.push({ ...problem("head-ill-formed"), place: { file: HEAD } });
  const title = isJsonObject(head) ? textMember(head, "title") : undefined;
  return title === undefined || title.trim() === "" ? undefined : title;
}

const LARGEST_HEAD = 1024 * 1024;

/** The parsed file; `undefined` where there is none, `null` where it is no JSON. */
function readHead(root: string): unknown {
  const outcome = readInside(root, HEAD);
  if (outcome.type !== "read") return undefined;
  if (outcome.bytes.length > LARGEST_HEAD) return null;
  const parsed = parseJson(decodeText(outcome.bytes).text);
  return parsed.type === "json" ? parsed.value : null;
}
