import type { Summary } from "../../model/index.ts";
import type { JsonObject } from "../support/values.ts";
import type { Context, Draft } from "./context.ts";
import { convertCompaction } from "./convert-compaction.ts";
import { convertEvent } from "./convert-event.ts";
import { convertItem } from "./convert-item.ts";
import { type RecordLine, rawText } from "./entry.ts";
import { instructionsOf } from "./head.ts";
import { readItem } from "./items.ts";
import { quoteSettings, settingsOf } from "./settings.ts";

/** The rows of one line, in recorded order; at least one. */
export function convertLine(
  record: RecordLine,
  context: Context,
  summary: (text: string) => Summary,
): readonly Draft[] {
  const { entry } = record;
  switch (entry.type) {
    case "meta":
      return convertHead(entry.value);
    case "context":
      return [convertSettings(entry.value, context)];
    case "item":
      return (
        convertItem(readItem(entry.kind, entry.value), context) ?? [
          raw(record, "it is an item of a kind that this reader does not know"),
        ]
      );
    case "event":
      return (
        convertEvent(entry.kind, entry.value, context) ?? [
          raw(record, "it is an event of a kind that this reader does not know"),
        ]
      );
    case "compacted":
      return convertCompaction(entry.value, context, summary);
    case "state":
    case "unknown":
      return [raw(record, "it is a line of a kind that this reader does not know")];
    case "unreadable":
      return [raw(record, entry.says)];
  }
}

function raw(record: RecordLine, says: string): Draft {
  return { type: "raw", text: rawText(record), says };
}

function convertHead(value: JsonObject): readonly Draft[] {
  const instructions = instructionsOf(value);
  const quotes = quoteSettings(settingsOf(value), undefined);
  return [
    { type: "notice", code: "session", severity: "note", says: "The session, as its first line records it.", quotes },
    ...(instructions === undefined
      ? []
      : [
          {
            type: "message",
            role: "system",
            parts: [{ type: "text", text: instructions }],
            input: { kind: "system" },
          } as const,
        ]),
  ];
}

function convertSettings(value: JsonObject, { before }: Context): Draft {
  const says =
    before === undefined ? "Settings of the turns that follow." : "Settings that changed for the turns that follow.";
  return { type: "notice", code: "settings", severity: "note", says, quotes: quoteSettings(settingsOf(value), before) };
}
