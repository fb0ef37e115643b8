import { describe, expect, it } from "vitest";
import type { Block } from "../../src/render/block.ts";
import { blockText } from "../../src/render/blocks/block-text.ts";
import { renderBlock, renderBlocks } from "../../src/render/blocks/index.ts";
import { measure } from "../../src/render/measure.ts";
import { cutMiddle } from "../../src/render/shorten.ts";
import { blockContext, shownText } from "./support.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function write(block: Block) {
  const context = blockContext();
  return { markup: String(renderBlock(block, context)), files: context.files };
}

describe("a block of code", () => {
  it("has one gutter for all line numbers", async () => {
    const context = blockContext({ highlight: false });
    const block = { type: "code", text: "a\nb\n", firstLine: 9, title: "x.ts" } as const;
    expect(await context.highlighter.fill(String(renderBlock(block, context)))).toBe(
      '<div class="block">\n<p class="block-title">x.ts</p>\n<div class="numbered"><pre class="gutter" aria-hidden="true">9\n10</pre><pre dir="ltr" tabindex="0" role="group" aria-label="x.ts"><code>a\nb\n</code></pre></div></div>\n',
    );
  });

  it("numbers the lines behind an omission truly", () => {
    const text = Array.from({ length: 9_000 }, (_, at) => `line ${at + 1}\n`).join("");
    const { markup } = write({ type: "code", text, firstLine: 1 });
    const gutter = /aria-hidden="true">([^<]*)</.exec(markup)?.[1]?.split("\n") ?? [];
    const shown = /<code>([\s\S]*)<\/code>/.exec(markup)?.[1]?.split("\n") ?? [];
    expect(gutter).toContain("…");
    for (const [at, number] of gutter.entries()) if (number !== "…") expect(shown[at]).toBe(`line ${number}`);
  });

  it("says once that lines end in CR LF, and marks a CR that stands alone", () => {
    expect(write({ type: "code", text: "a\r\nb\r\n" }).markup).toContain("Its lines end in CR LF.");
    expect(write({ type: "code", text: "a\r\nb\r\n" }).markup).not.toContain('class="mark"');
    expect(write({ type: "code", text: "a\r\nb\n" }).markup).toContain('<span class="mark">CR</span>');
  });
});

describe("a block of code with lines from several places", () => {
  it("has the number of each, also behind an omission", () => {
    const numbers = Array.from({ length: 9_000 }, (_, at) => at * 3 + 1);
    const text = numbers.map((number) => `line ${number}\n`).join("");
    const { markup } = write({ type: "code", text, numbers });
    const gutter = /aria-hidden="true">([^<]*)</.exec(markup)?.[1]?.split("\n") ?? [];
    const shown = /<code>([\s\S]*)<\/code>/.exec(markup)?.[1]?.split("\n") ?? [];
    expect(gutter).toContain("…");
    for (const [at, number] of gutter.entries()) if (number !== "…") expect(shown[at]).toBe(`line ${number}`);
  });
});

