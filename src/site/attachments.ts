import type { Attachments } from "../render/index.ts";
import type { SiteFile } from "./file.ts";
import { relativeFrom } from "./links.ts";
import { rawName } from "./names.ts";

/** Attachments of one page. Files gather in `pending` until `take` hands them on; bytes already written are named, not kept. */
export function createAttachments(
  page: string,
  written: Set<string>,
  lean: boolean,
): Attachments & { take(): readonly SiteFile[] } {
  const relative = relativeFrom(page);
  let pending: SiteFile[] = [];
  const add = (bytes: Uint8Array, extension: string): string => {
    const path = rawName(bytes, extension);
    if (!written.has(path)) {
      written.add(path);
      pending.push({ path, bytes });
    }
    return relative(path);
  };
  return {
    text: (text) => (lean ? undefined : add(new TextEncoder().encode(text), "txt")),
    image: (bytes, extension) => add(bytes, extension),
    take: () => {
      const files = pending;
      pending = [];
      return files;
    },
  };
}

/** Attachments for weighing items: nothing is written, URLs are as long as real ones. */
export function planningAttachments(lean: boolean): Attachments {
  const url = `../../raw/${"0".repeat(32)}.webp`;
  return { text: () => (lean ? undefined : url), image: () => url };
}
