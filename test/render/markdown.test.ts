import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHighlighter } from "../../src/render/highlight.ts";
import { renderMarkdown } from "../../src/render/markdown.ts";
import { safeAddress } from "../../src/render/markdown-links.ts";
import { shownText, withoutMarks } from "./support.ts";

const highlighter = createHighlighter({ enabled: false });
const page = highlighter.page();
const html = (source: string) => String(renderMarkdown(source, highlighter.page()));
/** The markup once its slots are plain text again. */
const filled = (source: string) => page.fill(html(source));

const ALLOWED =
  /^<\/?(?:p|strong|em|del|code|pre|a|span|ul|ol|li|blockquote|hr|br|div|table|thead|tbody|tr|th|td)(?: (?:class|href|rel|dir|tabindex|role|aria-label|start)="[^"<>]*")*>$/;

describe("Markdown", () => {
  it("reads what people write", () => {
    expect(html("# Head *one*\n\ntext `a<b` **b** ~~c~~")).toBe(
      '<p class="h h1"><strong>Head <em>one</em></strong></p>\n<p>text <code>a&lt;b</code> <strong>b</strong> <del>c</del></p>\n',
    );
    expect(html("- [x] done\n- [ ] open")).toBe("<ul>\n<li>[x] done</li>\n<li>[ ] open</li>\n</ul>\n");
    expect(html("3. a\n4. b")).toContain('<ol start="3">');
  });

  it("puts a table into a box that scrolls", () => {
    expect(html("| a | b |\n|---|--:|\n| 1 | 2 |")).toMatch(
      /^<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>[\s\S]*<td class="to-right">2<\/td>/,
    );
  });

  it("shows raw HTML as text", () => {
    expect(html("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
    expect(html("a <b onclick=x>b</b> <!-- c -->")).toBe("<p>a &lt;b onclick=x&gt;b&lt;/b&gt; &lt;!-- c --&gt;</p>\n");
  });

  it("links to http, https and mailto, and tells the browser nothing", () => {
    expect(html("[a](https://example.com/x)")).toBe(
      '<p><a href="https://example.com/x" rel="noreferrer noopener nofollow">a</a></p>\n',
    );
    expect(html("me@example.com")).toContain('href="mailto:me@example.com"');
  });

  it("shows the address of any other link as text", () => {
    for (const address of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "//host/x",
      "./a.md",
      "#here",
      "file:///etc/x",
      "vbscript:x",
    ]) {
      const markup = html(`[word](${address})`);
      expect(markup).not.toContain("<a ");
      expect(markup).toContain(`<span class="address">(${address})</span>`);
    }
  });

  it("loads no image", () => {
    expect(html("![the cat](https://example.com/cat.png)")).toBe(
      '<p><a href="https://example.com/cat.png" rel="noreferrer noopener nofollow">[image: the cat]</a></p>\n',
    );
    expect(html("![x](cat.png)")).toContain("[image: x]");
  });

  it("says where a link leads when its words hide it", () => {
    expect(html("[https://good.example](https://evil.example/)")).toContain(
      '<span class="address">(evil.example)</span>',
    );
    expect(html("[good.example](https://evil.example/)")).toContain('<span class="address">(evil.example)</span>');
    expect(html("[click](https://аpple.example/)")).toContain('<span class="address">(xn--pple-43d.example)</span>');
    expect(html("[example.com](https://example.com/)")).not.toContain("address");
  });

  it("keeps titles, definitions and the words behind a fence as text", () => {
    expect(html('[a](https://example.com "the title")')).toContain("</a> (the title)");
    expect(html('[ref]: https://example.com "kept"')).toBe(
      '<p class="def">[ref]: https://example.com &#34;kept&#34;</p>\n',
    );
    expect(html("```ts title=a.ts\nx\n```")).toContain('<p class="fence">ts title=a.ts</p>');
  });

  it("marks hidden characters, also those written as references or at the end of a line", () => {
    expect(html("a&#x202e;b \u0000")).toBe('<p>a<span class="mark">RLO</span>b <span class="mark">NUL</span></p>\n');
    expect(html("\ufeffa \u2028\n\nb\u2029")).toBe(
      '<p><span class="mark">BOM</span>a <span class="mark">LS</span></p>\n<p>b<span class="mark">PS</span></p>\n',
    );
  });

  it("decodes the references that people use and leaves others as they are", () => {
    expect(html("&copy; &amp; &lt;b&gt; &zwj; &#xZZ;")).toBe("<p>© &amp; &lt;b&gt; &amp;zwj; &amp;#xZZ;</p>\n");
  });

  it("colours code in fences", async () => {
    const on = createHighlighter({ enabled: true }).page();
    expect(await on.fill(String(renderMarkdown("```ts\nconst a = 1;\n```", on)))).toContain('<i class="k">const</i>');
  });

  it("writes known tags with known attributes, whatever comes in", () => {
    const bits = [
      "<img src=x onerror=alert(1)>",
      "[a](javascript:x)",
      '"',
      "'",
      "<",
      ">",
      "`",
      "*",
      "_",
      "[",
      "]",
      "(",
      ")",
      "\n",
      "\n\n",
      "# ",
      "> ",
      "- ",
      "|",
      "---",
      "![",
      "```",
      "&#60;",
      "https://e.com/",
      "a",
      "  ",
      "\\",
      "\u0000",
      "~~",
      "<a href='x'>",
      "]: ",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 60 }), (parts) => {
        for (const [tag] of html(parts.join("")).matchAll(/<[^>]*>/g)) expect(tag).toMatch(ALLOWED);
      }),
      { numRuns: 500 },
    );
  });

  it("loses no word", async () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    const shape = fc.constantFrom(
      (w: string) => w,
      (w: string) => `**${w}**`,
      (w: string) => `\n\n# ${w}\n\n`,
      (w: string) => `\n- ${w}\n`,
      (w: string) => `\n> ${w}\n`,
      (w: string) => `\n\n| ${w} |\n|---|\n| ${w} |\n\n`,
      (w: string) => `\n\n\`\`\`${w}\n${w}\n\`\`\`\n\n`,
      (w: string) => `[${w}](https://e.com/)`,
      (w: string) => `[x](${w})`,
      (w: string) => `![${w}](https://e.com/ "${w}")`,
      (w: string) => `\n\n[${w}]: https://e.com/\n\n`,
      (w: string) => `<${w}>`,
      (w: string) => `\`${w}\``,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, shape), { maxLength: 12 }), async (pieces) => {
        const shown = shownText(withoutMarks(await filled(pieces.map(([w, make]) => make(w)).join(" "))));
        for (const [w] of pieces) expect(shown).toContain(w);
      }),
      { numRuns: 300 },
    );
  });

  it("stays within its bounds on input made to be slow or deep", () => {
    for (const bit of [
      "*a_",
      "_a*",
      "~a",
      ">",
      "- a\n ",
      "[",
      "![a](",
      "> - ",
      "1. ",
      "`",
      "|a",
      "a@",
      "\\",
      "<",
      "&#",
    ]) {
      const source = bit.repeat(20_000);
      expect(html(source).length).toBeGreaterThan(0);
    }
  });

  it("says so when a text cannot be read as Markdown", () => {
    const broken = {
      ...page,
      slot: () => {
        throw new Error("no slots");
      },
    };
    const markup = String(renderMarkdown("```\n<b>\n```", broken));
    expect(markup).toContain("shown as plain text");
    expect(markup).toContain("&lt;b&gt;");
  });
});

describe("safeAddress", () => {
  it("looks through characters that browsers drop", () => {
    expect(safeAddress("java\nscript:alert(1)", "x")).toBeUndefined();
    expect(safeAddress("\u0000https://example.com", "x")?.href).toBe("https://example.com/");
    expect(safeAddress("https:example.com", "x")).toBeUndefined();
    expect(safeAddress("https://", "x")).toBeUndefined();
  });

  it("shows the host behind a name before an @", () => {
    expect(safeAddress("https://good.example@evil.example/", "x")?.host).toBe("evil.example");
  });
});
