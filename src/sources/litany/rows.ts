import type { CompactionRow, Row, TaskId } from "../../model/index.ts";
import { decodeText } from "../support/text.ts";
import { countTurns, type TurnCounter } from "../support/turns.ts";
import { present } from "../support/values.ts";
import { convertEntry, type Draft, itemIdOf, textParts } from "./convert.ts";
import type { AgentFacts, EntryFacts } from "./facts.ts";
import { entryKey } from "./history.ts";
import { noticesOf } from "./notices.ts";
import { type Entry, parseEntry } from "./parse.ts";
import { runsOf } from "./runs.ts";
import type { LitanyWorkspace } from "./workspace.ts";

export interface Reader {
  /** A file's bytes; the last ones read stay at hand for who asks for the bytes of a row just given. */
  read(path: string): Uint8Array | undefined;
}

/** One Task's ledger, file by file. */
export function* walkRows(workspace: LitanyWorkspace, reader: Reader, taskId: TaskId): Generator<Row> {
  const agent = workspace.agents.get(taskId);
  if (agent === undefined) return;
  const turns = countTurns();
  let sequence = 0;
  for (const draft of drafts(workspace, reader, agent, turns)) {
    sequence += 1;
    yield { sequence, turnIndex: turns.index, ...draft };
  }
}

function* drafts(workspace: LitanyWorkspace, reader: Reader, agent: AgentFacts, turns: TurnCounter): Generator<Draft> {
  yield* counted(soulRow(reader, agent), turns);
  yield* counted(compactionRow(workspace, agent), turns);
  const gaps = new Map((workspace.gaps.get(agent.id) ?? []).map((gap) => [gap.before, gap]));
  const copied = workspace.inherited.get(agent.id);
  const runs = runsOf(workspace.tree, agent);
  const committed = workspace.git.histories.get(agent.id)?.committedAt;
  let afterReply = false;
  for (const facts of agent.entries) {
    if (gaps.has(itemIdOf(facts.name, 0))) {
      turns.gap();
      // Replies may be among what is gone.
      afterReply = true;
    }
    const bytes = reader.read(facts.path);
    const entry = bytes === undefined ? unreadable(facts) : parseEntry(facts, bytes);
    countEntry(facts, entry, turns);
    yield* convertEntry(entry, {
      entry: facts,
      bytes: bytes ?? new Uint8Array(),
      sender: workspace.sender,
      afterReply,
      ...present({
        step: agent.stepOf.get(facts.name),
        inheritedFrom: copied?.get(facts.name),
        committedAt: facts.digits === undefined ? undefined : committed?.get(entryKey(facts.digits, facts.origin)),
      }),
      ...runs,
    });
    if (facts.kind === "model") afterReply = true;
  }
  yield* trailing(workspace, reader, agent, turns);
}

function* counted(draft: Draft | undefined, turns: TurnCounter): Generator<Draft> {
  if (draft === undefined) return;
  turns.other();
  yield draft;
}

/** What a file's name promises decides, so that an entry that does not parse keeps its place in the turns. */
function countEntry(facts: EntryFacts, entry: Entry, turns: TurnCounter): void {
  if (entry.type === "mail") turns.input();
  else if (facts.kind === "model") turns.reply();
  else turns.other();
}

function unreadable(facts: EntryFacts): Entry {
  const says = {
    file: "its file could not be read",
    folder: "a folder stands where an entry is expected; nothing in it was read as an entry",
    link: "it is a symbolic link, which is not followed",
    other: "it is a pipe, socket or device, which is not opened",
  }[facts.stands];
  return { type: "raw", text: "", says };
}

function soulRow(reader: Reader, agent: AgentFacts): Draft | undefined {
  const bytes = agent.soul === undefined ? undefined : reader.read(agent.soul);
  if (agent.soul === undefined || bytes === undefined) return undefined;
  const { text, exact } = decodeText(bytes);
  return {
    type: "message",
    role: "system",
    itemId: "soul.md",
    label: "soul",
    record: agent.soul,
    place: { file: agent.soul },
    parts: textParts(text),
    input: { kind: "system" },
    ...(exact ? {} : { remarks: ["some of its bytes are not UTF-8; they show as U+FFFD"] }),
  };
}

/** Summaries that stand at no gap are shown all the same, and claim nothing. */
function compactionRow(workspace: LitanyWorkspace, agent: AgentFacts): Draft | undefined {
  const summaries = workspace.summaries.get(agent.id) ?? [];
  const [first] = summaries;
  if (first === undefined || workspace.gaps.has(agent.id)) return undefined;
  const row: Omit<CompactionRow, "sequence" | "turnIndex"> = {
    type: "compaction",
    itemId: "summary",
    label: "summary",
    record: first.record,
    place: first.place,
    summaries,
    says:
      agent.entries.length === 0
        ? "Summaries are recorded, and no entry is left: what was there before them is not known."
        : "Summaries are recorded, but no entry is known to be missing: nothing says that anything was cut.",
  };
  return row;
}

function* trailing(
  workspace: LitanyWorkspace,
  reader: Reader,
  agent: AgentFacts,
  turns: TurnCounter,
): Generator<Draft> {
  for (const { quoted: _quoted, used: _used, ...notice } of noticesOf(workspace, agent)) {
    turns.other();
    yield notice;
  }
  for (const step of agent.steps) {
    for (const { path, what } of step.damaged) {
      turns.other();
      const bytes = reader.read(path);
      yield {
        type: "raw",
        itemId: path.slice(path.indexOf("/", "steps/".length) + 1),
        label: "step",
        record: path,
        place: { file: path },
        text: bytes === undefined ? "" : decodeText(bytes).text,
        says: `the ${what} of step ${step.name} cannot be read as JSON`,
      };
    }
  }
}
