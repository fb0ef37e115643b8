import type { Draft } from "./context.ts";
import { readOutput } from "./outputs.ts";

/** Follows which commands run on after their results, by the number under which they are read on. */
export interface Running {
  see(draft: Draft): void;
  commandOf(session: unknown): string | undefined;
}

/** So many commands are remembered at most; what nothing answers for that long does not run on. */
const MOST = 1_000;

export function followRunning(): Running {
  const asked = new Map<string, string>();
  const sessions = new Map<string, string>();
  return {
    see(draft) {
      if (draft.type === "tool-call" && draft.kind === "shell" && typeof draft.fields.command === "string") {
        remember(asked, draft.toolCallId, draft.fields.command);
      }
      if (draft.type !== "tool-result") return;
      const command = asked.get(draft.toolCallId);
      asked.delete(draft.toolCallId);
      const [first] = draft.output;
      if (command === undefined || first?.type !== "text" || draft.exitCode !== undefined) return;
      const { session } = readOutput(first.text);
      if (session !== undefined) remember(sessions, session, command);
    },
    commandOf: (session) => sessions.get(String(session)),
  };
}

function remember(commands: Map<string, string>, key: string, command: string): void {
  commands.set(key, command);
  const [oldest] = commands.keys();
  if (commands.size > MOST && oldest !== undefined) commands.delete(oldest);
}
