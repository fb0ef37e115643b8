/** One line, never empty: the first of these names that says something, else the id. */
export function titleOf(id: string, ...names: readonly (string | undefined)[]): string {
  for (const name of [...names, id]) {
    const line = name?.replace(/[\n\r\u2028\u2029]+/g, " ");
    if (line !== undefined && line.trim() !== "") return line;
  }
  return "A Task whose id is blank";
}

/** The first line that says something. */
export function firstLine(text: string | undefined): string | undefined {
  return text
    ?.split("\n", 200)
    .map((line) => line.trim())
    .find((line) => line !== "");
}
