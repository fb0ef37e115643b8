const LONGEST_TITLE = 80;

/** The first line of a text that says something, without the marks of a heading and not too long for a title. */
export function titleLine(text: string | undefined): string | undefined {
  const lines = text === undefined ? [] : text.split("\n", 200);
  const line = lines
    .map((candidate) => candidate.replace(/^#{1,6}\s+/, "").trim())
    .find((candidate) => candidate !== "");
  return line === undefined ? undefined : shortenTitle(line);
}

/** Cut near 80 characters at a word, with an ellipsis. */
export function shortenTitle(line: string): string {
  const characters = Array.from(line.slice(0, 4 * LONGEST_TITLE));
  if (characters.length <= LONGEST_TITLE) return line;
  const cut = characters.slice(0, LONGEST_TITLE).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > LONGEST_TITLE / 2 ? cut.slice(0, space) : cut}…`;
}
