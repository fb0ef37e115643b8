import { jsonText } from "../support/json-text.ts";

/** A value as text for a quote: texts as they are, anything else as JSON, over several lines unless it nests too deep. */
export function printValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? "";
  } catch (error) {
    // `JSON.stringify` runs out of stack at depths that `JSON.parse` accepts.
    if (error instanceof RangeError) return jsonText(value);
    throw error;
  }
}
