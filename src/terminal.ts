import { replaceHidden } from "./render/index.ts";

/** Untrusted text for one line of a terminal: everything that could steer it becomes a visible mark, as on the pages. */
export function plain(text: string): string {
  return replaceHidden(
    text,
    (clean) => clean.replaceAll("\n", "[LF]"),
    (labels) => `[${labels}]`,
  );
}
