import type { JsonObject } from "../support/values.ts";
import { describe } from "./describe.ts";
import { readEntry } from "./entry.ts";
import type { Facts } from "./facts.ts";
import { readDocumentHead, readRecords, type Transcript } from "./reader.ts";

/** One file as the index pass saw it: facts of every record, in order. */
export interface FileScan {
  readonly file: Transcript;
  readonly facts: readonly Facts[];
  /** What a web export holds beside its records. */
  readonly head?: JsonObject;
  /** `false`: the system would not give its bytes. */
  readonly readable: boolean;
  /** Records with bytes that are not UTF-8, and with NUL bytes around them. */
  readonly inexact: readonly number[];
  readonly padded: readonly number[];
}

export function scanFile(root: string, file: Transcript): FileScan {
  const outcome = readRecords(root, file);
  const facts: Facts[] = [];
  const inexact: number[] = [];
  const padded: number[] = [];
  if (outcome.type !== "read") return { file, facts, readable: false, inexact, padded };
  const kept = keepOnce();
  for (const record of outcome.lines) {
    const { spot, content } = record;
    const found = describe(readEntry(content, spot.ended), spot);
    facts.push({ ...found, ...kept(found) });
    if (!record.exact) inexact.push(spot.n);
    if (record.padded && content.type !== "nul") padded.push(spot.n);
  }
  const head = file.shape === "document" ? { head: readDocumentHead(root, file.path) } : {};
  return { file, facts, ...head, readable: true, inexact, padded };
}

/** Session and agent ids stand on every line; one copy of each is enough. */
function keepOnce() {
  const known = new Map<string, string>();
  const once = (text: string): string => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
  return ({ session, agent }: Facts): Pick<Facts, "session" | "agent"> => ({
    ...(session === undefined ? {} : { session: once(session) }),
    ...(agent === undefined ? {} : { agent: once(agent) }),
  });
}
