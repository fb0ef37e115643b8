import type { z } from "zod";
import { memberSpans, type Span } from "../support/json-spans.ts";
import type { Blobs } from "./payloads.ts";
import { rawRecord } from "./row-schema.ts";

/** A record as the source before this one held it. */
export type Raw = z.output<typeof rawRecord>;

/** Whether its bytes can be had. */
export function isHere(raw: Raw, blobs: Blobs): boolean {
  return !("blob" in raw) || blobs(raw.blob).type === "here";
}

/** The bytes that a `raw` stands for; `undefined` when its blob cannot be had. */
export function rawBytes(raw: Raw, blobs: Blobs): Uint8Array | undefined {
  if ("text" in raw) return Buffer.from(raw.text);
  if ("base64" in raw) return Buffer.from(raw.base64, "base64");
  const blob = blobs(raw.blob);
  return blob.type === "here" ? blob.bytes : undefined;
}

/** The same for a `raw` that was found by its place. */
export function readRaw(value: unknown, blobs: Blobs): Uint8Array | undefined {
  const raw = rawRecord.safeParse(value);
  return raw.success ? rawBytes(raw.data, blobs) : undefined;
}

/** Where in a record's line the value of its `raw` stands. */
export function rawSpan(line: Uint8Array): Span | undefined {
  return memberSpans(line)?.findLast((one) => one.name === "raw")?.value;
}
