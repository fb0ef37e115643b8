/**
 * One piece of what a message or a tool result holds, in recorded order.
 * Text is decoded, never trimmed. What no part type fits is kept as `json`.
 */
export type Part =
  | { readonly type: "text"; readonly text: string }
  /** `data` is base64 exactly as recorded; `mediaType` is the record's claim and may lie. */
  | { readonly type: "image"; readonly mediaType: string; readonly data: string }
  | { readonly type: "document"; readonly mediaType: string; readonly data: string; readonly name?: string }
  /** An image or document that the record only points at. It is never loaded. */
  | { readonly type: "link"; readonly what: "image" | "document"; readonly url: string }
  /** A block of an unknown type, or a value where a block was expected. */
  | { readonly type: "json"; readonly value: unknown };
