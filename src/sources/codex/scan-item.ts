import type { Item, Piece } from "./items.ts";
import { addMark, addTyped, type ScanState } from "./scan-state.ts";

/** What one response item means to the index. */
export function scanItem(state: ScanState, line: number, item: Item): void {
  const own = state.isOwn(line);
  switch (item.type) {
    case "answer":
      scanAnswer(state, line, item.pieces);
      break;
    case "input":
      state.history.add(item.text);
      if (item.kind.type === "typed") {
        state.twins.item("user", [item.text], line);
        addTyped(state, line, item.text);
      } else addMark(state, line, "input");
      if (own && item.kind.type === "report") state.team.notification(line, item.kind);
      break;
    case "reasoning":
      state.twins.item("reasoning", item.texts, line);
      addMark(state, line, "reply");
      break;
    case "call":
      if (item.name === "web_search" && item.providerSide) state.searches.item(item.id, line);
      else
        state.joins.call(item.id ?? `L${line}`, line, item.kind === "stdin" ? String(item.fields.session) : undefined);
      if (own && item.id !== undefined) state.team.call(item.id, line, item.name, item);
      addMark(state, line, "reply");
      break;
    case "made image":
      if (item.id !== undefined) state.joins.call(item.id, line);
      addMark(state, line, "reply");
      break;
    case "result":
      state.joins.result(item.id, line, item.output);
      if (own) state.team.result(item.id, line, item.output.body);
      addMark(state, line, "result");
      break;
    case "encrypted summary":
      state.history.hidden(line);
      addMark(state, line, "compaction");
      break;
    case "snapshot":
      state.quiet.set(line, { type: "no row", kind: "snapshot of the working tree" });
      break;
    case "unknown":
      state.unknown += 1;
      addMark(state, line, "other");
  }
}

function scanAnswer(state: ScanState, line: number, pieces: readonly Piece[]): void {
  const texts = pieces.flatMap((piece) =>
    piece.type === "words" ? piece.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [],
  );
  const whole = texts.join("");
  state.twins.item("assistant", texts, line);
  state.history.add(whole);
  addMark(state, line, "reply", pieces.some((piece) => piece.type === "call") ? {} : { answer: true });
  if (state.isOwn(line) && whole !== "") state.openAnswer = { line, text: whole };
}
