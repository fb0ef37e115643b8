import { decodeText } from "../support/text.ts";
import { type Oddity, odditiesOf } from "./oddities.ts";

/** A delivered message or a deposit: an optional fenced head, then the body. */
export interface Mail {
  readonly body: string;
  readonly from?: string;
  readonly depositedAt?: string;
  readonly epitaph?: string;
  readonly terminalRef?: string;
  /** Head fields of other names, in recorded order. */
  readonly extra: readonly (readonly [name: string, value: string])[];
  readonly oddities: readonly Oddity[];
}

/** Reads any bytes: without a closed head the whole text is the body. */
export function readMail(bytes: Uint8Array): Mail {
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const head = splitHead(text);
  if (head === undefined) return { body: text, extra: [], oddities: odditiesOf(decoded) };
  const oddities = [...odditiesOf(decoded), ...(head.crlf ? ["crlf head" as const] : [])];
  return { body: text.slice(head.end), ...readFields(head.lines), oddities };
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

function readFields(lines: readonly string[]): Omit<Mail, "body" | "oddities"> {
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
