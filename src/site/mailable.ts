import type { SiteFile } from "./file.ts";

const ELEMENT = /<script defer src="[^"]*"><\/script>\n?/;
const ANY = /<script/i;

/**
 * The file as a mailable report has it, `undefined` for one that it has not: mail hosts refuse archives that hold scripts.
 * Every text stands in the HTML, so nothing is lost to a reader.
 */
export function withoutScript(file: SiteFile): SiteFile | undefined {
  if (file.path.endsWith(".js")) return undefined;
  if (!file.path.endsWith(".html")) return file;
  const html = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).toString("utf8");
  // Text of a transcript holds no `<`, so what is found is the frame's own element.
  const bare = html.replace(ELEMENT, "");
  if (ANY.test(bare)) throw new Error("a page has more scripts than its frame");
  return { path: file.path, bytes: Buffer.from(bare, "utf8") };
}
