import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowance, createHighlighter, slotAllowance } from "../../src/render/highlight.ts";
import { createPool } from "../../src/render/highlight-pool.ts";
import type { Grammars } from "../../src/render/highlight-shiki.ts";
import { codeSpans, readSpans } from "../../src/render/highlight-spans.ts";
import { escapeBetweenTags } from "../../src/render/html.ts";
import { shownText } from "./support.ts";

const highlighter = createHighlighter({ enabled: true });

async function highlighted(text: string, language: string | undefined): Promise<string> {
  const page = highlighter.page();
  return page.fill(String(page.slot(text, language)));
}

function elements(markup: string): number {
  return markup.split("<i ").length - 1;
}

const words = [
  "const",
  "a",
  "=",
  '"x"',
  "//",
  "/*",
  "*/",
  "(",
  ")",
  "{",
  "}",
  "<",
  "&",
  "`",
  "${",
  "\n",
  " ",
  "é",
  "🎉",
  "# ",
  "'",
];
const code = fc.array(fc.constantFrom(...words), { maxLength: 200 }).map((parts) => parts.join(""));
const languages = fc.constantFrom(
  "ts",
  "python",
  "bash",
  "json",
  "diff",
  "html",
  "markdown",
  "css",
  "no-such",
  "__proto__",
);

describe("highlighting", () => {
  it("writes roles as short elements", async () => {
    expect(await highlighted("const a = 1; // one", "ts")).toContain('<i class="k">const</i>');
    expect(await highlighted('{"a": true}', "json")).toBe('{<i class="f">"a"</i>: <i class="v">true</i>}');
    expect(await highlighted("+a\n+b\n-c", "patch")).toBe('<i class="a">+a\n+b</i>\n<i class="d">-c</i>');
  });

  it("never changes the text", async () => {
    await fc.assert(
      fc.asyncProperty(code, languages, async (text, language) => {
        expect(shownText(await highlighted(text, language))).toBe(text);
      }),
      { numRuns: 150 },
    );
  });

  it("never adds more than it announces", async () => {
    await fc.assert(
      fc.asyncProperty(code, languages, async (text, language) => {
        const markup = await highlighted(text, language);
        const most = allowance(text, language);
        expect(elements(markup)).toBeLessThanOrEqual(most.elements);
        expect(markup.length - escapeBetweenTags(text).length).toBeLessThanOrEqual(most.bytes);
      }),
      { numRuns: 150 },
    );
  });

  it("leaves text plain whose language is unknown, absent or named like an object's own parts", async () => {
    for (const language of ["klingon", undefined, "constructor", "__proto__", "toString", ""]) {
      expect(await highlighted("const a = 1;", language)).toBe("const a = 1;");
    }
  });

  it("knows languages by fence name and by file extension", async () => {
    for (const language of ["TS", "mjs", "hpp", "yml", "rs", "py"])
      expect(allowance("a = 1", language).elements).toBeGreaterThan(0);
  });

  it("leaves text with hidden characters plain, since a mark may not be torn apart", async () => {
    expect(await highlighted("const a = '\u0000\u0000';", "ts")).toBe(
      "const a = '<span class=\"mark\">NUL × 2</span>';",
    );
  });

  it("colours the first 4 kB of a block and keeps the rest", async () => {
    const line = "const a = 1;\n";
    const markup = await highlighted(line.repeat(1000), "ts");
    expect(shownText(markup)).toBe(line.repeat(1000));
    expect(markup.lastIndexOf("<i ")).toBeLessThan(4096 * 6);
    expect(elements(markup)).toBeGreaterThan(100);
  });

  it("colours at most 24 kB of a page, in the order of the calls, at the same weight", async () => {
    const page = highlighter.page();
    const block = (number: number) => `${"const a = 1;\n".repeat(310)}// ${number}`;
    const slots = Array.from({ length: 10 }, (_, number) => String(page.slot(block(number), "ts")));
    expect(new Set(slots.slice(0, 9).map((slot) => slotAllowance(slot).elements)).size).toBe(1);
    const filled = await Promise.all(slots.map((slot) => page.fill(slot)));
    expect(filled.slice(0, 5).every((markup) => markup.includes("<i "))).toBe(true);
    expect(filled.slice(8).some((markup) => markup.includes("<i "))).toBe(false);
    expect(filled.map(shownText)).toEqual(Array.from({ length: 10 }, (_, number) => block(number)));
  });

  it("leaves a minified line plain", async () => {
    const line = `${"a=b(c);".repeat(200)}\n`;
    expect(await highlighted(line, "js")).toBe(line);
  });

  it("forgets slots that were made after a checkpoint", async () => {
    const page = highlighter.page();
    const first = page.slot("const a = 1;", "ts");
    const undo = page.checkpoint();
    page.slot("let b = 2;", "ts");
    undo();
    const second = page.slot("var c = 3;", "ts");
    expect(shownText(await page.fill(`${first}|${second}`))).toBe("const a = 1;|var c = 3;");
  });

  it("colours a language alike, whatever was coloured before", async () => {
    const text = "# Title\n\n```ts\nconst a = 1;\n```\n";
    const before = await highlighted(text, "markdown");
    const other = createHighlighter({ enabled: true });
    const warm = other.page();
    await warm.fill(String(warm.slot("const a: string = `one`;", "ts")));
    const page = other.page();
    expect(await page.fill(String(page.slot(text, "markdown")))).toBe(before);
  });

  it("weighs the same when it is off and leaves plain text", async () => {
    const off = createHighlighter({ enabled: false }).page();
    const on = highlighter.page();
    const slot = off.slot("const a = 1;", "ts");
    expect(String(slot)).toBe(String(on.slot("const a = 1;", "ts")));
    expect(await off.fill(String(slot))).toBe("const a = 1;");
  });
});

