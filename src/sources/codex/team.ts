import { isJsonObject, type JsonObject, member, parseJson, present, textMember } from "../support/values.ts";
import type { Dialect } from "./dialect.ts";
import type { AgentRef, Report, Spawn, Team, Wait } from "./facts.ts";
import { type AgentStatus, type InputKind, readStatus } from "./inputs.ts";

/** Collects what one rollout says of sub-agents: whom it started, waited for, wrote to, and what came back. */
export interface TeamScan {
  call(id: string, line: number, name: string, tool: Dialect): void;
  result(id: string, line: number, body: string): void;
  event(id: string, kind: string, event: JsonObject): void;
  notification(line: number, report: Extract<InputKind, { type: "report" }>): void;
  close(): Team;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Call {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly fields: Dialect["fields"];
  result?: number;
  spawn: Partial<Mutable<Spawn>>;
  statuses: Map<AgentRef, AgentStatus>;
  to?: AgentRef;
}

const CLOSING: ReadonlySet<string> = new Set(["close_agent", "resume_agent", "interrupt_agent"]);

export function scanTeam(): TeamScan {
  const all: Call[] = [];
  const calls = new Map<string, Call>();
  const reports: Report[] = [];
  const words = new Map<AgentRef, { readonly text: string; readonly line: number }>();
  const paths = new Map<string, string>();
  const tell = (line: number, ref: AgentRef, status: AgentStatus): Report => {
    if (status.message !== undefined) words.set(ref, { text: status.message, line });
    return { line, ref, status: status.word };
  };
  return {
    call(id, line, name, { kind, fields }) {
      const ours = kind === "delegate" || kind === "wait" || kind === "send" || CLOSING.has(name);
      if (!ours) return;
      const call: Call = { line, name, kind, fields, spawn: {}, statuses: new Map() };
      all.push(call);
      // An id that is used again stands for its newest call.
      calls.set(id, call);
    },
    result(id, line, body) {
      const call = calls.get(id);
      if (call === undefined || call.result !== undefined) return;
      call.result = line;
      const parsed = body.startsWith("{") ? parseJson(body) : undefined;
      if (parsed?.type === "json" && isJsonObject(parsed.value)) readResult(call, parsed.value);
    },
    event(id, kind, event) {
      const call = calls.get(id);
      const thread = textMember(event, "agent_thread_id");
      const path = textMember(event, "agent_path");
      if (thread !== undefined && path !== undefined) paths.set(path, thread);
      if (call !== undefined) readEvent(call, kind, event);
    },
    notification(line, { ref, status }) {
      reports.push(tell(line, ref, status));
    },
    close() {
      const told = (call: Call): readonly Report[] => {
        const at = call.result;
        return at === undefined ? [] : [...call.statuses].map(([ref, status]) => tell(at, ref, status));
      };
      const closing = all
        .filter((call) => call.kind !== "wait" && call.kind !== "delegate")
        .flatMap(told)
        .map((report) => ({ ...report, closing: true as const }));
      return {
        spawns: all.filter((call) => call.kind === "delegate").map(spawnOf),
        waits: all
          .filter((call) => call.kind === "wait")
          .map(
            (call): Wait =>
              present({
                call: call.line,
                result: call.result,
                targets: texts(call.fields.targets),
                reports: told(call),
              }),
          ),
        reports: [...reports, ...closing].sort((a, b) => a.line - b.line),
        sends: all
          .filter((call) => call.kind === "send")
          .flatMap((call) => {
            const ref = call.to ?? call.fields.to;
            return typeof ref === "string" && typeof call.fields.text === "string"
              ? [{ ref, text: call.fields.text }]
              : [];
          }),
        words,
        paths,
      };
    },
  };
}

function spawnOf(call: Call): Spawn {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const { child, saidBy, nickname, role, goal } = call.spawn;
  return present({
    call: call.line,
    child,
    saidBy,
    failed: child === undefined && (call.spawn.failed === true || call.result !== undefined),
    goal: text(goal) ?? text(call.fields.goal),
    nickname: nickname ?? text(call.fields.name),
    role: role ?? text(call.fields.role),
  });
}

function readResult(call: Call, value: JsonObject): void {
  if (call.kind === "delegate") {
    const child = textMember(value, "agent_id") ?? textMember(value, "task_name") ?? textMember(value, "thread_id");
    if (child !== undefined && call.spawn.child === undefined) Object.assign(call.spawn, { child, saidBy: "result" });
    const nickname = textMember(value, "nickname");
    if (nickname !== undefined) call.spawn.nickname ??= nickname;
    return;
  }
  const previous = readStatus(
    member(value, "previous_status") ?? (call.kind === "wait" ? undefined : member(value, "status")),
  );
  const target = call.fields.target ?? call.fields.id;
  if (previous !== undefined && typeof target === "string") call.statuses.set(target, previous);
  if (call.kind === "wait") readStatuses(call, member(value, "status"));
}

function readEvent(call: Call, kind: string, event: JsonObject): void {
  switch (kind) {
    case "collab_agent_spawn_end": {
      const child = textMember(event, "new_thread_id");
      if (child === undefined) call.spawn.failed = true;
      else Object.assign(call.spawn, { child, saidBy: "event" });
      const found = {
        nickname: textMember(event, "new_agent_nickname"),
        role: textMember(event, "new_agent_role"),
        goal: textMember(event, "prompt"),
      };
      Object.assign(call.spawn, present(found));
      return;
    }
    case "collab_waiting_end":
      readStatuses(call, member(event, "statuses"));
      readStatuses(call, entries(member(event, "agent_statuses")));
      return;
    case "collab_close_end":
    case "collab_agent_interaction_end":
    case "collab_resume_end": {
      const ref = textMember(event, "receiver_thread_id");
      const status = readStatus(member(event, "status"));
      if (ref === undefined) return;
      call.to = ref;
      // What a message found its receiver doing is no report of it.
      if (status !== undefined && kind !== "collab_agent_interaction_end") call.statuses.set(ref, status);
    }
  }
}

function readStatuses(call: Call, value: unknown): void {
  if (!isJsonObject(value)) return;
  for (const [ref, told] of Object.entries(value)) {
    const status = readStatus(told);
    if (status !== undefined) call.statuses.set(ref, status);
  }
}

/** `[{"thread_id": …, "status": …}]` as an object of statuses by thread. */
function entries(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return Object.fromEntries(
    value.filter(isJsonObject).flatMap((entry) => {
      const id = textMember(entry, "thread_id");
      return id === undefined ? [] : [[id, member(entry, "status")]];
    }),
  );
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string")
    : typeof value === "string"
      ? [value]
      : [];
}
