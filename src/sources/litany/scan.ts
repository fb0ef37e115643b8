import { isUtf8 } from "node:buffer";
import type { FileTree } from "../support/files.ts";
import { decodeText } from "../support/text.ts";
import { type Block, readParts } from "./blocks.ts";
import { readHandle, readSections } from "./conventions.ts";
import { invocationsOf, readTool } from "./dialect.ts";
import { digestOf } from "./digest.ts";
import type {
  AgentFacts,
  CallFacts,
  DelegateFacts,
  DepositFacts,
  EntryFacts,
  EntryProblem,
  ResultFacts,
} from "./facts.ts";
import { joinSteps } from "./joining.ts";
import { type AgentLayout, below, type EntryFile } from "./layout.ts";
import { readMail } from "./mail.ts";
import { parseDepositName } from "./names.ts";
import { type Entry, parseEntry } from "./parse.ts";
import { readSteps, saidOf } from "./steps.ts";

/** The index pass over one agent: reads each of its files once and keeps facts, no text of the transcript. */
export function scanAgent(tree: FileTree, layout: AgentLayout): AgentFacts {
  const entries = layout.entries.map((file) => scanEntry(tree, file));
  const steps = layout.steps === undefined ? [] : readSteps(tree, layout.steps);
  const folder = layout.folder;
  const goal = folder === undefined ? undefined : textAt(tree, below(folder, "goal.md"));
  const name = folder === undefined ? undefined : textAt(tree, below(folder, "name"))?.split("\n", 1)[0]?.trim();
  const soul = folder === undefined ? undefined : below(folder, "soul.md");
  const driverLog = layout.steps === undefined ? undefined : `${layout.steps}/driver.log`;
  return {
    id: layout.id,
    ...(folder === undefined ? {} : { folder }),
    ...(goal === undefined ? {} : { goal, goalDigest: goalDigest(goal) }),
    ...(name === undefined || name === "" ? {} : { name }),
    ...(soul === undefined || tree.kinds.get(soul) !== "file" ? {} : { soul }),
    entries,
    summaries: layout.summaries,
    deposits: scanDeposits(tree, layout, entries),
    steps,
    ...(driverLog === undefined || tree.kinds.get(driverLog) !== "file" ? {} : { driverLog }),
    stepOf: joinSteps(entries, steps),
  };
}

/** The text of a file; `undefined` when it is not there or cannot be read. */
export function textAt(tree: FileTree, path: string): string | undefined {
  const outcome = tree.read(path);
  return outcome.type === "read" ? decodeText(outcome.bytes).text : undefined;
}

/** Goals are compared apart from the white space around them: the call's text and the file differ in a last line end. */
export function goalDigest(goal: string): string {
  return digestOf(goal.trim());
}

function scanEntry(tree: FileTree, file: EntryFile): EntryFacts {
  const outcome = tree.read(file.path);
  const base = { ...file, calls: [], results: [] };
  if (outcome.type !== "read") {
    return { ...base, size: 0, type: "raw", rows: 1, diagnostics: [unreadable(file)] };
  }
  const bytes = outcome.bytes;
  const entry = parseEntry(file, bytes);
  const facts = { ...base, size: bytes.length, type: entry.type, diagnostics: problemsOf(file, entry, bytes) };
  switch (entry.type) {
    case "raw":
      return { ...facts, rows: 1 };
    case "mail": {
      const { body: _body, extra: _extra, remarks: _remarks, ...head } = entry.mail;
      return { ...facts, rows: 1, mail: head };
    }
    case "tool":
      return { ...facts, rows: entry.results.length, results: resultFacts(entry.results) };
    case "model":
      return {
        ...facts,
        rows: Math.max(1, entry.blocks.length),
        calls: callFacts(entry.blocks),
        results: resultFacts(entry.blocks),
        ...saidOf(...wordsOf(entry.blocks)),
      };
  }
}

/** What the blocks of a reply say, and what they reason. */
export function wordsOf(blocks: readonly Block[]): [text: string, thinking: string] {
  const text = blocks.map((block) => (block.type === "part" && block.part.type === "text" ? block.part.text : ""));
  const thinking = blocks.map((block) => (block.type === "reasoning" ? (block.text ?? "") : ""));
  return [text.join(""), thinking.join("")];
}

