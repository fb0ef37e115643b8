import { resolve } from "node:path";
import fc from "fast-check";
import { marked } from "marked";
import { parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import { replaceHidden } from "../../src/render/index.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { markdownText } from "../../src/site/markdown-text.ts";
import { linked } from "../../src/site/summary.ts";
import { fitted } from "../../src/site/summary-fit.ts";
import { ATTACKS } from "../support/hostile-payloads.ts";
import { tempTree } from "../support/temp.ts";

const visible = (text: string) =>
  replaceHidden(
    text,
    (clean) => clean,
    (labels) => `[${labels}]`,
  );
const text = markdownText(visible);
const example = resolve(import.meta.dirname, "../../examples/parser-regression/workspace");

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

/** What a host shows: its elements, where its links lead, and its text. */
function rendered(markdown: string): { elements: string[]; hrefs: string[]; text: string } {
  const elements: string[] = [];
  const hrefs: string[] = [];
  let words = "";
  const waiting: Node[] = [parseFragment(marked.parse(markdown, { async: false, gfm: true }))];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === "#text") words += node.value ?? "";
    else if (node.nodeName !== "#document-fragment") elements.push(node.nodeName);
    for (const { name, value } of node.attrs ?? []) if (name === "href") hrefs.push(value);
    waiting.push(...[...(node.childNodes ?? [])].reverse());
  }
  return { elements, hrefs, text: words };
}

/** Anything a record can hold, and what a renderer would like to act on. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."`~*_[]()<>!|#@\\&;:-+=.\n\t 1a$^{}\"'".split("")) }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    "](javascript:alert(1))",
    "![x](https://example.com/x.png)",
    "@somebody #1 GH-2 https://example.com www.example.com",
    "| a | b |\n|---|---|",
    "```\n# out\n```",
    "<!-- -->",
    "&lt;img src=x&gt;",
    "[ref]: https://example.com",
    "]:",
    ":+1: $x$ ~~gone~~",
    "0123456789abcdef0123456789abcdef01234567",
  ),
);

describe("untrusted text in Markdown", () => {
  it("comes back from a line as the text it was, with no element but code", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const line = text.line(value, 200);
        const found = rendered(`- failed: ${linked({ link: (path) => path }, line, "a.html")}`);
        expect(found.elements.filter((name) => name !== "code")).toEqual(["ul", "li", "a"]);
        expect(found.hrefs).toEqual(["a.html"]);
        const head = value.length > 800 ? value.slice(0, 799) : value;
        const clean = visible(head).replace(/\s+/gu, " ").trim();
        if (clean.length <= 200)
          expect(found.text.trim().replace(/ \(open\)$/, "")).toBe(`failed: ${clean === "" ? "(empty)" : clean}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it("comes back from a block line by line, as code", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const found = rendered(text.block(value, 10_000));
        expect(found.elements).toEqual(["pre", "code"]);
        // Marked writes a tab at the start of a line as blanks.
        const blanks = (words: string) => words.replace(/\t/g, "    ").trimEnd();
        expect(blanks(found.text)).toBe(blanks(visible(value.replace(/\r\n?/g, "\n"))));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is cut between characters, and says so", () => {
    expect(text.line("a".repeat(50), 10)).toBe("`aaaaaaaaa…`");
    expect(text.line("a😀", 10)).toBe("`a😀`");
    expect(text.line("aa😀aaaa", 4)).toBe("`aa…`");
  });

  it("leaves names of people, issues and addresses where no host reads them", () => {
    for (const value of [
      "@somebody",
      "see #12",
      "GH-12",
      "https://example.com",
      "www.example.com",
      "deadbeef12",
      "a@b.example",
    ])
      expect(text.line(value, 100)).toBe(`\`${value}\``);
    expect(text.line("Check the 2019 importer, please.", 100)).toBe("Check the 2019 importer, please.");
  });
});

describe("fitting", () => {
  const parts = (sizes: Record<"files" | "tasks", number>) => (detail: { files: number; tasks: number }) => [
    "# head",
    ...(detail.tasks > 0 ? ["t".repeat(Math.min(sizes.tasks, detail.tasks) * 100)] : []),
    ...(detail.files > 0 ? ["f".repeat(Math.min(sizes.files, detail.files) * 100)] : []),
    "[end](index.html)",
  ];

  it("drops nothing that fits", () => {
    expect(fitted(60_000, parts({ files: 3, tasks: 3 }))).not.toContain("Left out");
  });

  it("drops files before Tasks, and says what", () => {
    const text = fitted(5_000, parts({ files: 100, tasks: 40 }));
    expect(text).toContain("t".repeat(4_000));
    expect(text).toMatch(/Left out to stay below 5000 bytes: files\. The report holds them\.\n$/);
  });

  it("never passes the limit, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 70_000 }),
        fc.array(fc.nat(20_000), { maxLength: 40 }),
        (limit, sizes) => {
          const text = fitted(limit, () => sizes.map((size) => "ü".repeat(size)));
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe("the summary of a report", () => {
  async function summaryOf(workspace: string, more: { summaryLimit?: number; baseUrl?: string } = {}) {
    const writer = memoryWriter();
    await build({ workspace, ...more }, { writer });
    const file = writer.files.get("summary.md") ?? new Uint8Array();
    return { text: Buffer.from(file).toString("utf8"), files: writer.files };
  }

  it("tells objective, result, failures, checks, Tasks, files and what is missing, with links that land", async () => {
    const { text, files } = await summaryOf(example);
    for (const part of [
      "**Objective**",
      "**Result**",
      "### Failures",
      "### Checks",
      "### Tasks",
      "### Files",
      "### What the record lacks",
    ])
      expect(text).toContain(part);
    const { hrefs } = rendered(text);
    expect(hrefs.length).toBeGreaterThan(10);
    for (const href of hrefs) {
      const [path = "", fragment] = href.split("#");
      const page = Buffer.from(files.get(path) ?? new Uint8Array()).toString("utf8");
      expect(page, href).toContain(fragment === undefined ? "<main" : `id="${fragment}"`);
    }
  });

  it("keeps any limit, and puts links under the base that it is given", async () => {
    for (const summaryLimit of [1_000, 2_000, 5_000]) {
      const { text } = await summaryOf(example, { summaryLimit, baseUrl: "https://example.com/runs/7(a)" });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(summaryLimit);
      expect(text).toContain("Left out");
      for (const href of rendered(text).hrefs) expect(href).toMatch(/^https:\/\/example\.com\/runs\/7%28a%29\//);
    }
  });

  it("shows hostile titles and goals as text: no element, no link, no picture of theirs", async () => {
    const agents = ATTACKS.map((attack, i) => {
      const id = `20270101T000000Z-${String(i).padStart(8, "0")}`;
      return [`agents/${id}/messages/001-user.md`, attack.make(`token-${i}`)] as const;
    });
    const { text } = await summaryOf(tempTree(Object.fromEntries(agents)));
    const { elements, hrefs } = rendered(text);
    const ours = new Set(["a", "code", "h2", "h3", "li", "p", "pre", "strong", "ul"]);
    expect(elements.filter((name) => !ours.has(name))).toEqual([]);
    for (const href of hrefs)
      expect(href).toMatch(/^(tasks\/t-[0-9a-f]{12}\/index\.html(#t-[0-9a-f-]{25})?|index\.html|gaps\.html)$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  });
});
