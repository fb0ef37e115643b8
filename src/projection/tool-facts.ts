import type { ItemId, ToolCallRow } from "../model/index.ts";
import { type Check, checksOf, endedChecks } from "./checks.ts";
import { possibleWrites } from "./file-writes.ts";
import { innerCalls } from "./inner-calls.ts";
import type { FileTouch, ListChange, ToolItem } from "./items.ts";
import { createListTracker } from "./list-changes.ts";
import type { Survey, SurveyedCheck, SurveyedTouch } from "./surveyed.ts";

/** Of one call, so that a patch of many thousand files does not outgrow its ledger. */
const MOST_TOUCHES = 100;
const MOST_FOLDERS = 200;
const COMMAND = 160;

interface CallFacts {
  readonly itemId: ItemId;
  readonly touches: readonly SurveyedTouch[];
  readonly cut: number;
  readonly checks: readonly SurveyedCheck[];
}

/** What calls say of files, checks and lists, gathered while a ledger is surveyed. Inherited rows add nothing. */
export function createToolFacts() {
  // In the order of the calls: a result that comes later replaces what its call said alone.
  const byCall = new Map<ItemId, CallFacts>();
  // Checks of which no exit code is recorded yet, the newest of each command line.
  const open = new Map<string, ItemId>();
  const folders = new Set<string>();
  const listChanges = new Map<ItemId, ListChange>();
  const lists = createListTracker();
  return {
    /** To be asked of every call once, in order. */
    listChange(call: ToolCallRow): ListChange | undefined {
      const change = lists.take(call);
      if (change !== undefined) listChanges.set(call.itemId, change);
      return change;
    },
    /** A call, and the same call again with its result; `told` are the files that its card speaks of. */
    take(tool: ToolItem, told: readonly FileTouch[]): void {
      const { call } = tool;
      if (call === undefined || call.inheritedFrom !== undefined) return;
      const facts = factsOf(tool, call, told);
      for (const { command } of facts.checks) {
        if (tool.result?.exitCode === undefined && !tool.failed) open.set(command, call.itemId);
      }
      const ended = endedChecks(tool);
      const began = byCall.get(open.get(oneLine(ended[0]?.command ?? "")) ?? "");
      if (began !== undefined) {
        open.delete(began.checks[0]?.command ?? "");
        byCall.set(began.itemId, { ...began, checks: began.checks.map((check) => endOf(check, ended, call)) });
      }
      if (facts.touches.length + facts.checks.length > 0) byCall.set(call.itemId, facts);
      for (const folder of foldersOf(tool)) if (folders.size < MOST_FOLDERS) folders.add(folder);
    },
    facts(): Pick<Survey, "touches" | "touchesCut" | "folders" | "checks" | "listChanges"> {
      const all = [...byCall.values()];
      return {
        touches: all.flatMap(({ touches }) => touches),
        touchesCut: all.reduce((sum, { cut }) => sum + cut, 0),
        folders,
        checks: all.flatMap(({ checks }) => checks),
        listChanges,
      };
    },
  };
}

function factsOf(tool: ToolItem, { itemId, label }: ToolCallRow, told: readonly FileTouch[]): CallFacts {
  const came = tool.result === undefined ? "no result recorded" : tool.failed ? "failed" : "done";
  const touches = [...told, ...possibleWrites(tool)];
  const checks = checksOf(tool);
  return {
    itemId,
    touches: touches.slice(0, MOST_TOUCHES).map((touch) => ({ ...touch, itemId, label, came })),
    cut: Math.max(0, touches.length - MOST_TOUCHES),
    checks: checks.map(({ command, ...check }) => ({ ...check, itemId, label, command: oneLine(command) })),
  };
}

/** A check with the outcome that a later look at the same command tells. */
function endOf(check: SurveyedCheck, ended: readonly Check[], { label }: ToolCallRow): SurveyedCheck {
  const outcome = ended.find(({ kind }) => kind === check.kind)?.outcome;
  if (outcome === undefined) return check;
  return { ...check, outcome: { words: `${outcome.words}, as row ${label} tells`, tone: outcome.tone } };
}

function foldersOf(tool: ToolItem): readonly string[] {
  return innerCalls(tool).flatMap(({ call }) => {
    const folder = call?.kind === "cd" ? call.fields.path : call?.fields.cwd;
    return typeof folder === "string" && folder.startsWith("/") && folder.length <= 1_000 ? [folder] : [];
  });
}

function oneLine(command: string): string {
  return command
    .slice(0, COMMAND * 2)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, COMMAND);
}
