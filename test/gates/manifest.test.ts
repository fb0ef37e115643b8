import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { tempTree } from "../support/temp.ts";
import { checkManifest } from "./manifest.ts";
import { pageOfEachType, typeOfPage } from "./pages.ts";

const task = "t-0123456789ab";
const page = `<p id="${task}-000000000001">a</p><p id="${task}-000000000002">b</p>`;
const files = { [`tasks/${task}/index.html`]: page };
const kind = {
  kind: "message",
  files: 1,
  records: 3,
  shown: 2,
  shownInPart: 0,
  withheld: 0,
  raw: 0,
  repeated: 0,
  joined: 1,
  noRow: 0,
};
const entry = {
  path: `tasks/${task}/index.html`,
  bytes: page.length,
  sha256: createHash("sha256").update(page).digest("hex"),
};
const good = {
  maker: "taskfolio",
  account: { balanced: true, records: 3, named: 2, kinds: [kind] },
  files: [entry],
};
const check = (manifest: unknown, more: Readonly<Record<string, string>> = {}) =>
  checkManifest(tempTree({ ...files, ...more, SHA256SUMS: "", "manifest.json": JSON.stringify(manifest) }));

it("lets a manifest pass that is true", () => {
  expect(check(good)).toEqual([]);
});

it.each([
  ["another maker", { ...good, maker: "x" }, "does not say who made it"],
  ["text that is not ASCII", { ...good, title: "é" }, "is not plain ASCII"],
  ["a file that is not there", { ...good, files: [{ ...entry, path: "a.txt" }, entry] }, "lists a.txt"],
  ["another digest", { ...good, files: [{ ...entry, sha256: "0" }] }, "another digest"],
  ["another size", { ...good, files: [{ ...entry, bytes: 1 }] }, "another size"],
  ["a file twice", { ...good, files: [entry, entry] }, "once each"],
  ["an account that does not balance", { ...good, account: { ...good.account, balanced: false } }, "does not balance"],
  [
    "a record without a disposition",
    { ...good, account: { ...good.account, kinds: [{ ...kind, joined: 0 }] } },
    "2 dispositions of 3",
  ],
  ["kinds that leave records out", { ...good, account: { ...good.account, records: 4 } }, "do not sum"],
  [
    "a row that no page holds",
    { ...good, account: { ...good.account, named: 3 } },
    "names 3 rows and placeholders, and the pages hold 2",
  ],
])("stops %s", (_what, manifest, says) => {
  expect(check(manifest).join("\n")).toContain(says);
});

it("stops a file that is not listed", () => {
  expect(check(good, { "raw/a.txt": "" })).toEqual(["manifest.json: does not list raw/a.txt"]);
});

it("tells types of pages from their places, and takes the largest of each", () => {
  expect(typeOfPage("tasks/t-0123456789ab/page-12.html")).toBe("tasks/task/page-n.html");
  expect(typeOfPage("tasks/t-0123456789ab/sent-0123456789ab.html")).toBe("tasks/task/sent-n.html");
  const folder = tempTree({
    "tasks/t-0123456789ab/index.html": "a",
    "tasks/t-ffffffffffff/index.html": "aa",
    "gaps.html": "",
  });
  expect([...pageOfEachType(folder)]).toEqual([
    ["gaps.html", "gaps.html"],
    ["tasks/task/index.html", "tasks/t-ffffffffffff/index.html"],
  ]);
});
