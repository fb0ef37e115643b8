import type { AboutView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { plainLink } from "../parts/links.ts";
import { count, plural } from "../words.ts";
import { KIND_MEANS, KIND_TITLES } from "./absence-kinds.ts";
import { accountSentence, unbalancedBanner } from "./account.ts";
import { maskingSection } from "./masking.ts";

const KINDS = Object.keys(KIND_TITLES) as readonly (keyof typeof KIND_TITLES)[];

/** For somebody who has never seen such a report: the words, what absence means, how to check it. */
export function aboutPage(desk: Desk, view: AboutView): Html {
  const { account, lacks, report } = view;
  const places = new Map(lacks.map((lack) => [lack.kind, lack]));
  const main = desk.fill("pages/about", {
    format: text(report.format),
    because: text(`${view.because.replace(/\.$/, "")}.`),
    generator: text(report.generator),
    tasks: plural(report.tasks, "Task"),
    banner: unbalancedBanner(desk, account),
    kinds: KINDS.map((kind) => {
      const lack = places.get(kind);
      return {
        title: KIND_TITLES[kind],
        means: KIND_MEANS[kind],
        here:
          lack === undefined ? "None here." : `Here: ${plural(lack.places, "place")} in ${plural(lack.tasks, "Task")}.`,
      };
    }),
    masking: maskingSection(desk, report.masking),
    gaps: plainLink(desk, desk.links.fixed("gaps"), "What is missing"),
    account: `${accountSentence(account)}.`,
    balanced: account.balanced,
    files: account.kinds.map((line) => ({
      kind: text(line.kind),
      cells: [
        line.files,
        line.records,
        line.shown,
        line.shownInPart,
        line.withheld,
        line.raw,
        line.repeated,
        line.joined,
        line.noRow,
      ].map(count),
    })),
    named: count(account.named),
    counted: account.counted === undefined ? "" : count(account.counted),
  });
  return framed(desk, {
    report,
    title: "About this report",
    skip: "Skip to the explanation",
    current: "about",
    crumbs: [text("About this report")],
    main,
    account,
  });
}
