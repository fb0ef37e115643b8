import type { Account, ReportFacts } from "../projection/index.ts";
import type { Desk } from "./desk.ts";
import { type Html, NOTHING, text } from "./html.ts";
import { icon, sheet } from "./icons.ts";
import type { FixedPage } from "./links.ts";
import { accountSentence } from "./pages/account.ts";
import { maskingWords } from "./pages/masking.ts";
import { oneLine } from "./words.ts";

/** Everything of a page that its frame does not know by itself. */
export interface Framed {
  readonly report: ReportFacts;
  /** Stands first in the window's title; untrusted. Absent on the overview. */
  readonly title?: string;
  /** What the skip link leads to. */
  readonly skip: string;
  /** The page's own place in the report's navigation. */
  readonly current?: FixedPage;
  /** The way here below the report itself: links or words, the last one being this page. */
  readonly crumbs: readonly Html[];
  readonly main: Html;
  /** Navigation beside the main part. */
  readonly side?: Html;
  readonly account?: Account | undefined;
}

const REPORT_PAGES: readonly (readonly [FixedPage, string])[] = [
  ["overview", "Overview"],
  ["tasks", "All Tasks"],
  ["files", "Files"],
  ["gaps", "What is missing"],
  ["by-status", "By status"],
  ["by-tool", "By tool"],
  ["a-z", "A to Z"],
  ["about", "About"],
];

const TITLE = 80;
const REPORT_TITLE = 50;

/** A whole page: the frame that all pages share, around what is its own. */
export function framed(desk: Desk, page: Framed): Html {
  const { report } = page;
  const { links } = desk;
  const name = oneLine(report.title, REPORT_TITLE);
  return desk.fill("layout", {
    title: [...(page.title === undefined ? [] : [oneLine(page.title, TITLE)]), name, "taskfolio"].join(" · "),
    stylesheet: links.stylesheet,
    script: links.script,
    skip: page.skip,
    side: page.side ?? NOTHING,
    beside: page.side !== undefined,
    overview: links.fixed("overview"),
    name: text(name),
    crumbs: page.crumbs,
    pages: REPORT_PAGES.map(([fixed, words]) => ({
      href: links.fixed(fixed),
      words,
      current: fixed === page.current,
    })),
    search: `${links.fixed("search")}#find`,
    searching: page.current === "search",
    lens: icon("lens"),
    sheet: sheet(),
    main: page.main,
    theme: page.side === undefined ? desk.fill("parts/theme", {}) : NOTHING,
    generator: report.generator,
    account: page.account === undefined ? "" : accountSentence(page.account),
    masking: text(maskingWords(report)),
    about: links.fixed("about"),
  });
}
