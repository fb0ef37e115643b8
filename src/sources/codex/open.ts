import type { OpenWorkspace } from "../../model/index.ts";
import { parseLine } from "../support/jsonl.ts";
import { bytesAt } from "../support/safe-read.ts";
import { inTreeOrder } from "../support/tree-order.ts";
import { isJsonObject, type JsonObject, member } from "../support/values.ts";
import { accountFor, listFiles } from "./account.ts";
import { diagnose } from "./diagnostics.ts";
import { findEdges } from "./edges.ts";
import type { LinePlace } from "./facts.ts";
import { findPrompts, inputsFromParent, joinFamily, type Member } from "./family.ts";
import type { Location } from "./locate.ts";
import { recordsOf } from "./records.ts";
import { type Session, walkRows } from "./rows.ts";
import { readSessions } from "./sessions.ts";
import { describeTasks } from "./tasks.ts";

/** The index pass, then rows on demand. */
export function openLocation(location: Location): OpenWorkspace {
  const { root } = location;
  const { members, unreadable, repeatedIds } = readSessions(location);
  const family = joinFamily(members);
  const order = inTreeOrder([...members.keys(), ...family.mentioned.keys()].sort(), family.parentOf);
  const prompts = findPrompts(family);
  const sessions = new Map([...members].map(([id, one]) => [id, sessionOf(one)]));
  return {
    index: {
      format: "codex",
      tasks: describeTasks(family, order),
      edges: findEdges(family, order),
      gaps: new Map(),
      stored: new Map(),
      files: listFiles(location, family),
      notes: accountFor(family),
      diagnostics: diagnose(location, family, unreadable, repeatedIds),
    },
    async *rows(taskId) {
      const session = sessions.get(taskId);
      if (session === undefined) return;
      yield* walkRows(session, {
        lines: () => recordsOf(root, session.facts.path, session.facts.size),
        payload: (place) => payloadAt(root, session.facts.path, place),
        agent: (ref) => family.sender(taskId, ref),
      });
    },
    async bytes(place) {
      return bytesAt(root, place);
    },
    async request() {
      return undefined;
    },
    async close() {},
  };

  function sessionOf(one: Member): Session {
    const { copied } = one;
    const original = copied === undefined ? undefined : members.get(copied.from);
    const parentId = one.facts.head?.parentId;
    return {
      taskId: one.taskId,
      facts: one.facts,
      fromParent: inputsFromParent(one, prompts),
      ...(parentId === undefined ? {} : { parent: family.sender(one.taskId, parentId) }),
      ...(copied === undefined
        ? {}
        : {
            copied: {
              ...copied,
              ...(original === undefined ? {} : { original: { taskId: original.taskId, name: original.facts.name } }),
            },
          }),
    };
  }
}

function payloadAt(root: string, file: string, { start, end }: LinePlace): JsonObject | undefined {
  const { content } = parseLine(Buffer.from(bytesAt(root, { file, start, end })));
  const payload = content.type === "object" ? member(content.value, "payload") : undefined;
  return isJsonObject(payload) ? payload : undefined;
}
