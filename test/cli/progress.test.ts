import { describe, expect, it } from "vitest";
import { progressLine } from "../../src/cli/progress.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) > 0 };
}

describe("the progress bar", () => {
  it("is silent where nobody watches", () => {
    const stream = terminal(false);
    const line = progressLine(stream);
    line.show("reading", 1, 2);
    line.clear();
    expect(stream.written).toEqual([]);
  });

  it("fills one half while reading and the other while writing, and says the numbers", () => {
    const stream = terminal(true);
    const line = progressLine(stream);
    line.show("reading", 3, 6);
    line.show("writing", 6, 6);
    expect(stream.written).toEqual([
      "\r\u001b[K[======                  ] reading 3 of 6 Tasks",
      "\r\u001b[K[========================] writing 6 of 6 Tasks",
    ]);
  });

  it("writes only what can be seen to change, however many Tasks there are, and leaves no trace", () => {
    const stream = terminal(true);
    const line = progressLine(stream);
    for (let done = 1; done <= 5_000; done += 1) line.show("reading", done, 5_000);
    line.clear();
    expect(stream.written.length).toBeLessThan(20);
    expect(stream.written.at(-1)).toBe("\r\u001b[K");
  });

  it("does not divide by a workspace without Tasks", () => {
    const stream = terminal(true);
    progressLine(stream).show("reading", 0, 0);
    expect(stream.written[0]).toContain("0 of 0");
  });
});