const letters: Grammars = async (text) => [{ start: 0, end: text.length, role: "k" }];

describe("colouring beside the thread that asks", () => {
  it("goes on in that thread where no other can be started", async () => {
    // The file that a thread runs comes into being with the build; from the sources there is none.
    const pool = createPool(letters, 2);
    const asked = ["a", "bb", "ccc"].map((text) => pool.colour(text, "ts"));
    expect(await Promise.all(asked)).toEqual(["k0.1", "k0.2", "k0.3"]);
    expect(await pool.colour("dddd", "ts")).toBe("k0.4");
    await pool.close();
  });

  it("is not asked for where there is no thread", async () => {
    const pool = createPool(letters, 0);
    expect(await pool.colour("a", "ts")).toBe("k0.1");
    await pool.close();
  });
});

describe("coded spans", () => {
  const spans = fc
    .array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 30 }), fc.constantFrom("k", "s", "v")))
    .map((parts) => {
      let at = 0;
      return parts.map(([gap, length, role]) => {
        const start = at + gap;
        at = start + length;
        return { start, end: at, role };
      });
    });

  it("come back as they were", () => {
    fc.assert(
      fc.property(spans, (made) => {
        expect(readSpans(codeSpans(made), "x".repeat(made.at(-1)?.end ?? 0))).toEqual(made);
      }),
    );
  });

  it.each(["k0.1x", "k0", "<b>", "k0.0", "kk0.1", "k-1.2", "k0.1 ", " k0.1", "k0.1  k0.1", "k0.1\n", "k1.99999999999"])(
    "are none where they are ill-formed: %j",
    (coded) => {
      expect(readSpans(coded, "x".repeat(100))).toBeUndefined();
    },
  );

  it("are none where they do not fit the text", () => {
    expect(readSpans("k0.5 s1.4", "x".repeat(10))).toHaveLength(2);
    expect(readSpans("k0.5 s1.4", "x".repeat(9))).toBeUndefined();
  });
});

describe("colours of earlier builds", () => {
  const code = "const a = 1;";

  async function painted(known: string | undefined): Promise<{ html: string; asked: number; kept: string[] }> {
    const kept: string[] = [];
    let asked = 0;
    const store = {
      read: async () => {
        asked += 1;
        return known;
      },
      write: async (language: string, text: string, spans: string) => {
        kept.push(`${language} ${text} ${spans}`);
      },
    };
    const page = createHighlighter({ enabled: true, store }).page();
    return { html: await page.fill(String(page.slot(code, "ts"))), asked, kept };
  }

  it("are used where there are some", async () => {
    expect(await painted("v0.5")).toEqual({ html: '<i class="v">const</i> a = 1;', asked: 1, kept: [] });
  });

  it("are found and kept where there are none, or what is there is no such thing", async () => {
    for (const known of [undefined, "<script>alert(1)</script>", "v0.500"]) {
      const { html, kept } = await painted(known);
      expect(html).toMatch(/^<i class="k">const<\/i>/);
      expect(kept).toEqual([expect.stringMatching(/^typescript const a = 1; k0\.5 /)]);
    }
  });
});
