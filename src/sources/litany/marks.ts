import type { TaskId } from "../../model/index.ts";
import { append } from "../support/group.ts";
import { decodeText } from "../support/text.ts";
import { isJsonObject, parseJson, present, textMember } from "../support/values.ts";
import type { ObjectId } from "./git/objects.ts";
import type { Repository } from "./git/repository.ts";

/** A ref by which the engine remembers something of an agent. */
export interface Mark {
  /** As recorded: `abandoned`, `held`, `returned`, … */
  readonly kind: string;
  /** Of a call that waits for approval: which, and why. */
  readonly held?: { readonly toolCallId?: string; readonly tool?: string; readonly reason?: string };
}

const NAME = /^refs\/(?:lernie|litany)\/([^/]+)\/([^/]+)$/;
const LARGEST_NOTE = 64 * 1024;

/** Marks by agent, each kind once, in the order of their kinds. The engine's older and newer name count alike. */
export function readMarks(repositories: readonly Repository[]): ReadonlyMap<TaskId, readonly Mark[]> {
  const marks = new Map<TaskId, Mark[]>();
  for (const repository of repositories) {
    for (const [name, oid] of repository.refs) {
      const [, kind, id] = NAME.exec(name) ?? [];
      if (kind === undefined || id === undefined || marks.get(id)?.some((mark) => mark.kind === kind)) continue;
      append(marks, id, kind === "held" ? { kind, held: readHeld(repository, oid) } : { kind });
    }
  }
  return new Map([...marks].map(([id, found]) => [id, found.sort((a, b) => (a.kind < b.kind ? -1 : 1))]));
}

function readHeld(repository: Repository, oid: ObjectId): NonNullable<Mark["held"]> {
  const object = repository.read(oid);
  if (object?.type !== "blob" || object.bytes.length > LARGEST_NOTE) return {};
  const parsed = parseJson(decodeText(object.bytes).text);
  if (parsed.type === "not json" || !isJsonObject(parsed.value)) return {};
  const { value } = parsed;
  return present({
    toolCallId: textMember(value, "tool_use_id"),
    tool: textMember(value, "tool"),
    reason: textMember(value, "reason"),
  });
}
