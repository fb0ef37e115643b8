import { count } from "./words.ts";

/**
 * Characters that a reader could not see or that would move others, as the inside of a character class: control, bidi,
 * zero-width, filler, tag, no character. They are written as labelled marks. Tab and line feed are plain white space.
 */
export const MARKED_UNITS =
  "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f" +
  "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufdd0-\\ufdef\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff";
const MARKED = MARKED_UNITS + "\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

// Joiners and selectors inside an emoji are what makes it that emoji; anywhere else they are hidden characters.
const PICTOGRAPH = "\\p{Extended_Pictographic}(?:\\ufe0f|\\ufe0e)?[\\u{1f3fb}-\\u{1f3ff}]?";
const EMOJI = `[#*0-9]\\ufe0f\\u20e3|${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*`;

const HIDDEN = new RegExp(`[${MARKED}\\p{Surrogate}]`, "u");
const PIECES = new RegExp(`${EMOJI}|([${MARKED}]+)|(\\p{Surrogate})`, "gu");

/** Whether `text` holds anything that `replaceHidden` would replace. An emoji's own joiners count as well. */
export function mayHoldHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** Passes each stretch of plain text and each run of marks on; lone surrogates become U+FFFD in the plain text. */
export function replaceHidden(text: string, plain: (text: string) => string, mark: (labels: string) => string): string {
  const out: string[] = [];
  let start = 0;
  for (const piece of text.matchAll(PIECES)) {
    const [whole, marks, surrogate] = piece;
    if (marks === undefined && surrogate === undefined) continue;
    if (piece.index > start) out.push(plain(text.slice(start, piece.index)));
    out.push(marks === undefined ? "\ufffd" : mark(labels(marks)));
    start = piece.index + whole.length;
  }
  if (start < text.length) out.push(plain(text.slice(start)));
  return out.join("");
}

/** The same text with each hidden character as a word in brackets, for where no element may stand. */
export function visible(text: string): string {
  return mayHoldHidden(text)
    ? replaceHidden(
        text,
        (plain) => plain,
        (labels) => `[${labels}]`,
      )
    : text;
}

/** `NUL × 9,000`, `ESC BEL`: equal neighbours are one label with their number. */
function labels(run: string): string {
  const out: string[] = [];
  let last: string | undefined;
  let times = 0;
  const flush = () => {
    if (last !== undefined) out.push(labelOf(last) + (times > 1 ? " × " + count(times) : ""));
  };
  for (const character of run) {
    if (character === last) times++;
    else {
      flush();
      last = character;
      times = 1;
    }
  }
  flush();
  return out.join(" ");
}

const C0 = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC " +
  "FS GS RS US"
).split(" ");

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x7f, "DEL"],
  [0x85, "NEL"],
  [0x9b, "CSI"],
  [0xad, "SHY"],
  [0x34f, "CGJ"],
  [0x61c, "ALM"],
  [0x200b, "ZWSP"],
  [0x200c, "ZWNJ"],
  [0x200d, "ZWJ"],
  [0x200e, "LRM"],
  [0x200f, "RLM"],
  [0x2028, "LS"],
  [0x2029, "PS"],
  [0x202a, "LRE"],
  [0x202b, "RLE"],
  [0x202c, "PDF"],
  [0x202d, "LRO"],
  [0x202e, "RLO"],
  [0x2060, "WJ"],
  [0x2066, "LRI"],
  [0x2067, "RLI"],
  [0x2068, "FSI"],
  [0x2069, "PDI"],
  [0xfeff, "BOM"],
]);

function labelOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const control = C0[code];
  if (control !== undefined) return control;
  const name = NAMES.get(code);
  if (name !== undefined) return name;
  if (code >= 0xfe00 && code <= 0xfe0f) return "VS" + (code - 0xfe00 + 1);
  // A tag character smuggles the ASCII character that it is named for.
  if (code > 0xe0020 && code < 0xe007f) return "TAG " + String.fromCharCode(code - 0xe0000);
  return "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}
