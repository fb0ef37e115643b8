import type { OpenWorkspace, Place, Row } from "../model/index.ts";

/** Writes any JSON value as text, however deep. */
export type PrintJson = (value: unknown) => string;

/**
 * Bytes for rows of records that hold something withheld or masked: written anew from what is shown of them. A place is
 * known by itself, so a reader can only ask for places that rows gave out.
 */
export function rewriteBytes(workspace: Pick<OpenWorkspace, "bytes">, print: PrintJson) {
  const rows = new WeakMap<Place, Row>();
  return {
    remember(row: Row): void {
      rows.set(row.place, row);
    },
    async bytes(place: Place): Promise<Uint8Array> {
      const row = rows.get(place);
      if (row) return Buffer.from(rewritten(row, print), "utf8");
      // A place that speaks of something withheld and is not a row's has no bytes to give.
      return place.rewritten ? new Uint8Array() : workspace.bytes(place);
    },
  };
}

/** What is shown of a row, as JSON, under the model's own names. */
function rewritten(row: Row, print: PrintJson): string {
  switch (row.type) {
    case "message":
      return print({ type: row.type, role: row.role, parts: row.parts });
    case "reasoning":
      return print({ type: row.type, text: row.text, withheld: row.withheld });
    case "tool-call":
      return print({ type: row.type, id: row.toolCallId, name: row.name, input: row.input });
    case "tool-result":
      return print({
        type: row.type,
        id: row.toolCallId,
        output: row.output,
        isError: row.isError,
        exitCode: row.exitCode,
      });
    case "compaction":
      return print({ type: row.type, summaries: row.summaries.map((summary) => summary.text) });
    case "notice":
      return print({ type: row.type, code: row.code, quotes: row.quotes });
    case "raw":
      return row.text;
  }
}
