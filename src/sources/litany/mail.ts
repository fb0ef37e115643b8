import { decodeText } from "../support/text.ts";

/** A delivered message or a deposit: an optional fenced head, then the body. */
export interface Mail {
  readonly body: string;
  readonly from?: string;
  readonly depositedAt?: string;
  readonly epitaph?: string;
  readonly terminalRef?: string;
  /** Head fields of other names, in recorded order. */
  readonly extra: readonly (readonly [name: string, value: string])[];
  readonly remarks: readonly string[];
}

/** Reads any bytes: without a closed head the whole text is the body. */
export function readMail(bytes: Uint8Array): Mail {
  const { text, bom, exact } = decodeText(bytes);
  const remarks: string[] = [];
  if (bom) remarks.push("its file begins with a byte order mark");
  if (!exact) remarks.push("some of its bytes are not UTF-8; they show as U+FFFD");
  const head = splitHead(text);
  if (head === undefined) return { body: text, extra: [], remarks };
  if (head.crlf) remarks.push("its head has CRLF line ends, which the engine itself would not read as a head");
  return { body: text.slice(head.end), ...readFields(head.lines), remarks };
}

function splitHead(text: string): { lines: readonly string[]; end: number; crlf: boolean } | undefined {
  const crlf = text.startsWith("---\r\n");
  if (!crlf && !text.startsWith("---\n")) return undefined;
  const lineEnd = crlf ? "\r\n" : "\n";
  const fence = `${lineEnd}---${lineEnd}`;
  // The opening fence's own line end may be the first of the closing one: an empty head.
  const close = text.indexOf(fence, 3);
  if (close < 0) return undefined;
  return { lines: text.slice(3, close).split(lineEnd), end: close + fence.length, crlf };
}

function readFields(lines: readonly string[]): Omit<Mail, "body" | "remarks"> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(": ");
    if (colon < 0) continue;
    const name = line.slice(0, colon);
    if (!fields.has(name)) fields.set(name, line.slice(colon + 2));
  }
  const known = {
    from: take("from"),
    depositedAt: take("deposited_at"),
    epitaph: take("epitaph"),
    terminalRef: take("terminal_ref"),
  };
  return { ...definedOf(known), extra: [...fields] };

  function take(name: string): string | undefined {
    const value = fields.get(name);
    fields.delete(name);
    return value;
  }
}

function definedOf(known: { [K in "from" | "depositedAt" | "epitaph" | "terminalRef"]: string | undefined }) {
  return {
    ...(known.from === undefined ? {} : { from: known.from }),
    ...(known.depositedAt === undefined ? {} : { depositedAt: known.depositedAt }),
    ...(known.epitaph === undefined ? {} : { epitaph: known.epitaph }),
    ...(known.terminalRef === undefined ? {} : { terminalRef: known.terminalRef }),
  };
}
