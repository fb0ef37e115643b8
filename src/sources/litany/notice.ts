import type { NoticeRow } from "../../model/index.ts";

/** A notice without its place in the order, and the further files whose text it quotes or whose facts it uses. */
export type Notice = Omit<NoticeRow, "sequence" | "turnIndex"> & {
  readonly quoted: readonly string[];
  readonly used: readonly string[];
};

/** The parts of a notice that its code and its file decide. */
export function virtualRow(code: string, file: string, id: string) {
  const label = id === "live" ? id : "notice";
  return { type: "notice" as const, code, itemId: `«${id}»`, label, record: file, place: { file } };
}
