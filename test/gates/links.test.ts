import { expect, it } from "vitest";
import { tempTree } from "../support/temp.ts";
import { goodBody, goodFiles, pageOf } from "./good-page.ts";
import { checkLinks } from "./links.ts";

const linksOf = (link: string) =>
  checkLinks(tempTree({ ...goodFiles, "index.html": pageOf({ body: `${goodBody}<a href="${link}">a</a>` }) }));

it("lets links pass that land on files and ids", () => {
  expect(checkLinks(tempTree(goodFiles))).toEqual([]);
  expect(linksOf("https://example.org/#nowhere")).toEqual([]);
});

it("names a link to a file that is not there", () => {
  expect(linksOf("tasks/none.html")).toEqual([expect.stringContaining('<a href="tasks/none.html"> names no file')]);
});

it("names a fragment that no element has", () => {
  expect(linksOf("#none")).toEqual([expect.stringContaining("lands on no element")]);
  expect(linksOf("raw/a.txt#main")).toEqual([expect.stringContaining("lands on no element")]);
});

it("resolves links from the folder of their page", () => {
  const body = `${goodBody.replaceAll('href="', 'href="../')}`;
  const page = pageOf({ body: body.replaceAll('"../#', '"#').replaceAll('"../https', '"https') });
  expect(checkLinks(tempTree({ ...goodFiles, "tasks/index.html": page.replaceAll("assets/", "../assets/") }))).toEqual(
    [],
  );
  expect(checkLinks(tempTree({ ...goodFiles, "tasks/index.html": goodFiles["index.html"] ?? "" }))).toHaveLength(3);
});

it("names assets that are not there", () => {
  const { "assets/report.js": _, ...rest } = goodFiles;
  expect(checkLinks(tempTree(rest))).toEqual([expect.stringContaining("<script src=")]);
});
