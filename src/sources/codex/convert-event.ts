import type { NoticeRow } from "../../model/index.ts";
import { type JsonObject, member, present, textMember } from "../support/values.ts";
import type { Context, Draft } from "./context.ts";
import { convertInput } from "./convert-input.ts";
import { commandLine } from "./dialect.ts";
import { classifyEvent, eventImages, eventText } from "./events.ts";
import { quoteSettings, settingsOf } from "./settings.ts";

type Notice = Pick<NoticeRow, "type" | "code" | "severity" | "says" | "quotes">;

const SHOWN_ONLY = "recorded as shown by the interface; no record says that the model had it";

/** The row of an event that no item repeats and no other row takes up; `undefined` for one of an unknown kind. */
export function convertEvent(kind: string, event: JsonObject, context: Context): readonly Draft[] | undefined {
  const text = eventText(event);
  const model = context.model === undefined ? {} : { model: context.model };
  switch (classifyEvent(kind)) {
    case "user": {
      const parts = [...(text === "" ? [] : [{ type: "text" as const, text }]), ...eventImages(event)];
      return [{ ...convertInput(parts, { type: "typed" }, context), remarks: [SHOWN_ONLY] }];
    }
    case "answer":
      return [{ type: "message", role: "assistant", parts: [{ type: "text", text }], ...model, remarks: [SHOWN_ONLY] }];
    case "reasoning":
      return [{ type: "reasoning", text, ...model, remarks: [SHOWN_ONLY] }];
    case "turn end": {
      const parts = [{ type: "text" as const, text: textMember(event, "last_agent_message") ?? "" }];
      return [
        {
          type: "message",
          role: "assistant",
          parts,
          ...model,
          remarks: ["recorded only as the last words of its turn"],
        },
      ];
    }
    case "abort":
      return [abortNotice(textMember(event, "reason"))];
    case "compacted":
      return [
        {
          type: "compaction",
          summaries: [],
          says: "The context was compacted. What the model went on with is not recorded.",
        },
      ];
    case "rollback": {
      const turns = member(event, "num_turns");
      const many =
        typeof turns === "number"
          ? `The last ${turns === 1 ? "turn was" : `${turns} turns were`} taken back`
          : "Turns were taken back";
      return [notice("turns-taken-back", "warning", `${many}: from here on the model no longer saw them.`, [])];
    }
    case "error":
      return [notice("error", "failure", "Codex recorded an error.", quote(event))];
    case "search":
    case "call":
      return [kind === "exec_command_end" ? commandNotice(event) : callNotice(kind, event)];
    case "notice":
      return [
        notice(
          kind.replaceAll("_", "-"),
          severityOf(kind),
          SAYINGS.get(kind) ?? "Codex recorded a note.",
          quote(event),
        ),
      ];
    default:
      return undefined;
  }
}

const SAYINGS: ReadonlyMap<string, string> = new Map([
  ["stream_error", "The connection to the model broke, and Codex tried again."],
  ["warning", "Codex recorded a warning."],
  ["deprecation_notice", "Codex recorded that something it was told to use will go."],
  ["entered_review_mode", "A review began."],
  ["exited_review_mode", "The review ended."],
  ["undo_completed", "Changes to files were undone."],
  ["item_completed", "Codex recorded a finished item."],
  ["guardian_assessment", "Codex's own reviewer judged a request."],
]);

function severityOf(kind: string): Notice["severity"] {
  return kind === "stream_error" || kind === "warning" ? "warning" : "note";
}

function abortNotice(reason: string | undefined): Notice {
  const says =
    reason === "interrupted"
      ? "The turn was interrupted by the person at work with it."
      : reason === "replaced"
        ? "The turn was broken off because another one took its place."
        : reason === "review_ended"
          ? "The turn was broken off because its review ended."
          : "The turn was broken off.";
  return notice("turn-aborted", "warning", says, reason === undefined ? [] : [{ title: "Reason", text: reason }]);
}

function commandNotice(event: JsonObject): Notice {
  const command = member(event, "command");
  const words =
    Array.isArray(command) && command.every((word) => typeof word === "string") ? commandLine(command) : command;
  const exitCode = member(event, "exit_code");
  const typed = textMember(event, "source") === "user_shell";
  const who = typed ? "A command that the person ran" : "A command whose end no result tells";
  const output =
    textMember(event, "aggregated_output") ??
    [textMember(event, "stdout"), textMember(event, "stderr")].filter((text) => text !== undefined).join("");
  return notice(
    "command-ended",
    exitCode === 0 ? "note" : "warning",
    `${who} ended${typeof exitCode === "number" ? ` with exit code ${exitCode}` : ""}.`,
    [
      ...(typeof words === "string" ? [{ title: "Command", text: words }] : []),
      ...(output === "" ? [] : [{ title: "Output", text: output }]),
    ],
  );
}

function callNotice(kind: string, event: JsonObject): Notice {
  return notice(
    kind.replaceAll("_", "-"),
    "note",
    "The interface was told of a call that no other line records.",
    quote(event),
  );
}

function quote(event: JsonObject): Notice["quotes"] {
  return quoteSettings(settingsOf(event), undefined);
}

function notice(code: string, severity: Notice["severity"], says: string, quotes: Notice["quotes"]): Notice {
  return present({ type: "notice" as const, code, severity, says, quotes });
}
