import type { Row } from "../../model/index.ts";

/** What a row says, without its place: identity, order and turn come from the walk over the ledger. */
export type Draft = Row extends infer R ? (R extends Row ? Says<R> : never) : never;

type Placed =
  | "sequence"
  | "turnIndex"
  | "itemId"
  | "label"
  | "record"
  | "place"
  | "createdAt"
  | "usage"
  | "call"
  | "inheritedFrom"
  | "runId"
  | "restricted"
  | "cleared";

type Says<R extends Row> = Omit<R, Placed>;

type Notice = Extract<Draft, { type: "notice" }>;

export function notice(code: string, severity: Notice["severity"], says: string, quotes: Notice["quotes"]): Notice {
  return { type: "notice", code, severity, says, quotes };
}

export type Quote = { readonly title: string; readonly text: string };

/** A quotation of the record's own words; none where it has none. */
export function quote(title: string, text: unknown): readonly Quote[] {
  return typeof text === "string" && text !== "" ? [{ title, text }] : [];
}
