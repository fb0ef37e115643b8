import { lastSegment } from "./names.ts";

const LONGEST_TITLE = 80;
// Older engines had no `name` file: the first line of the goal told the agent its name.
const IDENTITY = /^(?:You are|Your name is|Identity:|Name:)\s+([A-Z][a-z]+[A-Z][A-Za-z]*)[.!]?\s*$/;

/** The name that an older goal gives its agent in its first line. */
export function nameInGoal(goal: string | undefined): string | undefined {
  return IDENTITY.exec(firstLines(goal).find((line) => line.trim() !== "") ?? "")?.[1];
}

/** One line, never empty: what the agent was asked, else its name, else the last part of its id. */
export function titleOf(id: string, goal: string | undefined, name: string | undefined): string {
  return goalLine(goal) ?? name ?? lastSegment(id);
}

function goalLine(goal: string | undefined): string | undefined {
  const lines = firstLines(goal).map((line) => line.replace(/^#{1,6}\s+/, "").trim());
  const line = lines.find((candidate) => candidate !== "" && !IDENTITY.test(candidate));
  return line === undefined ? undefined : shorten(line);
}

/** The beginning of a text, line by line; a title is one line, whatever ends it. */
function firstLines(text: string | undefined): readonly string[] {
  return text?.slice(0, 20_000).split(/[\n\r\u2028\u2029]/, 200) ?? [];
}

function shorten(line: string): string {
  const characters = Array.from(line.slice(0, 4 * LONGEST_TITLE));
  if (characters.length <= LONGEST_TITLE) return line;
  const cut = characters.slice(0, LONGEST_TITLE).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > LONGEST_TITLE / 2 ? cut.slice(0, space) : cut}…`;
}
