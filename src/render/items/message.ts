import type { InputSource, MessageRow, Sender } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { taskLink } from "../parts/links.ts";
import { timeOf } from "../parts/time.ts";
import { oneLine, plural } from "../words.ts";
import { partBlocks } from "./parts.ts";
import { restricted } from "./restricted.ts";
import { frameOf, type Owner, rowFrame } from "./row.ts";

/** A speaker's name stands on every message; the head of the page has it whole. */
export const SPEAKER = 60;
/** What a folded message shows of its id and of its text. */
const PREVIEW = 120;

/** Something said to the model or by it: open, with who said it and how it came. */
export function message(desk: Desk, row: MessageRow, owner: Owner): Html {
  const folded = row.role === "system";
  const body = desk.fill("items/message", {
    folded,
    incoming: row.input !== undefined,
    who: speaker(desk, row, owner),
    about: folded ? text(preview(row)) : undefined,
    size: folded && row.restricted === undefined ? sizeWords(row) : "",
    created: row.createdAt === undefined ? undefined : timeOf(desk, row.createdAt),
    source: row.input && source(desk, row.input, "visible from this turn"),
    empty: row.parts.length === 0 && row.restricted === undefined,
    content: row.restricted ? restricted(desk, "this message is", row.restricted) : desk.blocks(partBlocks(row.parts)),
  });
  return rowFrame(desk, { ...frameOf(owner, row), classes: row.restricted ? "stay" : "", body });
}

/** Who speaks: a name that the record gives, as a link where it is another Task's. */
function speaker(desk: Desk, row: MessageRow, owner: Owner): Html {
  if (row.input?.sender !== undefined) return sender(desk, row.input.sender);
  switch (row.role) {
    case "assistant":
      return desk.fill("parts/name", { name: text(oneLine(owner.agent ?? "the model", SPEAKER)) });
    case "system":
      return text("Role instructions");
    default:
      return text(row.role);
  }
}

export function sender(desk: Desk, { id, taskId, name }: Sender): Html {
  return taskId === undefined
    ? desk.fill("parts/name", { name: text(name ?? id) })
    : taskLink(desk, taskId, name ?? id);
}

const KIND_WORDS: Readonly<Record<InputSource["kind"], string>> = {
  context: "",
  mailbox: "from the mailbox",
  system: "system",
  guidance: "guidance",
  artifact: "artifact",
};

/** How an input came. `delivery` says from when the model saw it, and is said of mail only. */
export function source(desk: Desk, input: InputSource, delivery: string): Html {
  const { id, storedAt, ending, extra = [] } = input;
  return desk.fill("items/source", {
    kind: KIND_WORDS[input.kind],
    id: id === undefined ? undefined : text(id),
    stored: storedAt === undefined ? undefined : timeOf(desk, storedAt),
    delivery: input.kind === "mailbox" ? delivery : "",
    epitaph: ending && text(ending.epitaph),
    terminal: ending?.terminalRef === undefined ? undefined : text(ending.terminalRef),
    extra: extra.map(([name, value]) => ({ name: text(name), value: text(value) })),
  });
}

/** What a folded message is, where its source names it, and how it begins. */
function preview({ parts, input, restricted }: MessageRow): string {
  if (restricted) return "";
  const begins = parts.find((part) => part.type === "text");
  return [input?.id, begins?.text].flatMap((words) => (words ? [oneLine(words, PREVIEW)] : [])).join(" · ");
}

function sizeWords({ parts }: MessageRow): string {
  const characters = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  const others = parts.filter(({ type }) => type !== "text").length;
  return [
    ...(characters === 0 ? [] : [plural(characters, "character")]),
    ...(others === 0 ? [] : [plural(others, "value")]),
  ].join(", ");
}
