import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type JsonLine,
  LONGEST_LINE,
  parseLine,
  readJsonLines,
  readLines,
} from "../../../src/sources/support/jsonl.ts";
import { readSpan } from "../../../src/sources/support/safe-read.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "jsonl-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(bytes: string | Uint8Array, until?: number): readonly JsonLine[] {
  writeFileSync(join(folder, "lines.jsonl"), bytes);
  const outcome = readJsonLines(folder, "lines.jsonl", until);
  if (outcome.type !== "read") throw new Error(outcome.type);
  return [...outcome.lines];
}

const typesOf = (bytes: string | Uint8Array) => linesOf(bytes).map((line) => line.content.type);

describe("what a line holds", () => {
  it("an object is told from other JSON and from what is not JSON", () => {
    expect(typesOf('{"a":1}\n[1]\n"x"\n7\nnull\n{"a":\nword\n')).toEqual([
      "object",
      "other",
      "other",
      "other",
      "other",
      "not json",
      "not json",
    ]);
  });

  it("an object keeps an own member named like a prototype", () => {
    const [line] = linesOf('{"__proto__":{"a":1}}\n');
    expect(line?.content.type === "object" && Object.hasOwn(line.content.value, "__proto__")).toBe(true);
  });

  it("empty lines count as lines and hold nothing", () => {
    expect(linesOf('\n  \t\r\n\n{"a":1}\n').map((line) => [line.line, line.content.type])).toEqual([
      [1, "empty"],
      [2, "empty"],
      [3, "empty"],
      [4, "object"],
    ]);
  });

  it("a no-break space is no empty line", () => {
    expect(typesOf("\u00a0\n")).toEqual(["not json"]);
  });

  it("a carriage return before the line feed belongs to the bytes and not to the text", () => {
    const [line] = linesOf('{"a":1}\r\n');
    expect(line).toMatchObject({ start: 0, end: 8, content: { type: "object", value: { a: 1 } } });
    expect(line?.bytes.toString()).toBe('{"a":1}\r');
  });

  it("neither a lone carriage return nor a line separator ends a line", () => {
    expect(linesOf('{"a":\r1}\n{"b":"\u2028\u2029\u0085"}\n').map((line) => line.content)).toEqual([
      { type: "object", value: { a: 1 } },
      { type: "object", value: { b: "\u2028\u2029\u0085" } },
    ]);
  });

  it("a byte order mark is passed over and stays in the bytes", () => {
    const [first, second] = linesOf('\ufeff{"a":"é"}\n\ufeff{"b":1}\n');
    expect(first).toMatchObject({ start: 0, content: { type: "object", value: { a: "é" } }, exact: true });
    expect(first?.bytes[0]).toBe(0xef);
    expect(second?.content.type).toBe("object");
  });

  it("NUL bytes around an object are left out of its text and told", () => {
    const [before, after, clean] = linesOf('\0\0\0{"a":1}\n{"a":2}\0\0\n{"a":3}\n');
    expect(before).toMatchObject({ padded: true, content: { type: "object", value: { a: 1 } } });
    expect(after).toMatchObject({ padded: true, content: { type: "object", value: { a: 2 } } });
    expect(clean).toMatchObject({ padded: false });
    expect(before?.bytes.length).toBe(10);
  });

  it("NUL bytes alone are told from an empty line", () => {
    expect(typesOf("\0\0\0\n\n\0")).toEqual(["nul", "empty", "nul"]);
  });

  it("NUL bytes inside a text are damage", () => {
    expect(typesOf('{"a":\0 1}\n')).toEqual(["not json"]);
  });

  it("bytes that are not UTF-8 are read with replacement characters and told", () => {
    const [line] = linesOf(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]));
    expect(line).toMatchObject({ exact: false, content: { type: "object", value: { a: "\ufffd" } } });
  });

  it("a number or name twice is read as the last one", () => {
    expect(parseLine(Buffer.from('{"a":1,"a":2}')).content).toEqual({ type: "object", value: { a: 2 } });
  });

  it("deep nesting is no limit", () => {
    const depth = 20_000;
    expect(typesOf(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}\n`)).toEqual(["object"]);
  });
});

describe("where lines end", () => {
  it("an empty file has no line", () => {
    expect(linesOf("")).toEqual([]);
  });

  it("the last line without a line feed is read and says so", () => {
    expect(linesOf('{"a":1}\n{"b":2}').map((line) => [line.ended, line.content.type])).toEqual([
      [true, "object"],
      [false, "object"],
    ]);
  });

  it("a line feed at the end begins no further line", () => {
    expect(linesOf('{"a":1}\n')).toHaveLength(1);
  });

  it("a line longer than many chunks is one line", () => {
    const long = JSON.stringify({ a: "x".repeat(5_000_000) });
    const lines = linesOf(`${long}\n${long}\n{}`);
    expect(lines.map((line) => line.bytes.length)).toEqual([long.length, long.length, 2]);
    expect(lines.map((line) => line.start)).toEqual([0, long.length + 1, 2 * long.length + 2]);
  });

  it("a line that memory should not hold is told by its place alone", () => {
    const file = join(folder, "huge.jsonl");
    writeFileSync(file, "{}\n");
    truncateSync(file, LONGEST_LINE + 10);
    appendFileSync(file, "\n{}");
    const outcome = readJsonLines(folder, "huge.jsonl");
    const lines = outcome.type === "read" ? [...outcome.lines] : [];
    rmSync(file);
    expect(lines.map((line) => [line.content.type, line.bytes.length, line.end - line.start])).toEqual([
      ["object", 2, 2],
      ["too long", 0, LONGEST_LINE + 7],
      ["object", 2, 2],
    ]);
  });

  it("a file that has grown gives the lines it had", () => {
    expect(linesOf('{"a":1}\n{"b":2}\n', 12).map((line) => line.bytes.toString())).toEqual(['{"a":1}', '{"b"']);
  });

  it("line ends at a chunk's border lose nothing", () => {
    const chunk = 1024 * 1024;
    for (const length of [chunk - 1, chunk, chunk + 1]) {
      const lines = linesOf(`"${"x".repeat(length - 2)}"\n"y"`);
      expect(lines.map((line) => [line.bytes.length, line.content.type])).toEqual([
        [length, "other"],
        [3, "other"],
      ]);
    }
  });

  it("lines and line feeds together are the file, and every place gives the bytes of its line", () => {
    const piece = fc.constantFrom("\n", "\r", "\0", '{"a":"', '"}', "é", "\ufeff", " ", "[", "]");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const lines = linesOf(text);
        expect(lines.map((line) => line.bytes.toString() + (line.ended ? "\n" : "")).join("")).toBe(text);
        expect(lines.map((line) => line.line)).toEqual(lines.map((_, index) => index + 1));
        for (const line of lines) {
          const read = readSpan(folder, "lines.jsonl", line.start, line.end);
          expect(read.type === "read" && line.bytes.equals(read.bytes)).toBe(true);
        }
      }),
    );
  });
});

describe("what is read", () => {
  it("a link, a folder, an absent file and a path out of the folder are refused", () => {
    writeFileSync(join(folder, "real.jsonl"), "{}\n");
    symlinkSync("real.jsonl", join(folder, "link.jsonl"));
    mkdirSync(join(folder, "inner"));
    symlinkSync("inner", join(folder, "linked-folder"));
    writeFileSync(join(folder, "inner", "deep.jsonl"), "{}\n");
    const outcome = (path: string) => readLines(folder, path).type;
    expect(outcome("inner/deep.jsonl")).toBe("read");
    expect(outcome("link.jsonl")).toBe("failed");
    expect(outcome("linked-folder/deep.jsonl")).toBe("refused");
    expect(outcome("inner")).toBe("refused");
    expect(outcome("absent.jsonl")).toBe("failed");
  });

  it("a loop that is left early closes the file", () => {
    writeFileSync(join(folder, "many.jsonl"), "{}\n".repeat(10));
    for (let round = 0; round < 3000; round += 1) {
      const outcome = readLines(folder, "many.jsonl");
      if (outcome.type !== "read") throw new Error(outcome.type);
      for (const line of outcome.lines) if (line.line === 2) break;
    }
    expect(readLines(folder, "many.jsonl").type).toBe("read");
  });
});
