import { resolve } from "node:path";
import type { BlockContext } from "../../src/render/block-context.ts";
import { createHighlighter } from "../../src/render/highlight.ts";
import { createTemplates } from "../../src/render/templates.ts";

const templates = createTemplates(resolve(import.meta.dirname, "../../templates"));
const highlighter = createHighlighter({ enabled: true });
const plain = createHighlighter({ enabled: false });

/** A page of its own. What is attached is kept in `files`, under the URL that was answered. */
export function blockContext(options: { readonly highlight?: boolean } = {}): BlockContext & {
  readonly files: Map<string, string | Uint8Array>;
} {
  const files = new Map<string, string | Uint8Array>();
  const attach = (content: string | Uint8Array, extension: string) => {
    const url = `../raw/${files.size + 1}.${extension}`;
    files.set(url, content);
    return url;
  };
  return {
    files,
    links: {
      task: (id) => `../${id}/index.html`,
      row: ({ itemId }) => `#${encodeURIComponent(itemId)}`,
      anchor: ({ itemId }) => itemId,
      request: () => undefined,
      exact: () => undefined,
    },
    attachments: { text: (text) => attach(text, "txt"), image: attach },
    highlighter: options.highlight === false ? plain.page() : highlighter.page(),
    templates,
  };
}

/** What a browser shows of markup, by way of a small reader for the markup that blocks write. */
export function shownText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** The text without the marks that stand for hidden characters. */
export function withoutMarks(markup: string): string {
  return markup.replace(/<span class="mark">[^<]*<\/span>/g, "");
}
