import type { InputSource, MessageRow, Sender } from "../../model/index.ts";
import { present } from "../support/values.ts";
import { readNotification, teammatesIn, voiceOf } from "./user-text.ts";

/** Who speaks in a message to the model, and how it came. */
export type Voiced = Pick<MessageRow, "role"> & { readonly input: InputSource; readonly remarks?: readonly string[] };

export interface How {
  readonly isMeta: boolean;
  /** It waited in the queue while the agent worked. */
  readonly queued: boolean;
  /** When it was put there. */
  readonly storedAt?: string;
}

/** Tells the senders of one ledger's inputs. */
export interface Speaker {
  of(text: string, how: How): Voiced;
  /** Claude Code itself. */
  readonly program: Sender;
}

export interface SpeakerFacts {
  /** Who prompts: a person, an agent, or an agent that nothing names. */
  readonly prompter: "person" | "unknown agent" | Sender;
  /** An agent of the same session by its id or its name. */
  readonly agent: (id: string) => Sender;
}

const PROGRAM: Sender = { id: "Claude Code" };
const PERSON: Sender = { id: "user" };

export function createSpeaker(facts: SpeakerFacts): Speaker {
  return {
    program: PROGRAM,
    of(text, { isMeta, queued, storedAt }) {
      const mailed = queued || storedAt !== undefined;
      const input = (sender: Sender | undefined, kind: InputSource["kind"]) =>
        present({ kind: mailed ? ("mailbox" as const) : kind, sender, storedAt });
      switch (voiceOf(text, isMeta)) {
        case "prompt":
        case "interrupt":
          if (facts.prompter === "person") return { role: "user", input: input(PERSON, "context") };
          return {
            role: "agent",
            input: input(facts.prompter === "unknown agent" ? undefined : facts.prompter, "context"),
          };
        case "command":
          return {
            role: "user",
            input: input(PERSON, "context"),
            remarks: ["a command that was typed into Claude Code"],
          };
        case "command output":
          return { role: "system", input: input(PROGRAM, "context"), remarks: ["what such a command printed"] };
        case "program":
          return { role: "system", input: input(PROGRAM, "guidance") };
        case "notification":
          return notification(text, facts, input);
        case "teammate": {
          const [only, ...others] = teammatesIn(text);
          const sender = only === undefined || others.length > 0 ? undefined : facts.agent(only);
          return { role: "agent", input: input(sender, "mailbox") };
        }
      }
    },
  };
}

function notification(
  text: string,
  facts: SpeakerFacts,
  input: (sender: Sender | undefined, kind: InputSource["kind"]) => InputSource,
): Voiced {
  const { taskId, status } = readNotification(text) ?? {};
  const source = input(taskId === undefined ? undefined : facts.agent(taskId), "mailbox");
  return { role: "agent", input: status === undefined ? source : { ...source, ending: { epitaph: status } } };
}
