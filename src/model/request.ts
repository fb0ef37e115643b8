import type { Part } from "./content.ts";

/** One model call's request as it was sent. */
export interface SentRequest {
  readonly model?: string;
  /** System text, in order. */
  readonly system: readonly string[];
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
  readonly messages: readonly SentMessage[];
  /** Further settings that are set, verbatim: `max_tokens`, `temperature`, … */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface SentMessage {
  readonly role: string;
  readonly items: readonly SentItem[];
}

export type SentItem =
  | { readonly type: "part"; readonly part: Part }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly name: string; readonly input: unknown }
  | { readonly type: "tool-result"; readonly toolCallId: string; readonly text: string };
