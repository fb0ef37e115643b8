import { member } from "../support/values.ts";
import { asObject, type Body, type Head } from "./content.ts";
import { readTool } from "./dialect.ts";
import { roleOf } from "./role.ts";
import type { RowWord } from "./row-schema.ts";

/** A row whose content its source withholds: what kind of thing it is, and nothing else of what the record may hold. */
export function withheldBody(type: RowWord, recorded: unknown, head: Head): Body {
  const content = asObject(type, recorded, head) ?? {};
  const { toolCallId } = head;
  switch (type) {
    case "message":
      return { type, role: roleOf(member(content, "role"), head.input), parts: [] };
    case "reasoning":
      return { type };
    case "tool-call": {
      const name = word("name") ?? "";
      const kind = word("kind") ?? readTool(name, undefined).kind;
      return { type, toolCallId, name, kind, input: undefined, fields: {} };
    }
    case "tool-result":
      return { type, toolCallId, output: [], isError: false };
    case "compaction":
      return { type, summaries: [], says: "The summaries are withheld." };
    case "notice":
      return {
        type,
        code: word("code") ?? "notice",
        severity: "note",
        says: "A notice of the run is withheld.",
        quotes: [],
      };
    case "raw":
      return { type, text: "", says: "A record that could not be read is withheld." };
  }

  function word(name: string): string | undefined {
    const value = member(content, name);
    return typeof value === "string" ? value : undefined;
  }
}
