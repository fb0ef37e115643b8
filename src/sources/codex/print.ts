/** A value as text for a quote: texts as they are, anything else as JSON. */
export function printValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? "";
  } catch (error) {
    // `JSON.stringify` runs out of stack at depths that `JSON.parse` accepts.
    if (error instanceof RangeError) return "(nested too deeply to be printed here; its line is in the source)";
    throw error;
  }
}
