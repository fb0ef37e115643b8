import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTerminal, writeTerminal } from "../../src/render/terminal.ts";
import { roleOfPalette, roleOfRgb, tintOf } from "../../src/render/terminal-colours.ts";
import { shownText } from "./support.ts";

function html(recorded: string): string {
  const { runs, text } = readTerminal(recorded);
  return String(writeTerminal(runs, 0, text.length));
}

describe("terminal output", () => {
  it("turns colours and weights into classes", () => {
    expect(html("\u001b[31mred\u001b[0m plain")).toBe('<span class="f1">red</span> plain');
    expect(html("\u001b[1;3;4;9;92mx\u001b[22;23;24;29;39my")).toBe('<span class="f10 B I U S">x</span>y');
    expect(html("\u001b[2mdim\u001b[m")).toBe('<span class="D">dim</span>');
    expect(html("\u001b[7minverse\u001b[27m")).toBe('<span class="V">inverse</span>');
  });

  it("reads every way of writing an extended colour", () => {
    for (const code of ["38;2;250;10;10", "38:2::250:10:10", "38:2:250:10:10", "38;5;196", "38:5:196"]) {
      expect(html(`\u001b[${code}mx`)).toBe('<span class="h0">x</span>');
    }
    expect(html("\u001b[38;5;196;1mx")).toBe('<span class="h0 B">x</span>');
    expect(html("\u001b[38;5mx\u001b[38mx")).toBe('<span class="f0">xx</span>');
  });

  it("lets a background decide, so that text on it is always ink", () => {
    expect(html("\u001b[31;44mx")).toBe('<span class="b4">x</span>');
    expect(html("\u001b[7;31mx")).toBe('<span class="b1">x</span>');
    expect(html("\u001b[48;2;255;0;0mx")).toBe('<span class="b1">x</span>');
  });

  it("carries colours from line to line", () => {
    expect(html("\u001b[32ma\nb\u001b[0m")).toBe('<span class="f2">a</span>\n<span class="f2">b</span>');
  });

  it("overwrites after a carriage return and says how much", () => {
    expect(html("10%\r 50%\r100% done\nx")).toBe("100% done\nx");
    expect(readTerminal("abc\rx").text).toBe("xbc");
    expect(readTerminal("abc\rx").overwritten).toBe(1);
    expect(readTerminal("ab\b\bxy\n").text).toBe("xy\n");
    expect(readTerminal("a\r\nb\r\n")).toEqual({
      runs: [{ text: "a\nb\n", style: "" }],
      text: "a\nb\n",
      overwritten: 0,
    });
  });

  it("shows every other code as a mark with its text", () => {
    expect(html("\u001b[2Kx")).toBe('<span class="mark">ESC [2K</span>x');
    expect(html("\u001b]0;a <title>\u0007x")).toBe('<span class="mark">ESC ]0;a &lt;title&gt;</span>x');
    expect(html("\u001b(B\u001b7x\u001b")).toBe(
      '<span class="mark">ESC (B</span><span class="mark">ESC 7</span>x<span class="mark">ESC</span>',
    );
    expect(html("\u001b]0;never ends\nx")).toBe('<span class="mark">ESC</span>]0;never ends\nx');
    expect(html("a\u0000\u009bb")).toBe('a<span class="mark">NUL CSI</span>b');
  });

  it("shows a link as its text and its address", () => {
    expect(html("\u001b]8;;https://example.com/a\u001b\\the log\u001b]8;;\u001b\\ end")).toBe(
      'the log <span class="address"><a href="https://example.com/a" rel="noreferrer noopener nofollow">[https://example.com/a]</a></span> end',
    );
    expect(html("\u001b]8;id=1;javascript:alert(1)\u0007x\u001b]8;;\u0007")).toBe(
      'x <span class="address">[javascript:alert(1)]</span>',
    );
    expect(html("\u001b]8;;https://example.com/\u0007open")).toContain("[https://example.com/]");
  });

  it("writes any part of the text", () => {
    const { runs, text } = readTerminal("\u001b[31mred\u001b[0m and <plain>");
    expect(text).toBe("red and <plain>");
    expect(String(writeTerminal(runs, 1, 5))).toBe('<span class="f1">ed</span> a');
  });

  it("keeps all text and writes known classes only, whatever comes in", () => {
    const bits = [
      "a",
      "<b>",
      "&",
      "\u001b[31m",
      "\u001b[0m",
      "\u001b[38;5;",
      "\u001b[48:2::1:2:3m",
      "\u001b[999m",
      "\u001b",
      "[",
      "m",
      ";",
      "5",
      "\n",
      "\u0000",
      "\u001b]8;;x\u0007",
      "é",
      "🎉",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 80 }), (parts) => {
        const markup = html(parts.join(""));
        for (const [tag] of markup.matchAll(/<[^>]*>/g)) {
          expect(tag).toMatch(/^<\/span>$|^<span class="(?:mark|address|(?:[fhb]\d{1,2}|[VDBIUS])(?: [BIUS])*)">$/);
        }
        for (const letter of ["a", "é", "🎉"]) {
          const many = (text: string) => text.split(letter).length - 1;
          expect(many(shownText(markup))).toBe(many(parts.join("")));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("reads long output of one kind without slowing down", () => {
    for (const bit of ["\u001b[1m", "a\r", "\u001b]", "a\b", "\r", "\u001b[38;2;1;2;3m", "\u001b]8;;x\u0007"]) {
      expect(readTerminal(bit.repeat(200_000)).runs.length).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("colours of a terminal", () => {
  it("keeps the first sixteen and quantises all others to hues and greys", () => {
    expect(roleOfPalette(9)).toBe("f9");
    expect(roleOfPalette(208)).toBe("h1");
    expect(roleOfPalette(16)).toBe("f0");
    expect(roleOfPalette(255)).toBe("f15");
    expect(roleOfPalette(Number.NaN)).toBe("f0");
    expect([roleOfRgb(0, 255, 0), roleOfRgb(0, 0, 255), roleOfRgb(255, 0, 255)]).toEqual(["h4", "h8", "h10"]);
    for (let colour = 0; colour < 256; colour++) {
      expect(roleOfPalette(colour)).toMatch(/^(?:f(?:\d|1[0-5])|h(?:\d|1[01]))$/);
      expect(tintOf(roleOfPalette(colour))).toMatch(/^b[0-7]$/);
    }
  });
});
