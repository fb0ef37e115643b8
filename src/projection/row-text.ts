import type { Part, Row } from "../model/index.ts";

/** The text of parts, as one string; parts without text add nothing. */
export function partsText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** What of a row can be compared with a piece of a request: its plain text. Absent where it has none. */
export function rowText(row: Row): string | undefined {
  switch (row.type) {
    case "message":
      return partsText(row.parts) || undefined;
    case "reasoning":
      return row.text || undefined;
    case "tool-result":
      return partsText(row.output) || undefined;
    default:
      return undefined;
  }
}

/** Said, thought or called by the model. */
export function isReply(row: Row): boolean {
  return (row.type === "message" && row.role === "assistant") || row.type === "reasoning" || row.type === "tool-call";
}
