import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeBadInput, writeHostile } from "../support/hostile.ts";
import { type Case, caseNamed, cases, corpusCases, createReports, type Report } from "../support/reports.ts";
import { tempFolder } from "../support/temp.ts";
import { listFiles } from "./files.ts";
import { gate, pagesOf } from "./gate.ts";
import { checkLinks } from "./links.ts";
import { checkManifest } from "./manifest.ts";
import { pageOfEachType } from "./pages.ts";
import { checkSums } from "./sums.ts";
import { validate } from "./valid.ts";

const reports = createReports();
afterAll(reports.drop);

function keepsItsPromises(of: Case): void {
  let report: Report;
  beforeAll(async () => {
    report = await reports.build(of);
  });

  it("keeps what pages, names and sizes promise", () => {
    expect(gate(report.folder)).toEqual([]);
  });

  it("has no link that does not land", () => {
    expect(checkLinks(report.folder)).toEqual([]);
  });

  it("balances its account, and lists its files with their digests", () => {
    expect(report.result.account).toMatchObject({ balanced: true, unbalanced: [], astray: [] });
    expect(checkManifest(report.folder)).toEqual([]);
    expect(checkSums(report.folder)).toEqual([]);
    execFileSync("sha256sum", ["--check", "--quiet", "--strict", "SHA256SUMS"], { cwd: report.folder });
  });

  it("has pages of each type that are valid HTML", async () => {
    const { folder } = report;
    const pages = [...pageOfEachType(folder).values()].filter(
      (page) => readFileSync(join(folder, page)).length < 300_000,
    );
    expect(await validate(folder, pages)).toEqual([]);
  });
}

describe.each(cases)("the report of $name", keepsItsPromises);

describe.skipIf(corpusCases().length === 0)("reports of the corpus", () => {
  it("are made where TASKFOLIO_CORPUS names one", () => expect(corpusCases().length).toBeGreaterThan(1));

  describe.each(corpusCases())("the report of $name", keepsItsPromises);
});

/** All that a reader of the report can get to read: the text of pages, and of the files that they link. */
function everyText(folder: string): string {
  const texts: string[] = [];
  for (const page of pagesOf(folder)) texts.push(page.texts.map(({ text }) => text).join(""));
  for (const path of listFiles(folder)) if (path.endsWith(".txt")) texts.push(readFileSync(join(folder, path), "utf8"));
  return texts.join("\n");
}

it("shows hostile content as text, all of it", async () => {
  const { placed } = await writeHostile(tempFolder());
  const { folder } = await reports.build(caseNamed("hostile content"));
  const text = everyText(folder);
  const gone = placed.filter(({ token, owed }) => owed === "shown" && !text.includes(token));
  expect(gone.map(({ token, field, kind }) => `${token}: ${kind} in ${field}`)).toEqual([]);
});

it("shows what stands beside bad input, names what is bad, and reads nothing from outside", async () => {
  const { shown, never, cases: bad, readsAll } = await writeBadInput(tempFolder());
  const { folder, result } = await reports.build(caseNamed("bad input"));
  const text = everyText(folder);
  expect(shown.filter((token) => !text.includes(token))).toEqual([]);
  expect(never.filter((token) => text.includes(token))).toEqual([]);
  const places = result.diagnostics.map(({ place }) => place?.file);
  const stated = bad.filter(({ what }) => !(readsAll && what.includes("right to read"))).flatMap(({ bad }) => bad);
  expect(stated.filter((path) => !places.includes(path) && !text.includes(path))).toEqual([]);
});

it("pages a large workspace, and attaches what no page holds", async () => {
  const { folder } = await reports.build(caseNamed("a large workspace"));
  const files = listFiles(folder);
  expect(files.filter((path) => /tasks\/t-\w+\/page-\d+\.html/.test(path)).length).toBeGreaterThan(1);
  expect(files.filter((path) => path.startsWith("raw/")).length).toBeGreaterThan(1);
});
