import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeAccount } from "../../src/projection/index.ts";
import { compareIds, rowIds } from "../../src/site/anchors.ts";
import { isOurManifest, manifestJson, sums } from "../../src/site/manifest.ts";

const account = closeAccount([], { named: 0, counted: 0, astray: [] });
const masking = { redaction: true, rulesOff: [], home: false, lean: false, counts: [] };
const facts = (title: string) => ({
  version: "0.0.0",
  report: { title, format: "litany", tasks: 0, generator: "taskfolio", masking },
  options: {},
  account,
  counts: {},
});

describe("the manifest", () => {
  it("gives any title back as it was, from bytes that are all ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
        const json = manifestJson(facts(title), []);
        expect(json).toMatch(/^[\x00-\x7e]*$/);
        expect(JSON.parse(json).title).toBe(title);
      }),
    );
  });

  it("lists files by path, whatever order they were written in", () => {
    const file = (path: string) => ({ path, bytes: 1, sha256: "0" });
    const one = manifestJson(facts("t"), [file("b"), file("a")]);
    expect(one).toBe(manifestJson(facts("t"), [file("a"), file("b")]));
    expect(sums([file("b"), file("a")])).toBe("0  a\n0  b\n");
  });

  it("knows its own and no other", () => {
    expect(isOurManifest(manifestJson(facts("t"), []))).toBe(true);
    for (const other of ["", "{", "null", "[]", '{"maker":"somebody"}', '"taskfolio"'])
      expect(isOurManifest(other)).toBe(false);
  });
});

describe("counting row ids in pages", () => {
  it("finds each id, repeats included", () => {
    const id = "t-0123456789ab-0123456789ab";
    expect(rowIds(`<p id="${id}"></p><a id="x" href="#${id}">t</a><p class="c" id="${id}">`)).toEqual([id, id]);
  });

  it("is not taken in by text that quotes one", () => {
    expect(rowIds('<pre>a line with id="t-0123456789ab-0123456789ab" in it</pre>')).toEqual([]);
  });

  it("tells what is named and not found, found and not named, and found twice", () => {
    const named = new Map([
      ["t-a", "task · one"],
      ["t-b", "task · two"],
    ]);
    expect(compareIds(named, ["t-a", "t-a", "t-c"]).astray).toEqual([
      "task · two: named, not found",
      "task · one: found 2 times",
      "t-c: found, not named",
    ]);
  });
});
