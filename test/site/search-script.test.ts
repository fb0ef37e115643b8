import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchCost, searchScript } from "../../src/site/search-script.ts";

/** What the one call is given, as a browser would run it. */
function called(script: string): unknown[] {
  const given: unknown[] = [];
  runInNewContext(script, { taskfolio: (...all: unknown[]) => given.push(...all) });
  return given;
}

describe("a search data script", () => {
  it("gives back what was put in, whatever it holds", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("</script>", "\u2028", "\ud800", "`x`", '\\"', "<!--", "]]>", "__proto__", "*/"),
    );
    const value = fc.array(fc.oneof(hostile, fc.integer(), fc.array(hostile)));
    fc.assert(
      fc.property(value, (data) => {
        const given = called(searchScript(JSON.stringify(data)));
        expect(given).toHaveLength(1);
        expect(JSON.parse(String(given[0]))).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  it("is one call with one literal of printable ASCII, which cannot end a script element", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const script = searchScript(JSON.stringify([text]));
        expect(script).toMatch(/^taskfolio\("[ -~]*"\);\n$/);
        expect(script).not.toContain("<");
        expect(script.length - searchScript(JSON.stringify([""])).length).toBe(searchCost(text) - searchCost(""));
      }),
    );
  });
});
