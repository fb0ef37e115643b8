import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { jsonText } from "../../support/json-text.ts";
import type { Text } from "../parts.ts";
import { blobName, blobPath, innerBlobs, textOf } from "../payloads.ts";
import type { Raw } from "../raw.ts";

export type Sink = (file: { readonly path: string; readonly bytes: Uint8Array }) => Promise<void>;

/** Puts large payloads into blobs, each once, and answers what stands in their place. */
export interface Store {
  text(text: string): Promise<Text>;
  value(value: unknown): Promise<unknown>;
  /** Base64 as recorded; `undefined` when it must stay in its record to keep its spelling. */
  base64(data: string): Promise<string | undefined>;
  raw(bytes: Uint8Array): Promise<Raw>;
  bytes(bytes: Uint8Array): Promise<{ readonly blob: string }>;
}

/** Payloads up to this many bytes stand in their records. */
export const LARGEST_INLINE = 64 * 1024;

export function createStore(sink: Sink): Store {
  const written = new Set<string>();
  return { text, value, base64, raw, bytes };

  async function text(content: string): Promise<Text> {
    // A lone surrogate has no bytes of its own; JSON can spell it.
    return Buffer.byteLength(content) <= LARGEST_INLINE || /\p{Surrogate}/u.test(content)
      ? content
      : bytes(Buffer.from(content));
  }

  async function value(content: unknown): Promise<unknown> {
    const json = jsonText(content);
    // What looks like a reference is none, so it must not stand where references are followed.
    return Buffer.byteLength(json) <= LARGEST_INLINE && !(json.includes('"blob"') && refersToBlob(content))
      ? content
      : bytes(Buffer.from(json));
  }

  async function base64(data: string): Promise<string | undefined> {
    if (data.length <= LARGEST_INLINE) return undefined;
    const decoded = Buffer.from(data, "base64");
    return decoded.toString("base64") === data ? (await bytes(decoded)).blob : undefined;
  }

  async function raw(content: Uint8Array): Promise<Raw> {
    if (content.length > LARGEST_INLINE) return bytes(content);
    return isUtf8(content) ? { text: textOf(content) } : { base64: Buffer.from(content).toString("base64") };
  }

  async function bytes(content: Uint8Array): Promise<{ readonly blob: string }> {
    const blob = createHash("sha256").update(content).digest("hex").slice(0, 32);
    if (!written.has(blob)) {
      written.add(blob);
      await sink({ path: blobPath(blob), bytes: content });
    }
    return { blob };
  }
}

function refersToBlob(value: unknown): boolean {
  return blobName(value) !== undefined || !innerBlobs(value).next().done;
}
