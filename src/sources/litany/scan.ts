import type { FileTree } from "../support/files.ts";
import { groupBy } from "../support/group.ts";
import { decodeText, detached } from "../support/text.ts";
import { present } from "../support/values.ts";
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
import { type Mail, readMail } from "./mail.ts";
import { parseDepositName } from "./names.ts";
import { wordsFor } from "./oddities.ts";
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
  const facts = { ...base, size: bytes.length, type: entry.type, diagnostics: problemsOf(file, entry) };
  // Most results name no agent, and looking at the bytes costs far less than at each result's text.
  const mayName = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("handle");
  switch (entry.type) {
    case "raw":
      return { ...facts, rows: 1 };
    case "mail": {
      return { ...facts, rows: 1, mail: headOf(entry.mail) };
    }
    case "tool":
      return { ...facts, rows: entry.results.length, results: resultFacts(entry.results, mayName) };
    case "model":
      return {
        ...facts,
        rows: Math.max(1, entry.blocks.length),
        calls: callFacts(entry.blocks),
        results: resultFacts(entry.blocks, mayName),
        ...saidOf(...wordsOf(entry.blocks)),
      };
  }
}

function headOf({ depositedAt, epitaph }: Mail): NonNullable<EntryFacts["mail"]> {
  const copy = (value: string | undefined) => (value === undefined ? undefined : detached(value));
  return present({ depositedAt: copy(depositedAt), epitaph: copy(epitaph) });
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
  const goal = typeof fields.goal === "string" ? { goal: goalDigest(fields.goal), text: fields.goal } : {};
  return section === undefined ? goal : { ...goal, section };
}

function batchDelegates(fields: Readonly<Record<string, unknown>>): readonly DelegateFacts[] {
  return invocationsOf(fields).flatMap((invocation, section) =>
    invocation.kind === "delegate" ? [delegateOf(invocation.fields, section)] : [],
  );
}

function resultFacts(blocks: readonly Block[], mayName: boolean): readonly ResultFacts[] {
  return blocks.flatMap((block, at) => {
    if (block.type !== "result") return [];
    const { id, isError, content } = block;
    return [{ block: at, id, isError, handles: mayName ? handlesIn(content, isError) : [] }];
  });
}

/** Agents that a result says were started. A batch counts as an error when one of its parts is, so its parts are asked. */
function handlesIn(content: unknown, isError: boolean): ResultFacts["handles"] {
  const text = readParts(content)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
  if (!text.includes('"handle"')) return [];
  const sections = readSections(text);
  if (sections.length === 0) {
    const handle = isError ? undefined : readHandle(text);
    return handle === undefined ? [] : [{ handle: detached(handle) }];
  }
  return sections.flatMap((part, section) => {
    const handle = part.name === "dispatch" ? readHandle(part.text) : undefined;
    return handle === undefined ? [] : [{ handle: detached(handle), section }];
  });
}

function scanDeposits(tree: FileTree, layout: AgentLayout, entries: readonly EntryFacts[]): readonly DepositFacts[] {
  const delivered = new Map<string, string>();
  const candidates = groupBy(entries, (entry) => (entry.type === "mail" ? [`${entry.size}/${entry.origin}`] : []));
  return layout.deposits.map((name) => {
    const path = `${layout.inbox}/${name}`;
    const outcome = tree.read(path);
    const bytes = outcome.type === "read" ? outcome.bytes : new Uint8Array();
    const sender = parseDepositName(name)?.sender;
    const repeats = outcome.type === "read" ? twinOf(`${bytes.length}/${sender}`, bytes) : undefined;
    return {
      name,
      path,
      size: bytes.length,
      readable: outcome.type === "read",
      mail: readMail(bytes),
      ...(sender === undefined ? {} : { sender }),
      ...(repeats === undefined ? {} : { repeats }),
    };
  });

  /** The delivered entry with the same bytes; entries are read again only where sender and size are equal. */
  function twinOf(key: string, bytes: Uint8Array): string | undefined {
    for (const entry of candidates.get(key) ?? []) {
      const outcome = tree.read(entry.path);
      if (outcome.type === "read") delivered.set(`${key}/${digestOf(outcome.bytes)}`, entry.path);
    }
    candidates.delete(key);
    return delivered.get(`${key}/${digestOf(bytes)}`);
  }
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

function problemsOf(file: EntryFile, entry: Entry): readonly EntryProblem[] {
  const problems: EntryProblem[] = [];
  if (entry.type === "raw") {
    const foreign = file.kind === "foreign";
    const says = `An entry is shown as raw bytes: ${entry.says}.`;
    problems.push({ code: foreign ? "foreign-name" : "raw-entry", severity: foreign ? "warning" : "error", says });
  } else {
    for (const oddity of entry.type === "mail" ? entry.mail.oddities : entry.oddities) {
      const { code, severity, says } = wordsFor(oddity);
      problems.push({ code, severity, says });
    }
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
