import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeAttribute, escapeBetweenTags, join, text, utf8Length } from "../../src/render/html.ts";

/** What a browser shows of markup that holds text and marks only. */
function shown(markup: string): string {
  return decode(markup.replace(/<span class="mark">[^<]*<\/span>/g, ""));
}

function decode(markup: string): string {
  return markup
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

const HIDDEN =
  "\u0000\u0007\u000b\u000d\u001b\u007f\u0085\u00ad\u034f\u061c\u180e\u200b\u200e\u202e\u2028\u2066\u2060\u3164\ufeff\ufdd0\u{e0041}\u{e0001}";
const plain = fc.string({ unit: fc.constantFrom("a", "é", "日", "🎉", "&", "<", ">", '"', "'", " ", "\n", "\t", "`") });
const hidden = fc.string({ unit: fc.constantFrom(...HIDDEN), minLength: 1 });
const pieces = fc.array(fc.oneof(plain, hidden));

describe("text", () => {
  it("escapes what means something to HTML", () => {
    expect(String(text(`<a href="x" id='y'>&amp;`))).toBe("&lt;a href=&#34;x&#34; id=&#39;y&#39;&gt;&amp;amp;");
  });

  it("shows a hidden character as a mark with its name", () => {
    expect(String(text("a\u001bb"))).toBe('a<span class="mark">ESC</span>b');
    expect(String(text("a\u202eb"))).toBe('a<span class="mark">RLO</span>b');
    expect(String(text("\r\n"))).toBe('<span class="mark">CR</span>\n');
    expect(String(text("\u2028\u{e0068}"))).toBe('<span class="mark">LS TAG h</span>');
  });

  it("shows a run of one hidden character as one mark with its number", () => {
    expect(String(text("\0".repeat(9000)))).toBe('<span class="mark">NUL × 9,000</span>');
  });

  it("keeps an emoji whole and marks a joiner that joins none", () => {
    const family = "👩🏽\u200d👧\u200d👦 ❤\ufe0f 1\ufe0f\u20e3";
    expect(String(text(family))).toBe(family);
    expect(String(text("a\u200db"))).toBe('a<span class="mark">ZWJ</span>b');
    expect(String(text("❤\ufe0f\ufe0f"))).toBe('❤\ufe0f<span class="mark">VS16</span>');
    expect(String(text("👩\u200d"))).toBe('👩<span class="mark">ZWJ</span>');
  });

  it("replaces a lone surrogate and keeps a pair", () => {
    expect(String(text("a\ud800b\udc00c😀"))).toBe("a\ufffdb\ufffdc😀");
  });

  it("keeps every other character, in order", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const visible = parts.join("");
        const kept = Array.from(visible).filter((character) => !HIDDEN.includes(character));
        expect(shown(String(text(visible)))).toBe(kept.join(""));
        expect(shown(escapeBetweenTags(visible))).toBe(kept.join(""));
      }),
    );
  });

  it("leaves no hidden character in its output, whatever comes in", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const markup = String(text(value));
        expect(markup).not.toMatch(
          /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
        );
        expect(markup).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe("escapeAttribute", () => {
  it("never holds an element or a quote", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(escapeAttribute(parts.join(""))).not.toMatch(/[<>"']/);
      }),
    );
  });

  it("writes marks as words", () => {
    expect(escapeAttribute("a\0\0\u001b")).toBe("a[NUL × 2 ESC]");
  });
});

describe("utf8Length", () => {
  it("is the number of bytes that the text is written as", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "日", "😀", "\ud800", "\udc00") }), (value) => {
        expect(utf8Length(value)).toBe(new TextEncoder().encode(value).length);
      }),
    );
  });
});

describe("join", () => {
  it("puts markup side by side", () => {
    expect(String(join([text("a"), text("<")], ", "))).toBe("a, &lt;");
  });
});
