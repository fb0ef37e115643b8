import { POLICY } from "./head.ts";

/** Hand-made parts of a page that keeps every rule; tests spoil one at a time. */
export const goodHead = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A report</title>
<link rel="stylesheet" href="assets/report.css">
<script src="assets/report.js" defer></script>`;

export const goodBody = `<header><a href="#main">Skip to the overview</a></header>
<main id="main" tabindex="-1">
<h1>A report</h1>
<p>Nothing of this page is hidden: <a href="index.html#more">more</a>,
<a href="https://example.org/" rel="noreferrer noopener nofollow">outside</a>,
<a href="raw/a.txt">raw</a>.</p>
<h2 id="more">More</h2>
<details><summary>One line</summary><p>What it opens.</p></details>
<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6"/></svg>
<label><input type="checkbox" id="quiet"> quiet</label>
</main>`;

export function pageOf(parts: { readonly head?: string; readonly body?: string; readonly html?: string }): string {
  const open = parts.html ?? '<!doctype html>\n<html lang="en">';
  return `${open}\n<head>\n${parts.head ?? goodHead}\n</head>\n<body>\n${parts.body ?? goodBody}\n</body>\n</html>\n`;
}

export const goodFiles: Readonly<Record<string, string>> = {
  "index.html": pageOf({}),
  "assets/report.css": "body { color: #222; }\n",
  "assets/report.js": '"use strict";\n',
  "raw/a.txt": "a\n",
};
