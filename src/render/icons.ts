import type { StatusWord } from "../projection/index.ts";
import { type Html, trusted } from "./html.ts";

/** Drawings of 16 × 16 that go with words and never stand for them. Each is drawn once a page, by `sheet`. */
const PATHS = {
  scheduled: '<circle cx="8" cy="8" r="6"/><path d="M8 4.6V8l2.4 1.6"/>',
  queued: '<circle cx="8" cy="8" r="6"/><path d="M5.2 8h.01M8 8h.01M10.8 8h.01"/>',
  running: '<circle cx="8" cy="8" r="6"/><path d="m6.8 5.6 3.6 2.4-3.6 2.4z"/>',
  succeeded: '<circle cx="8" cy="8" r="6"/><path d="m5.4 8.1 1.8 1.8 3.4-3.7"/>',
  failed: '<circle cx="8" cy="8" r="6"/><path d="m6 6 4 4m0-4-4 4"/>',
  canceled: '<circle cx="8" cy="8" r="6"/><path d="M5.4 8h5.2"/>',
  timed_out: '<circle cx="8" cy="8" r="6"/><path d="M8 4.6V8M8 11h.01"/>',
  unknown: '<circle cx="8" cy="8" r="6" stroke-dasharray="2 2.2"/>',
  gap: '<path d="M2 3.5h12M2 12.5h12M2 8h1.6M6 8h1.4M9.6 8H11M13.4 8h.6"/>',
  warning: '<path d="M8 2.4 14.4 13.4H1.6zM8 6.6v3M8 11.6h.01"/>',
  lens: '<circle cx="7" cy="7" r="4.4"/><path d="m10.4 10.4 3.2 3.2"/>',
  child: '<path d="M4 2.5v5.2c0 1 .8 1.8 1.8 1.8H13m-3-3 3 3-3 3"/>',
} as const satisfies Record<StatusWord | "gap" | "warning" | "lens" | "child", string>;

export type Icon = keyof typeof PATHS;

const OURS = "drawn here, nothing of the workspace in it";

/** One icon, drawn by reference to the page's sheet; its size holds without the stylesheet too. `tone` is a class of colour. */
export function icon(of: Icon, tone?: string): Html {
  const names = tone === undefined ? "i" : `i ${tone}`;
  return trusted(`<svg class="${names}" width="16" height="16" aria-hidden="true"><use href="#i-${of}"/></svg>`, OURS);
}

/** The drawings themselves: once a page, taking no room. */
export function sheet(): Html {
  const symbols = Object.entries(PATHS).map(
    ([of, drawing]) =>
      `<symbol id="i-${of}" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${drawing}</symbol>`,
  );
  return trusted(`<svg class="sheet" width="0" height="0" aria-hidden="true">${symbols.join("")}</svg>`, OURS);
}
