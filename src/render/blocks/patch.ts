import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, join, NOTHING, text } from "../html.ts";
import { readPatch, statsOf } from "../patch.ts";
import type { PatchFile, PatchLine } from "../patch-file.ts";
import { writePatchLines } from "../patch-lines.ts";
import { cutEnd, cutMiddle, once, shortened, writeWithin } from "../shorten.ts";
import { count } from "../words.ts";
import { renderCode } from "./code.ts";
import { blockTitle, frame } from "./parts.ts";

/** The lines of one file that are shown, all or a part. */
interface Piece {
  readonly file: PatchFile;
  readonly lines: readonly PatchLine[];
}

/** A patch file by file, with changed words marked. Text that is no patch is coloured by the first character of each line. */
export function renderPatch(block: Block & { type: "patch" }, context: BlockContext, room: Room): Html {
  const files = readPatch(block.text);
  const { text: patch, title } = block;
  if (files !== undefined) return renderFiles({ files, title, all: () => patch }, context, room);
  return renderCode(
    { type: "code", text: patch, language: "diff", ...(title !== undefined && { title }) },
    context,
    room,
  );
}

/** The same of a change that is known as lines. */
export function renderDiff({ files, title }: Block & { type: "diff" }, context: BlockContext, room: Room): Html {
  return renderFiles({ files, title, all: () => files.map(fileText).join("\n") }, context, room);
}

/** A changed file as plain text. */
export function fileText({ path = "Lines outside any file", lines }: PatchFile): string {
  return `${path}\n${lines.map((line) => `${line.text}\n`).join("")}`;
}

interface Change {
  readonly files: readonly PatchFile[];
  readonly title: string | undefined;
  /** All of it as text. */
  all(): string;
}

function renderFiles({ files, title, all: everything }: Change, context: BlockContext, room: Room): Html {
  const all = once(() => context.attachments.text(everything()));
  const total = files.reduce((sum, file) => sum + lengthOf(file), 0);
  return writeWithin(total, room, context, (budget) => {
    const { head, tail } = cutFiles(files, budget);
    const shown = [...head, ...tail].reduce((sum, piece) => sum + lengthOf({ ...piece.file, lines: piece.lines }), 0);
    const between = text(`… ${count(Math.max(0, total - shown))} characters not shown …`);
    return frame(context, [
      blockTitle(title, context),
      ...head.map((piece) => writePiece(piece, context)),
      tail.length === 0 ? NOTHING : context.templates.render("blocks/remark", { says: between }),
      ...tail.map((piece) => writePiece(piece, context)),
      shortened(Math.min(shown, total), total, all, context),
    ]);
  });
}

function writePiece({ file, lines }: Piece, context: BlockContext): Html {
  const { added, removed } = statsOf(file);
  const words = [
    ...(file.change === "changed"
      ? []
      : [file.change === "renamed" ? `renamed from ${file.from ?? "?"}` : file.change]),
    ...(added + removed === 0 ? [] : [`+${count(added)}${file.beforeUnknown ? "" : ` −${count(removed)}`}`]),
  ];
  const path = file.path ?? "Lines outside any file";
  return join([
    context.templates.render("blocks/patch-file", { path: text(path), words: text(words.join(" · ")) }),
    lines.length === 0
      ? NOTHING
      : context.templates.render("blocks/patch", { label: `Change to ${path}`, body: writePatchLines(lines) }),
  ]);
}

/** A file weighs its lines and its name, so that files without lines count too. */
function lengthOf({ path = "", lines }: PatchFile): number {
  return lines.reduce((sum, line) => sum + line.text.length + 1, path.length + 1);
}

/** All files, or those and parts of those that fit at the beginning and at the end. */
function cutFiles(files: readonly PatchFile[], budget: number): { head: readonly Piece[]; tail: readonly Piece[] } {
  const whole = files.map((file) => ({ file, lines: file.lines }));
  if (files.reduce((sum, file) => sum + lengthOf(file), 0) <= budget) return { head: whole, tail: [] };
  const head: Piece[] = [];
  let left = Math.floor(budget * 0.75);
  for (const file of files) {
    if (left <= lengthOf({ ...file, lines: [] })) break;
    const lines = firstLines(file.lines, left - lengthOf({ ...file, lines: [] }));
    head.push({ file, lines });
    left -= lengthOf({ ...file, lines });
    if (lines.length < file.lines.length) break;
  }
  return { head, tail: lastPieces(files.slice(Math.max(0, head.length - 1)), head.at(-1), budget) };
}

function firstLines(lines: readonly PatchLine[], budget: number): PatchLine[] {
  const shown: PatchLine[] = [];
  let left = budget;
  for (const line of lines) {
    if (line.text.length + 1 > left) {
      const { head } = cutEnd(line.text, Math.max(0, left));
      if (head > 0) shown.push({ ...line, text: line.text.slice(0, head) });
      break;
    }
    shown.push(line);
    left -= line.text.length + 1;
  }
  return shown;
}

/** The last lines of the last file, where the head did not reach them. */
function lastPieces(rest: readonly PatchFile[], reached: Piece | undefined, budget: number): Piece[] {
  const file = rest.at(-1);
  if (file === undefined) return [];
  const open = file === reached?.file ? file.lines.slice(reached.lines.length) : file.lines;
  const source = open.map((line) => line.text).join("\n");
  const { tail } = cutMiddle(source, Math.max(0, Math.min(Math.floor(budget / 4), source.length - 1)));
  let at = 0;
  const lines = open.filter((line) => {
    const start = at;
    at += line.text.length + 1;
    return start >= tail;
  });
  return lines.length === 0 ? [] : [{ file, lines }];
}
