import type { z } from "zod";
import type { Part } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, textMember } from "../support/values.ts";
import { type Blob, type Blobs, blobName, innerBlobs, jsonOf, textOf } from "./payloads.ts";
import { type Problem, problem } from "./problems.ts";
import type { blobRef } from "./row-schema.ts";

/** What reading a record's content asks for and tells. */
export interface Reading {
  readonly blobs: Blobs;
  /** The record's bytes speak of a blob somewhere. */
  readonly linked: boolean;
  note(problem: Problem): void;
  remark(says: string): void;
  /** The bytes of the record's `raw` as text, or of the record itself. */
  raw(): string;
}

/** For records that do not refer to blobs. */
export const PLAIN: Reading = {
  blobs: () => ({ type: "absent" }),
  linked: false,
  note: () => undefined,
  remark: () => undefined,
  raw: () => "",
};

/** A text, or the blob that holds it. */
export type Text = string | z.output<typeof blobRef>;

/** The text; of a blob that cannot be had, the reference itself as recorded. */
export function readText(text: Text, reading: Reading): string {
  if (typeof text === "string") return text;
  const bytes = bytesOf(text.blob, reading);
  return bytes === undefined ? JSON.stringify(text) : textOf(bytes);
}

/** A text, a blob or a list of parts normally; one part and any other JSON are accepted. An empty text is no part. */
export function readParts(value: unknown, reading: Reading): readonly Part[] {
  if (value === undefined || value === null || value === "") return [];
  return Array.isArray(value) ? value.map((part) => readPart(part, reading)) : [readPart(value, reading)];
}

/** Any JSON: an object of the one member `blob` stands for the JSON in that blob, and inside of others for its text. */
export function readValue(value: unknown, reading: Reading): unknown {
  if (!reading.linked) return value;
  const name = blobName(value);
  if (name !== undefined) {
    const bytes = bytesOf(name, reading);
    return bytes === undefined ? value : jsonOf(bytes);
  }
  for (const { name: inner, replace } of innerBlobs(value)) {
    const bytes = bytesOf(inner, reading);
    if (bytes !== undefined) replace(textOf(bytes));
  }
  return value;
}

/** Never fails: what no shape fits is a part of type `json`. */
function readPart(value: unknown, reading: Reading): Part {
  if (typeof value === "string") return { type: "text", text: value };
  if (!isJsonObject(value)) return { type: "json", value };
  return partOfType(value, reading) ?? textOfBlob(value, reading) ?? { type: "json", value };
}

function partOfType(value: JsonObject, reading: Reading): Part | undefined {
  const mediaType = textMember(value, "mediaType");
  switch (member(value, "type")) {
    case "text": {
      const text = member(value, "text");
      return typeof text === "string" ? { type: "text", text } : textOfBlob(text, reading);
    }
    case "image":
    case "document": {
      const data = textMember(value, "data") ?? base64Of(textMember(value, "blob"), reading);
      if (mediaType === undefined || data === undefined) return undefined;
      const name = textMember(value, "name");
      if (value.type === "image") return { type: "image", mediaType, data };
      return { type: "document", mediaType, data, ...(name === undefined ? {} : { name }) };
    }
    case "link": {
      const what = member(value, "what");
      const url = textMember(value, "url");
      return url !== undefined && (what === "image" || what === "document") ? { type: "link", what, url } : undefined;
    }
    case "json":
      return Object.hasOwn(value, "value") ? { type: "json", value: readValue(value.value, reading) } : undefined;
    default:
      return undefined;
  }
}

function textOfBlob(value: unknown, reading: Reading): Part | undefined {
  const name = blobName(value);
  const bytes = name === undefined ? undefined : bytesOf(name, reading);
  return bytes === undefined ? undefined : { type: "text", text: textOf(bytes) };
}

function base64Of(name: string | undefined, reading: Reading): string | undefined {
  const bytes = name === undefined ? undefined : bytesOf(name, reading);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("base64");
}

function bytesOf(name: string, reading: Reading): Uint8Array | undefined {
  const blob: Blob = reading.blobs(name);
  if (blob.type === "here") return blob.bytes;
  reading.note(problem(blob.type === "refused" ? "blob-refused" : "blob-absent"));
  reading.remark(
    blob.type === "refused"
      ? "it names a payload by a path, which was not followed"
      : "it names a payload that is not in this workspace",
  );
  return undefined;
}