function callFacts(blocks: readonly Block[]): readonly CallFacts[] {
  return blocks.flatMap((block, at) => {
    if (block.type !== "call") return [];
    const { kind, fields } = readTool(block.name, block.input);
    const delegates = kind === "delegate" ? [delegateOf(fields)] : kind === "batch" ? batchDelegates(fields) : [];
    return [{ block: at, id: block.id, kind, providerSide: block.providerSide, delegates }];
  });
}

function delegateOf(fields: Readonly<Record<string, unknown>>, section?: number): DelegateFacts {
  const goal = typeof fields.goal === "string" ? { goal: goalDigest(fields.goal), title: fields.goal } : {};
  return section === undefined ? goal : { ...goal, section };
}

function batchDelegates(fields: Readonly<Record<string, unknown>>): readonly DelegateFacts[] {
  return invocationsOf(fields).flatMap((invocation, section) =>
    invocation.kind === "delegate" ? [delegateOf(invocation.fields, section)] : [],
  );
}

function resultFacts(blocks: readonly Block[]): readonly ResultFacts[] {
  return blocks.flatMap((block, at) => {
    if (block.type !== "result") return [];
    return [
      { block: at, id: block.id, isError: block.isError, handles: block.isError ? [] : handlesIn(block.content) },
    ];
  });
}

/** Agents that a result names as started. Only results of delegating calls are asked for them. */
function handlesIn(content: unknown): ResultFacts["handles"] {
  const text = readParts(content)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
  if (!text.includes('"handle"')) return [];
  const sections = readSections(text);
  if (sections.length === 0) {
    const handle = readHandle(text);
    return handle === undefined ? [] : [{ handle }];
  }
  return sections.flatMap((part, section) => {
    const handle = part.name === "dispatch" ? readHandle(part.text) : undefined;
    return handle === undefined ? [] : [{ handle, section }];
  });
}

function scanDeposits(tree: FileTree, layout: AgentLayout, entries: readonly EntryFacts[]): readonly DepositFacts[] {
  return layout.deposits.map((name) => {
    const path = `${layout.inbox}/${name}`;
    const outcome = tree.read(path);
    const bytes = outcome.type === "read" ? outcome.bytes : new Uint8Array();
    const sender = parseDepositName(name)?.sender;
    const twin = entries.find(
      (entry) => entry.type === "mail" && entry.origin === sender && sameBytes(tree, entry, bytes),
    );
    return {
      name,
      path,
      size: bytes.length,
      readable: outcome.type === "read",
      mail: readMail(bytes),
      ...(sender === undefined ? {} : { sender }),
      ...(twin === undefined ? {} : { repeats: twin.path }),
    };
  });
}

function sameBytes(tree: FileTree, entry: EntryFacts, bytes: Uint8Array): boolean {
  if (entry.size !== bytes.length || bytes.length === 0) return false;
  const outcome = tree.read(entry.path);
  return outcome.type === "read" && Buffer.compare(outcome.bytes, bytes) === 0;
}

function unreadable(file: EntryFile): EntryProblem {
  switch (file.stands) {
    case "file":
      return { code: "unreadable-file", severity: "error", says: "An entry could not be read; its row says so." };
    case "folder":
      return {
        code: "unexpected-folder",
        severity: "warning",
        says: "A folder stands where an entry is expected; nothing in it is taken for an entry.",
      };
    case "link":
      return {
        code: "link-not-followed",
        severity: "warning",
        says: "An entry is a symbolic link; it was not followed.",
      };
    case "other":
      return {
        code: "not-a-regular-file",
        severity: "warning",
        says: "An entry is a pipe, socket or device; it was not opened.",
      };
  }
}

function problemsOf(file: EntryFile, entry: Entry, bytes: Uint8Array): readonly EntryProblem[] {
  const problems: EntryProblem[] = [];
  if (entry.type === "raw") {
    problems.push({ code: "raw-entry", severity: "error", says: `An entry is shown as raw bytes: ${entry.says}.` });
  } else if (!isUtf8(bytes)) {
    problems.push({ code: "not-utf8", severity: "warning", says: "Some bytes are not UTF-8; they show as U+FFFD." });
  }
  if (file.digits !== undefined && file.counter === undefined) {
    problems.push({
      code: "unusable-counter",
      severity: "warning",
      says: "An entry's counter is too large to be exact; the entry stands first and takes no part in finding gaps.",
    });
  }
  return problems;
}
