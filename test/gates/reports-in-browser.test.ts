import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { cases, corpusCases, createReports, type Report } from "../support/reports.ts";
import { checkAccess } from "./axe.ts";
import { everywhere } from "./everywhere.ts";
import { pageOfEachType } from "./pages.ts";

/** Hundreds of page loads: a machine that does other things as well is no reason to fail. */
const timeout = 900_000;

/** Pages that are opened at most, over all reports: enough for each type of page in each kind of fixture. */
const LIMIT = 150;

interface Chosen {
  readonly report: Report;
  readonly page: string;
}

describeInBrowser("reports in the browser", (browser) => {
  const reports = createReports();
  const byType = new Map<string, Chosen[]>();
  const own = new Set(cases.map(({ name }) => name));
  beforeAll(async () => {
    for (const of of [...cases, ...corpusCases()]) {
      const report = await reports.build(of);
      for (const [type, page] of pageOfEachType(report.folder)) {
        byType.set(type, [...(byType.get(type) ?? []), { report, page }]);
      }
    }
  });
  afterAll(reports.drop);

  /** The largest pages of each type among those that pass, over all reports, at most so many in all; by report. */
  function choose(limit: number, pass: (of: Chosen) => boolean = () => true): ReadonlyMap<Report, readonly string[]> {
    const chosen = new Map<Report, string[]>();
    for (const pages of byType.values()) {
      const largest = pages.filter(pass).sort((a, b) => sizeOf(b) - sizeOf(a));
      for (const { report, page } of largest.slice(0, Math.floor(limit / byType.size))) {
        chosen.set(report, [...(chosen.get(report) ?? []), page]);
      }
    }
    return chosen;
  }

  it("read the same everywhere, quietly, and without asking anyone for anything", { timeout }, async () => {
    const breaches: string[] = [];
    let opened = 0;
    for (const [{ name, folder }, pages] of choose(LIMIT)) {
      opened += pages.length;
      breaches.push(...(await everywhere(browser(), folder, pages)).map((breach) => `${name}: ${breach}`));
    }
    expect(breaches).toEqual([]);
    expect(opened).toBeGreaterThan(byType.size);
  });

  it("can be used with other senses, in both themes and on narrow screens", { timeout }, async () => {
    const breaches: string[] = [];
    // A page is judged four times over, at seconds for each 100 kB; larger ones are made of the same parts.
    const light = (of: Chosen) => own.has(of.report.name) && sizeOf(of) < 150_000;
    for (const [{ name, folder }, pages] of choose(24, light)) {
      breaches.push(...(await checkAccess(browser(), folder, pages)).map((breach) => `${name}: ${breach}`));
    }
    expect(breaches).toEqual([]);
  });
});

function sizeOf({ report, page }: Chosen): number {
  return statSync(join(report.folder, page)).size;
}