describe("an address that content names", () => {
  const link = (url: string) => write({ type: "list", items: [[{ text: "words", to: { url } }]] }).markup;

  it("is a link out of the report where a browser may open it", () => {
    expect(link("https://example.com/a?b")).toContain(
      '<a href="https://example.com/a?b" rel="noreferrer noopener nofollow">words</a>',
    );
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//example.com", "a/b.html", "", "file:///etc/passwd"])(
    "is words alone where it is anything else: %s",
    (url) => {
      expect(link(url)).toContain("<li>words</li>");
    },
  );
});

describe("what is too large", () => {
  const large: readonly (readonly [string, Block, string])[] = [
    [
      "code",
      { type: "code", text: "const a = 1;\n".repeat(50_000), language: "ts", firstLine: 1 },
      "const a = 1;\n".repeat(50_000),
    ],
    ["one long line", { type: "code", text: "x<".repeat(1_000_000) }, "x<".repeat(1_000_000)],
    ["hidden characters", { type: "code", text: "a\0".repeat(500_000) }, "a\0".repeat(500_000)],
    [
      "terminal",
      { type: "terminal", text: "\u001b[31mred\u001b[0m\n".repeat(50_000) },
      "\u001b[31mred\u001b[0m\n".repeat(50_000),
    ],
    ["prose", { type: "prose", markdown: "*a* b `c`\n\n".repeat(20_000) }, "*a* b `c`\n\n".repeat(20_000)],
    [
      "fields",
      { type: "fields", fields: Array.from({ length: 3_000 }, (_, at) => ({ name: `n${at}`, value: { text: "v" } })) },
      Array.from({ length: 3_000 }, (_, at) => `n${at}: v`).join("\n"),
    ],
    [
      "a long field",
      { type: "fields", fields: [{ name: "n", value: { text: "é".repeat(100_000) } }] },
      `n: ${"é".repeat(100_000)}`,
    ],
    [
      "list",
      { type: "list", items: Array.from({ length: 3_000 }, () => [{ text: "one" }, { text: "two", code: true }]) },
      Array.from({ length: 3_000 }, () => "onetwo").join("\n"),
    ],
    [
      "checklist",
      {
        type: "checklist",
        items: Array.from({ length: 3_000 }, () => ({ text: "one thing", state: "done", word: "done", change: "new" })),
      },
      Array.from({ length: 3_000 }, () => "☑ one thing (done, new)").join("\n"),
    ],
    [
      "table",
      {
        type: "table",
        columns: ["a", "b"],
        groups: [
          { heading: { text: "group" }, rows: Array.from({ length: 3_000 }, () => [{ text: "one" }, { text: "two" }]) },
        ],
      },
      ["a\tb", "group", ...Array.from({ length: 3_000 }, () => "one\ttwo")].join("\n"),
    ],
    [
      "diff",
      {
        type: "diff",
        files: [
          {
            path: "x",
            change: "changed",
            lines: Array.from({ length: 30_000 }, () => ({ kind: "add", text: "+one" })),
          },
        ],
      },
      `x\n${"+one\n".repeat(30_000)}`,
    ],
    ["note", { type: "note", tone: "quiet", text: [{ text: "a".repeat(100_000) }] }, "a".repeat(100_000)],
  ];

  it.each(large)("is shortened, says so and links all of it: %s", (_, block, all) => {
    const context = blockContext();
    const markup = renderBlock(block, context);
    const size = measure(markup);
    expect(size.bytes).toBeLessThanOrEqual(48_000);
    expect(size.elements).toBeLessThanOrEqual(1_000);
    expect(String(markup)).toMatch(
      /shortened: [\d,]+ of [\d,]+ characters shown; all of it: <a href="\.\.\/raw\/1\.txt">raw\/1\.txt<\/a>/,
    );
    expect([...context.files.values()]).toEqual([all]);
  });

  it("shows as much with highlighting as without", async () => {
    const text = "const a = call(1, 'x');\n".repeat(5_000);
    const [on, off] = await Promise.all(
      [true, false].map((highlight) => {
        const context = blockContext({ highlight });
        return context.highlighter.fill(String(renderBlock({ type: "code", text, language: "ts" }, context)));
      }),
    );
    expect(on).toContain("<i ");
    expect(shownText(on ?? "")).toBe(shownText(off ?? ""));
  });

  it("keeps the beginning and the end of code, and no more than one file for it", () => {
    const { markup, files } = write({ type: "terminal", text: `first\n${"x\n".repeat(100_000)}last` });
    expect(markup).toContain("<code>first\n");
    expect(markup).toContain("last</code>");
    expect(files.size).toBe(1);
  });
});

describe("the blocks of a card", () => {
  it("stay within the limit of a card; the rest stands in one file", () => {
    const context = blockContext();
    const blocks = Array.from(
      { length: 200 },
      (_, at): Block => ({
        type: "section",
        kind: "Shell",
        about: `command ${at}`,
        outcome: { words: "exit 0", tone: "good" },
        blocks: [{ type: "terminal", text: `output ${at}\n`.repeat(300) }],
      }),
    );
    const markup = renderBlocks(blocks, context);
    const size = measure(markup);
    expect(size.bytes).toBeLessThanOrEqual(192_000);
    expect(size.elements).toBeLessThanOrEqual(2_500);
    expect(String(markup)).toMatch(/shortened: \d+ more parts of this card not shown here; all of it: <a /);
    const rest = [...context.files.values()].at(-1);
    expect(rest).toContain("output 199\n");
  });

  it("take less where their page has less", () => {
    const room = { bytes: 9_000, elements: 120 };
    const blocks: Block[] = Array.from({ length: 20 }, () => ({ type: "code", text: "a <b>\n".repeat(2_000) }));
    const size = measure(renderBlocks(blocks, blockContext(), room));
    expect(size.bytes).toBeLessThanOrEqual(room.bytes);
    expect(size.elements).toBeLessThanOrEqual(room.elements);
  });

  it("open where they went wrong", () => {
    const section = { type: "section", kind: "Shell", about: "x", blocks: [] } as const;
    expect(write({ ...section, outcome: { words: "failed, exit 1", tone: "bad" } }).markup).toContain(
      '<details class="card part wrong" open>',
    );
    expect(write({ ...section, outcome: { words: "exit 0", tone: "good" } }).markup).toContain(
      '<details class="card part">',
    );
  });
});

describe("words that lead somewhere", () => {
  it("link to Tasks and rows of this report, and stay text where there is no such page", () => {
    const row = { taskId: "t", itemId: "a b" };
    const items = [[{ text: "child <1>", to: { task: "t" } }, { text: " at " }, { text: "012", to: { row } }]];
    expect(write({ type: "list", items }).markup).toContain(
      '<li><a href="../t/index.html">child &lt;1&gt;</a> at <a href="#a%20b">012</a></li>',
    );
    const context = {
      ...blockContext(),
      links: {
        task: () => undefined,
        row: () => undefined,
        anchor: () => "",
        request: () => undefined,
        exact: () => undefined,
      },
    };
    expect(String(renderBlock({ type: "list", items }, context))).toContain("<li>child &lt;1&gt; at 012</li>");
  });

  it("carry their own direction where their letters have one", () => {
    expect(write({ type: "note", tone: "quiet", text: [{ text: "שלום" }] }).markup).toContain("<bdi>שלום</bdi>");
  });
});

describe("an image", () => {
  it("becomes a file with its true size", () => {
    const { markup, files } = write({ type: "image", mediaType: "image/jpeg", data: PNG });
    expect(markup).toContain(
      '<img src="../raw/1.png" width="1" height="1" alt="PNG image, 1 × 1, from the transcript"',
    );
    expect([...files.values()]).toEqual([Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0))]);
  });

  it("is said to be none when its bytes are not what they must be", () => {
    for (const data of ["PHN2Zz4=", "not base64!", "", `${PNG}=`, PNG.slice(0, 16)]) {
      const { markup, files } = write({ type: "image", mediaType: "image/png", data });
      expect(markup).toContain("an image that is not what it says: image/png, ");
      expect(markup).not.toContain("<img");
      expect([...files.values()]).toEqual([data]);
    }
  });

  it("shows SVG as source", () => {
    const { markup } = write({ type: "image", mediaType: "image/svg+xml", data: btoa('<svg onload="x"/>') });
    expect(shownText(markup)).toContain('<svg onload="x"/>');
    expect(markup).not.toContain("<svg");
  });

  it("is linked and not shown when it would unfold to too many pixels", () => {
    const bytes = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));
    new DataView(bytes.buffer).setUint32(16, 60_000);
    new DataView(bytes.buffer).setUint32(20, 60_000);
    const { markup } = write({ type: "image", mediaType: "image/png", data: btoa(String.fromCharCode(...bytes)) });
    expect(markup).toContain("PNG image, 60,000 × 60,000, too large to show here");
    expect(markup).not.toContain("<img");
  });
});

describe("cutMiddle", () => {
  it("keeps all of a text that fits and never cuts a character in two", () => {
    expect(cutMiddle("abc", 3)).toEqual({ head: 3, tail: 3 });
    const text = "😀".repeat(100);
    for (let budget = 0; budget < 200; budget++) {
      const { head, tail } = cutMiddle(text, budget);
      expect(head % 2).toBe(0);
      expect(tail % 2).toBe(0);
      expect(head).toBeLessThanOrEqual(tail);
    }
  });
});

describe("blockText", () => {
  it("says all that a block says", () => {
    expect(
      blockText({
        type: "section",
        kind: "Shell",
        about: "ls",
        blocks: [{ type: "terminal", text: "a", title: "Output" }],
      }),
    ).toContain("Output\na");
    expect(blockText({ type: "json", value: { a: 1 }, title: "t" })).toBe('t\n{\n  "a": 1\n}');
  });
});
