import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeHostile } from "../support/hostile.ts";
import { type Case, cases, corpusCases, createReports, type Report } from "../support/reports.ts";
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
    expect(report.result.account.balanced).toBe(true);
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

describe("hostile content", () => {
  it("is all there, and nothing of it is markup", async () => {
    const { placed } = await writeHostile(tempFolder());
    const { folder } = await reports.build({ name: "hostile", workspace: writeHostile });
    const texts: string[] = [];
    for (const page of pagesOf(folder)) texts.push(page.texts.map(({ text }) => text).join(""));
    for (const path of listFiles(folder))
      if (path.endsWith(".txt")) texts.push(readFileSync(join(folder, path), "utf8"));
    const all = texts.join("\n");
    const gone = placed.filter(({ token, owed }) => owed === "shown" && !all.includes(token));
    expect(gone.map(({ token, field, kind }) => `${token}: ${kind} in ${field}`)).toEqual([]);
  });
});

describe("a large workspace", () => {
  it("has pages beyond the first, attachments, and ledgers in the order of numbers", async () => {
    const { folder } = await reports.build(cases.find(({ name }) => name === "large") ?? expect.fail("no such case"));
    const files = listFiles(folder);
    expect(files.filter((path) => /tasks\/t-\w+\/page-\d+\.html/.test(path)).length).toBeGreaterThan(1);
    expect(files.filter((path) => path.startsWith("raw/")).length).toBeGreaterThan(1);
  });
});
