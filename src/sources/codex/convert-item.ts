import { isJsonObject, member, present, textMember } from "../support/values.ts";
import type { Context, Draft } from "./context.ts";
import { convertInput } from "./convert-input.ts";
import { convertResult } from "./convert-result.ts";
import { readTool } from "./dialect.ts";
import type { Call, Item, Piece } from "./items.ts";

/** The rows of one response item; `undefined` for one of an unknown kind. */
export function convertItem(item: Item, context: Context): readonly Draft[] | undefined {
  switch (item.type) {
    case "answer":
      return convertAnswer(item.pieces, context);
    case "input":
      return [convertInput(item.parts, item.kind, context)];
    case "reasoning":
      return [convertReasoning(item, context)];
    case "call":
      return [item.name === "web_search" && item.providerSide ? searchRow(item, context) : callRow(item, context)];
    case "made image": {
      const call = callRow({ ...item, providerSide: true }, context);
      const result = {
        type: "tool-result",
        toolCallId: call.toolCallId,
        output: [item.image],
        isError: false,
      } as const;
      return [call, result];
    }
    case "result":
      return [convertResult(item.id, item.output, context)];
    case "encrypted summary":
      return [
        {
          type: "compaction",
          summaries: [],
          says: "The context was compacted. What stands in place of the history is encrypted, and its provider alone can read it.",
        },
      ];
    case "snapshot":
    case "unknown":
      return undefined;
  }
}

function convertAnswer(pieces: readonly Piece[], context: Context): readonly Draft[] {
  const model = modelOf(context);
  if (pieces.length === 0) {
    return [
      {
        type: "message",
        role: "assistant",
        parts: [],
        ...model,
        remarks: ["the record holds a reply without any content"],
      },
    ];
  }
  return pieces.map((piece) => convertPiece(piece, context));
}

function convertPiece(piece: Piece, context: Context): Draft {
  switch (piece.type) {
    case "words":
      return { type: "message", role: "assistant", parts: piece.parts, ...modelOf(context) };
    case "call":
      return callRow({ ...piece, providerSide: false }, context);
    case "result":
      return convertResult(piece.id, piece.output, context);
  }
}

function convertReasoning({ texts, encrypted }: Extract<Item, { type: "reasoning" }>, context: Context): Draft {
  const text = texts.length === 0 ? undefined : texts.join("\n\n");
  const remark =
    encrypted === "replaced"
      ? "what its provider keeps encrypted was replaced before this copy was made"
      : encrypted === "no" && text === undefined
        ? "neither its text nor its encrypted form is in this copy"
        : undefined;
  return present({
    type: "reasoning" as const,
    text,
    withheld: encrypted === "no" && text !== undefined ? undefined : ("encrypted" as const),
    ...modelOf(context),
    remarks: remark === undefined ? undefined : [remark],
  });
}

function callRow(call: Call & { readonly id?: string; readonly providerSide: boolean }, context: Context) {
  const { id = `L${context.line}`, name, kind, input } = call;
  const command = kind === "stdin" ? context.commandOf(call.fields.session) : undefined;
  const fields = command === undefined ? call.fields : { ...call.fields, command };
  const side = call.providerSide ? { providerSide: true as const } : {};
  return { type: "tool-call" as const, toolCallId: id, name, kind, input, fields, ...side, ...modelOf(context) };
}

/** A search of the provider. Its own record often lacks what was searched for, which the interface was told. */
function searchRow(call: Extract<Item, { type: "call" }>, context: Context): Draft {
  const told = context.plan.searches.get(context.line);
  const event = told === undefined ? undefined : context.lookUp(told.event);
  const row = callRow({ ...call, ...present({ id: call.id ?? told?.id }) }, context);
  if (event === undefined) return row;
  const action = member(event, "action");
  const query = textMember(event, "query");
  const input = { ...(isJsonObject(action) ? action : {}), ...present({ query: query === "" ? undefined : query }) };
  const { kind, fields } = readTool("web_search", { ...input, ...(isJsonObject(call.input) ? call.input : {}) });
  return { ...row, kind, fields };
}

function modelOf({ model }: Context): { readonly model?: string } {
  return model === undefined ? {} : { model };
}
