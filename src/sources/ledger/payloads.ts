import type { FileTree } from "../support/files.ts";
import { isJsonObject, parseJson } from "../support/values.ts";
import { isPlainName } from "./names.ts";

export type Blob =
  | { readonly type: "here"; readonly bytes: Uint8Array }
  /** No file of that name is in `blobs/`. */
  | { readonly type: "absent" }
  /** The name leads out of `blobs/`; nothing was opened. */
  | { readonly type: "refused" };

/** What stands behind a `{"blob": name}`. */
export type Blobs = (name: string) => Blob;

export function blobPath(name: string): string {
  return `blobs/${name}`;
}

export function readingBlobs(tree: FileTree): Blobs {
  return (name) => {
    if (!isPlainName(name)) return { type: "refused" };
    const outcome = tree.read(blobPath(name));
    return outcome.type === "read" ? { type: "here", bytes: outcome.bytes } : { type: "absent" };
  };
}

/** Tells what is there and reads nothing: for the index, which keeps no content. */
export function findingBlobs(tree: FileTree): Blobs {
  const nothing = new Uint8Array();
  return (name) => {
    if (!isPlainName(name)) return { type: "refused" };
    return tree.kinds.get(blobPath(name)) === "file" ? { type: "here", bytes: nothing } : { type: "absent" };
  };
}

// A byte order mark is content here: whoever wrote the blob meant all of its bytes.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The value of a blob where any JSON may stand: its JSON, or its text where it is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const parsed = parseJson(text);
  return parsed.type === "json" ? parsed.value : text;
}

/** The name in an object that has the member `blob` and no other. */
export function blobName(value: unknown): string | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, "blob") || typeof value.blob !== "string") return undefined;
  return Object.keys(value).length === 1 ? value.blob : undefined;
}

/** Every `{"blob": name}` inside a value, whatever its depth, with what puts something else in its place. */
export function* innerBlobs(value: unknown): Generator<{ readonly name: string; replace(by: unknown): void }> {
  const pending: unknown[] = [value];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    if (typeof container !== "object" || container === null) continue;
    const members = container as Record<string, unknown>;
    for (const [key, inner] of Object.entries(members)) {
      if (typeof inner !== "object" || inner === null) continue;
      const name = blobName(inner);
      if (name === undefined) pending.push(inner);
      else
        yield {
          name,
          replace: (by) => {
            members[key] = by;
          },
        };
    }
  }
}
