import type { Part, Restriction, Timing } from "../../../model/index.ts";
import type { Text } from "../parts.ts";
import type { Store } from "./store.ts";

/** A text where the parts are nothing else, so that most records read well; else the parts. */
export async function writeParts(
  parts: readonly Part[],
  store: Store,
): Promise<{ text: Text } | { parts: readonly unknown[] }> {
  const [first] = parts;
  if (parts.length === 1 && first?.type === "text" && first.text !== "") return { text: await store.text(first.text) };
  return { parts: await each(parts, (part) => writePart(part, store)) };
}

async function writePart(part: Part, store: Store): Promise<unknown> {
  switch (part.type) {
    case "text":
      return { type: "text", text: await store.text(part.text) };
    case "image": {
      const blob = await store.base64(part.data);
      return { type: "image", mediaType: part.mediaType, ...(blob === undefined ? { data: part.data } : { blob }) };
    }
    case "document": {
      const blob = await store.base64(part.data);
      const { mediaType, name } = part;
      return { type: "document", mediaType, ...(blob === undefined ? { data: part.data } : { blob }), name };
    }
    case "link":
      return { type: "link", what: part.what, url: part.url };
    case "json":
      return { type: "json", value: await store.value(part.value) };
  }
}

export function writeAccess(restricted: Restriction | undefined) {
  return restricted && { access: "restricted", accessReason: restricted.reason, accessRule: restricted.rule };
}

export function writeTiming(timing: Timing | undefined) {
  return timing && { startedAt: timing.startedAt, endedAt: timing.endedAt, durationMs: timing.durationMs };
}

/** Nothing at run time. It does not compile where the model has a member of which nobody decided how it is written. */
export function nothingElse(_rest: Readonly<Record<string, never>>): void {}

/** One after another, since each may write a blob. */
export async function each<T, R>(things: readonly T[], write: (thing: T) => Promise<R>): Promise<readonly R[]> {
  const written: R[] = [];
  for (const thing of things) written.push(await write(thing));
  return written;
}
