import type { InputSource, TaskId } from "../../model/index.ts";
import { isJsonObject, member, present } from "../support/values.ts";
import { mend } from "./mend.ts";
import { fieldProblem, type Problem } from "./problems.ts";
import { inputSource } from "./row-schema.ts";

/** Where an input came from, before it is known which senders are Tasks of the workspace. */
export interface Input extends Omit<InputSource, "sender"> {
  readonly sender?: { readonly id: string; readonly name?: string };
  /** The Task that the record names as the sender; `null` where it says that the sender is none. */
  readonly senderTask?: TaskId | null;
}

/** A row's `source`; `undefined` when there is none. A kind that the format does not know is read as context. */
export function readInput(recorded: unknown, note: (problem: Problem) => void): Input | undefined {
  if (recorded === undefined || recorded === null) return undefined;
  const { data, faulty, missing } = mend(inputSource, isJsonObject(recorded) ? recorded : {});
  if (faulty.length > 0 || missing.length > 0) note(fieldProblem("ill-formed", "source"));
  const { sender, senderName: name, deliveredAt, ending } = data;
  const extra = [...(deliveredAt === undefined ? [] : [["deliveredAt", deliveredAt] as const]), ...(data.extra ?? [])];
  return present({
    kind: data.kind ?? ("context" as const),
    id: data.id,
    sender: sender === undefined ? undefined : present({ id: sender, name }),
    storedAt: data.storedAt,
    ending: ending && present({ epitaph: ending.epitaph, terminalRef: ending.terminalRef }),
    extra: extra.length === 0 ? undefined : extra,
    senderTask: isJsonObject(recorded) && member(recorded, "senderTask") === null ? null : data.senderTask,
  });
}

/** The input with its sender told apart: a sender is a Task where the record says so, or where its id is that of one. */
export function inputOf({ senderTask, sender, ...input }: Input, isTask: (id: string) => boolean): InputSource {
  if (sender === undefined) return input;
  const taskId = senderTask === null ? undefined : (senderTask ?? (isTask(sender.id) ? sender.id : undefined));
  return { ...input, sender: present({ ...sender, taskId }) };
}
