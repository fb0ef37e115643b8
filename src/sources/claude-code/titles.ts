import { shortenTitle } from "../support/title-line.ts";
import type { Entry } from "./entry.ts";
import { commandIn, voiceOf, withoutEnvelope } from "./user-text.ts";

/** What a record asks for, in the words of whoever wrote it; what Claude Code adds before it is left out. */
export function promptIn(entry: Entry | undefined): string | undefined {
  if (entry?.type !== "user" && entry?.type !== "attachment") return undefined;
  const texts = entry.type === "user" ? textsOf(entry) : [];
  const spoken = texts.filter((text) => voiceOf(text, false) === "prompt");
  const said = (spoken.length > 0 ? spoken : texts).map(withoutEnvelope).join("\n");
  return said.trim() === "" ? undefined : said;
}

/** The command that a record types, where it is one. */
export function commandInEntry(entry: Entry | undefined): string | undefined {
  if (entry?.type !== "user") return undefined;
  return textsOf(entry)
    .map(commandIn)
    .find((command) => command !== undefined);
}

function textsOf(entry: Extract<Entry, { type: "user" }>): readonly string[] {
  return (entry.blocks ?? []).flatMap((block) =>
    block.type === "part" && block.part.type === "text" ? [block.part.text] : [],
  );
}

/** The first line that says something, short enough for a heading. */
export function titleLine(text: string | undefined): string | undefined {
  const lines = text?.slice(0, 20_000).split("\n", 200);
  const line = lines
    ?.map((one) => one.replace(/^\s*(?:#{1,6}\s+|<[a-z_-]{1,40}>)/, "").trim())
    .find((one) => one !== "");
  return line === undefined ? undefined : shortenTitle(line);
}
