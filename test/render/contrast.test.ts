import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const assets = resolve(import.meta.dirname, "../../templates/assets");
const css = ["report.css", "highlight.css"].map((name) => readFileSync(resolve(assets, name), "utf8")).join("\n");

type Pair = readonly [light: string, dark: string];

/** The two colours of a declared value: a variable of the page or `light-dark(…)`. */
function pairOf(value: string): Pair | undefined {
  const name = /^var\((--[a-z-]+)\)$/.exec(value)?.[1];
  if (name !== undefined) {
    const declared = new RegExp(`${name}: ([^;]+);`).exec(css)?.[1];
    return declared === undefined ? undefined : pairOf(declared);
  }
  const [, light, dark] = /^light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)$/.exec(value) ?? [];
  return light === undefined || dark === undefined ? undefined : [light, dark];
}

function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const highlight = readFileSync(resolve(assets, "highlight.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const rules = Array.from(highlight.matchAll(/([^{}]+)\{([^{}]*)\}/g), ([, selector = "", body = ""]) => ({
  selector: selector.trim(),
  colour: /(?:^|[\s;])color: ([^;]+);/.exec(body)?.[1],
  background: /background: ([^;]+);/.exec(body)?.[1],
})).filter(({ colour, background }) => colour !== undefined || background !== undefined);

describe("highlight.css", () => {
  it("is small", () => {
    expect(highlight.length).toBeLessThan(6_000);
  });

  it("has a colour for each role, hue and tint of a terminal", () => {
    for (const name of [
      ...Array.from({ length: 16 }, (_, at) => `f${at}`),
      ...Array.from({ length: 12 }, (_, at) => `h${at}`),
      ...Array.from({ length: 8 }, (_, at) => `b${at}`),
    ]) {
      expect(rules.some(({ selector }) => new RegExp(`\\.terminal \\.${name}\\b`).test(selector))).toBe(true);
    }
  });

  it.each(rules)("$selector can be read in both schemes", ({ colour, background }) => {
    const text = pairOf(colour ?? "var(--ink)");
    const behind = pairOf(background ?? "var(--sunken)");
    expect(text).toBeDefined();
    expect(behind).toBeDefined();
    for (const scheme of [0, 1] as const) {
      expect(contrast(text?.[scheme] ?? "", behind?.[scheme] ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  });
});
