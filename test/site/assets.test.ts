import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { assets } from "../../src/site/index.ts";
import { checkScript } from "../gates/script.ts";

const folder = pathToFileURL(`${resolve(import.meta.dirname, "../../templates/assets")}/`);
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  files = new Map((await assets(folder)).map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
});

describe("the assets of a report", () => {
  it("are one stylesheet, the script of every page, and that of search", () => {
    expect([...files.keys()]).toEqual(["assets/report.css", "assets/report.js", "assets/search.js"]);
  });

  it("are small", () => {
    expect(files.get("assets/report.css")?.length).toBeLessThan(28_000);
    expect(files.get("assets/report.js")?.length).toBeLessThan(12_000);
    expect(files.get("assets/search.js")?.length).toBeLessThan(8_000);
  });

  it("hold scripts that parse once they are put together, and nothing that hostile text could use", () => {
    for (const path of ["assets/report.js", "assets/search.js"]) {
      const { diagnostics } = ts.transpileModule(files.get(path) ?? "", { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
      expect(checkScript(path, files.get(path) ?? "")).toEqual([]);
    }
  });
});
