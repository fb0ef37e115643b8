/** How it looks: a view becomes a page. */

export type { ColourStore } from "./highlight.ts";
export { escapeText } from "./html.ts";
export type { Attachments, FixedPage, Links, PageLinks } from "./links.ts";
export { replaceHidden, visible } from "./marks.ts";
export { printJson } from "./print-json.ts";
export { createRenderer, type PageContext, type Renderer, type Weight } from "./renderer.ts";
