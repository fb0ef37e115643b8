import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";

/** Who a session is and where it comes from, by its `session_meta`. */
export interface Head {
  readonly id?: string;
  readonly createdAt?: string;
  /** A session that another one started: as a sub-agent with a task, a review, a compaction, … */
  readonly subagent?: string;
  readonly parentId?: string;
  /** The session whose history was copied into this one. */
  readonly forkedFrom?: string;
  readonly nickname?: string;
  readonly role?: string;
  readonly agentPath?: string;
}

export function readHead(value: JsonObject): Head {
  const source = member(value, "source");
  const sub = isJsonObject(source) ? (member(source, "subagent") ?? member(source, "sub_agent")) : undefined;
  const spawn = isJsonObject(sub) ? member(sub, "thread_spawn") : undefined;
  const spawned = isJsonObject(spawn) ? spawn : {};
  const text = (name: string, inner: string = name) => textMember(value, name) ?? textMember(spawned, inner);
  const found = {
    id: textMember(value, "id"),
    createdAt: textMember(value, "timestamp"),
    subagent: subagentOf(sub) ?? (textMember(value, "thread_source") === "subagent" ? "subagent" : undefined),
    parentId: textMember(spawned, "parent_thread_id") ?? textMember(value, "parent_thread_id"),
    forkedFrom: textMember(value, "forked_from_id"),
    nickname: text("agent_nickname"),
    role: text("agent_role"),
    agentPath: text("agent_path"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fact]) => fact !== undefined));
}

/** System text that the session was started with. */
export function instructionsOf(value: JsonObject): string | undefined {
  const base = member(value, "base_instructions");
  const text = isJsonObject(base) ? textMember(base, "text") : typeof base === "string" ? base : undefined;
  const found = text ?? textMember(value, "instructions");
  return found === "" ? undefined : found;
}

function subagentOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return isJsonObject(value) ? Object.keys(value)[0] : undefined;
}
