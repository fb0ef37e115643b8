import type { Part } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, parseJson, textMember } from "../support/values.ts";
import { imagePart, readPart, readParts, textOf } from "./content.ts";
import { type Dialect, readTool } from "./dialect.ts";
import { classifyInput, type InputKind } from "./inputs.ts";
import { type Output, readOutput } from "./outputs.ts";

/** A response item as this reader understands it: what the model was given, or what it answered. */
export type Item =
  | { readonly type: "answer"; readonly pieces: readonly Piece[] }
  | {
      readonly type: "input";
      readonly role: string;
      readonly parts: readonly Part[];
      readonly text: string;
      readonly kind: InputKind;
    }
  | { readonly type: "reasoning"; readonly texts: readonly string[]; readonly encrypted: "no" | "intact" | "replaced" }
  | ({ readonly type: "call"; readonly id?: string; readonly providerSide: boolean } & Call)
  | { readonly type: "result"; readonly id: string; readonly output: Output }
  /** An image that the provider made: the call and what came of it in one. */
  | ({ readonly type: "made image"; readonly id?: string; readonly image: Part } & Call)
  /** What a compaction put in place of the history, readable by the provider alone. */
  | { readonly type: "encrypted summary" }
  | { readonly type: "snapshot" }
  | { readonly type: "unknown" };

export interface Call extends Dialect {
  readonly name: string;
  readonly input: unknown;
}

/** What a message of the model holds: words, or, in transcripts rewritten from other tools, calls and results. */
export type Piece =
  | { readonly type: "words"; readonly parts: readonly Part[] }
  | ({ readonly type: "call"; readonly id: string } & Call)
  | { readonly type: "result"; readonly id: string; readonly output: Output };

export function readItem(kind: string, value: JsonObject): Item {
  switch (kind) {
    case "message":
      return readMessage(value);
    case "reasoning":
      return readReasoning(value);
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "web_search_call":
    case "tool_search_call":
      return readCall(kind, value);
    case "function_call_output":
    case "custom_tool_call_output":
      return { type: "result", id: idOf(value) ?? "", output: readOutput(member(value, "output")) };
    case "tool_search_output":
      return { type: "result", id: idOf(value) ?? "", output: readOutput([{ tools: member(value, "tools") }]) };
    case "image_generation_call": {
      const input = { revised_prompt: member(value, "revised_prompt"), status: member(value, "status") };
      const data = textMember(value, "result") ?? "";
      const call = { name: "image_generation", input, kind: "image_generation", fields: input, ...id(value) };
      return data === ""
        ? { type: "call", providerSide: true, ...call }
        : { type: "made image", image: imagePart(`data:image/png;base64,${data}`), ...call };
    }
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
      return { type: "encrypted summary" };
    case "ghost_snapshot":
      return { type: "snapshot" };
    default:
      return { type: "unknown" };
  }
}

function readMessage(value: JsonObject): Item {
  const role = textMember(value, "role") ?? "";
  const content = member(value, "content");
  if (role === "assistant") return { type: "answer", pieces: readPieces(content) };
  const parts = readParts(content);
  const text = textOf(parts);
  const kind =
    role === "user" ? classifyInput(text) : ({ type: "given", name: role === "" ? "unnamed" : role } as const);
  return { type: "input", role, parts, text, kind };
}

function readPieces(content: unknown): readonly Piece[] {
  const pieces: Piece[] = [];
  let words: Part[] = [];
  const flush = () => {
    if (words.length > 0) pieces.push({ type: "words", parts: words });
    words = [];
  };
  for (const value of Array.isArray(content) ? content : content === undefined || content === null ? [] : [content]) {
    const foreign = readForeign(value);
    if (foreign === undefined) {
      const part = readPart(value);
      if (part.type !== "text" || part.text !== "") words.push(part);
    } else {
      flush();
      pieces.push(foreign);
    }
  }
  flush();
  return pieces;
}

/** Blocks of another tool's transcripts. */
function readForeign(value: unknown): Piece | undefined {
  if (!isJsonObject(value)) return undefined;
  const type = textMember(value, "type");
  const callId = textMember(value, type === "tool_use" ? "id" : "tool_use_id");
  if (callId === undefined) return undefined;
  if (type === "tool_result") return { type: "result", id: callId, output: readOutput(member(value, "content")) };
  const name = textMember(value, "name");
  if (type !== "tool_use" || name === undefined) return undefined;
  const input = member(value, "input");
  return { type: "call", id: callId, name, input, ...readTool(name, input) };
}

function readReasoning(value: JsonObject): Item {
  const texts = [...readParts(member(value, "summary")), ...readParts(member(value, "content"))].map((part) =>
    part.type === "text" ? part.text : "",
  );
  const encrypted = textMember(value, "encrypted_content") ?? "";
  // Base64 of a scrubbed copy is a word or a bracketed mark.
  const state = encrypted === "" ? "no" : /^[\w+/=-]{40,}$/.test(encrypted.slice(0, 80)) ? "intact" : "replaced";
  return { type: "reasoning", texts: texts.filter((text) => text !== ""), encrypted: state };
}

function readCall(kind: string, value: JsonObject): Item {
  const base = { type: "call" as const, ...id(value) };
  if (kind === "local_shell_call") {
    const input = member(value, "action");
    return { ...base, name: "local_shell", input, ...readTool("local_shell", input), providerSide: false };
  }
  if (kind === "web_search_call") {
    const input = member(value, "action") ?? {};
    return { ...base, name: "web_search", input, ...readTool("web_search", input), providerSide: true };
  }
  const name = textMember(value, "name") ?? (kind === "tool_search_call" ? "tool_search" : "");
  const recorded = member(value, kind === "custom_tool_call" ? "input" : "arguments");
  const input = kind === "custom_tool_call" ? recorded : argumentsOf(recorded);
  return { ...base, name, input, ...readTool(name, input, textMember(value, "namespace")), providerSide: false };
}

/** Arguments are JSON in a text; text that is no JSON stays as it is. */
function argumentsOf(recorded: unknown): unknown {
  if (typeof recorded !== "string") return recorded;
  const parsed = parseJson(recorded);
  return parsed.type === "json" ? parsed.value : recorded;
}

function id(value: JsonObject): { readonly id?: string } {
  const found = idOf(value);
  return found === undefined ? {} : { id: found };
}

function idOf(value: JsonObject): string | undefined {
  return textMember(value, "call_id") ?? textMember(value, "id");
}
