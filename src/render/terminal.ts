import { escapeAttribute, escapeBetweenTags, type Html, markSpan, trusted } from "./html.ts";
import { safeAddress } from "./markdown-links.ts";
import { createStyle } from "./terminal-style.ts";

/** A stretch of one look. */
export interface Run {
  readonly text: string;
  /** Class names; empty for plain text. */
  readonly style: string;
  /** `text` is the label of a code that does nothing here. */
  readonly mark?: true;
  /** Where a link of the output leads, when that is safe. */
  readonly href?: string;
}

export interface TerminalText {
  readonly runs: readonly Run[];
  /** The text of all runs. */
  readonly text: string;
  /** Characters that stood there before others were written over them. */
  readonly overwritten: number;
}

const COLOURS = /\x1b\[([0-9;:]*)m/y;
// Any other control sequence · a link or another command to the terminal · any other escape.
const OTHER = /\x1b(?:(\[[0-?]*[ -/]*[@-~])|(\][^\x07\x1b\n]{0,2048})(?:\x07|\x1b\\)|([ -/]*[0-Z\\^-~]))/y;

/** Reads what a terminal printed. Only colours, line feeds, carriage returns and backspaces act; all other codes are marks. */
export function readTerminal(recorded: string): TerminalText {
  if (!/[\x1b\b\r]/.test(recorded)) return { runs: [{ text: recorded, style: "" }], text: recorded, overwritten: 0 };
  const runs = createRuns();
  const reader = createReader();
  let overwritten = 0;
  let start = 0;
  while (start <= recorded.length) {
    const newline = recorded.indexOf("\n", start);
    const end = newline === -1 ? recorded.length : newline;
    const line = recorded.slice(start, withoutReturns(recorded, start, end));
    if (line.includes("\r") || line.includes("\b")) {
      const cells = createCells();
      reader.read(line, cells.write);
      for (const cell of cells.line()) runs.write(cell);
      overwritten += cells.overwritten();
    } else reader.read(line, runs.write);
    if (newline === -1) break;
    runs.write({ text: "\n", style: "" });
    start = newline + 1;
  }
  reader.endLink(runs.write);
  const all = runs.all();
  return { runs: all, text: all.map((run) => run.text).join(""), overwritten };
}

/** Carriage returns before a line's end have nothing to overwrite. */
function withoutReturns(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === 0x0d) at--;
  return at;
}

/** Takes lines in order; colours and links go on from one to the next. */
function createReader() {
  const style = createStyle();
  let link = "";
  const endLink = (write: (run: Run) => void) => {
    if (link === "") return;
    const address = safeAddress(link, link);
    write({ text: " ", style: style.classes() });
    write({ text: `[${link}]`, style: "address", ...(address !== undefined && { href: address.href }) });
    link = "";
  };
  const readCode = (line: string, at: number, write: (run: Run) => void): number => {
    COLOURS.lastIndex = at;
    const colours = COLOURS.exec(line);
    if (colours !== null) {
      style.apply(colours[1] ?? "");
      return COLOURS.lastIndex;
    }
    OTHER.lastIndex = at;
    const [, control, command, other] = OTHER.exec(line) ?? [];
    const code = control ?? command ?? other;
    if (code === undefined) {
      write({ text: "ESC", style: "", mark: true });
      return at + 1;
    }
    const target = /^\]8;[^;]*;(.*)$/.exec(code)?.[1];
    if (target === undefined) write({ text: `ESC ${code}`, style: "", mark: true });
    else {
      endLink(write);
      link = target;
    }
    return OTHER.lastIndex;
  };
  return {
    endLink,
    read(line: string, write: (run: Run) => void) {
      let at = 0;
      for (let code = line.indexOf("\x1b"); code !== -1; code = line.indexOf("\x1b", at)) {
        if (code > at) write({ text: line.slice(at, code), style: style.classes() });
        at = readCode(line, code, write);
      }
      if (at < line.length) write({ text: at === 0 ? line : line.slice(at), style: style.classes() });
    },
  };
}

/** A line that is written over: one cell for each character or mark. */
function createCells() {
  const cells: Run[] = [];
  let column = 0;
  let replaced = 0;
  const put = (cell: Run) => {
    const before = cells[column];
    if (before !== undefined && before.text !== " " && before.text !== cell.text) replaced++;
    cells[column] = cell;
    column++;
  };
  return {
    write: (run: Run) => {
      if (run.mark || run.href !== undefined) return put(run);
      for (const character of run.text) {
        if (character === "\r") column = 0;
        else if (character === "\b") column = Math.max(0, column - 1);
        else put({ ...run, text: character });
      }
    },
    line: () => cells,
    overwritten: () => replaced,
  };
}

/** Collects runs; neighbours of one look become one. */
function createRuns() {
  const runs: Run[] = [];
  let texts: string[] = [];
  let last: Run | undefined;
  const flush = () => {
    if (last !== undefined) runs.push({ ...last, text: texts.join("") });
    texts = [];
  };
  return {
    write(run: Run) {
      const same = last !== undefined && last.style === run.style && !last.mark && !run.mark && last.href === run.href;
      if (!same) {
        flush();
        last = run;
      }
      texts.push(run.text);
    },
    all() {
      flush();
      return runs;
    },
  };
}

/** The runs between two places of the text as markup for a place between tags. */
export function writeTerminal(runs: readonly Run[], from: number, to: number): Html {
  const out: string[] = [];
  let at = 0;
  for (const run of runs) {
    const end = at + run.text.length;
    if (at >= to) break;
    if (end > from) out.push(writeRun(run, run.text.slice(Math.max(0, from - at), to - at)));
    at = end;
  }
  return trusted(out.join(""), "every text escaped, every class our own");
}

function writeRun({ style, mark, href }: Run, text: string): string {
  if (mark) return markSpan(text);
  const words = escapeBetweenTags(text);
  const linked =
    href === undefined ? words : `<a href="${escapeAttribute(href)}" rel="noreferrer noopener nofollow">${words}</a>`;
  return style === "" ? linked : `<span class="${style}">${linked}</span>`;
}
