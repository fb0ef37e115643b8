/** The one function that search data call. */
const CALL = "taskfolio";

/**
 * Search data as a classic script: one call with one ASCII-only string literal, whose text is JSON. The script that
 * searches reads it as data; nothing of it is ever code, in any encoding, inside a page or beside it. `json` is that text.
 */
export function searchScript(json: string): string {
  return `${CALL}(${asciiLiteral(json)});\n`;
}

/** Bytes that a string takes inside such a script. */
export function searchCost(text: string): number {
  return asciiLiteral(JSON.stringify(text)).length - 2;
}

/** `<` is written as an escape too: inside a page no end of a script element can come from data. */
function asciiLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[<\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
