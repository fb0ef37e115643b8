import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { count, duration, oneLine, plural, series, size, stamp } from "../../src/render/words.ts";

describe("numbers", () => {
  it("separates thousands and nothing else", () => {
    expect([0, 999, 1000, 1234567, 1.5].map(count)).toEqual(["0", "999", "1,000", "1,234,567", "1.5"]);
  });

  it("knows one from many", () => {
    expect([plural(1, "row"), plural(0, "row"), plural(2000, "entry", "entries")]).toEqual([
      "1 row",
      "0 rows",
      "2,000 entries",
    ]);
  });

  it("says small sizes exactly and large ones with one decimal, never rounded up", () => {
    expect([1, 9_999, 10_000, 48_299, 999_999, 1_000_000].map(size)).toEqual([
      "1 byte",
      "9,999 bytes",
      "10.0 kB",
      "48.2 kB",
      "999.9 kB",
      "1.0 MB",
    ]);
  });

  it("says how long in the two largest units", () => {
    expect([80, 3_200, 59_960, 242_000, 7_500_000, 3_600_000].map(duration)).toEqual([
      "80 ms",
      "3.2 s",
      "1 min",
      "4 min 2 s",
      "2 h 5 min",
      "1 h",
    ]);
  });

  it("joins a series as a sentence does", () => {
    expect([series([]), series(["a"]), series(["a", "b"]), series(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
  });
});

describe("stamp", () => {
  it("shows a time in UTC and keeps its fraction for machines", () => {
    expect(stamp("2027-01-01T09:00:00.1234567Z")).toEqual({
      words: "2027-01-01 09:00:00 UTC",
      datetime: "2027-01-01T09:00:00.123Z",
    });
  });

  it("takes an offset off, over the end of a year too", () => {
    expect(stamp("2027-01-01T00:30:00+01:00").words).toBe("2026-12-31 23:30:00 UTC");
    expect(stamp("2026-12-31T23:30:00-0100").words).toBe("2027-01-01 00:30:00 UTC");
  });

  it("does not guess a zone that is not recorded", () => {
    expect(stamp("2027-01-01 09:00:00")).toEqual({
      words: "2027-01-01 09:00:00, zone not recorded",
      datetime: "2027-01-01T09:00:00",
    });
  });

  it.each([
    "",
    "yesterday",
    "2027-02-30T00:00:00Z",
    "2027-01-01T24:00:00Z",
    "2027-13-01T00:00:00Z",
    "0000-01-01T00:00:00+23:59",
    "2027-01-01",
  ])("leaves %j as it is recorded", (recorded) => {
    expect(stamp(recorded)).toEqual({ words: recorded });
  });
});

describe("oneLine", () => {
  it("keeps a short line whole and joins white space", () => {
    expect(oneLine("  a\n\tb ", 10)).toBe("a b");
  });

  it("is never longer than asked and never splits a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const line = oneLine(text, most);
        expect(line.length).toBeLessThanOrEqual(Math.max(1, most));
        expect(() => encodeURIComponent(line)).not.toThrow();
      }),
    );
  });

  it("marks what it cuts", () => {
    expect(oneLine("a".repeat(11), 10)).toBe(`${"a".repeat(9)}…`);
  });
});
