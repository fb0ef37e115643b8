import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBundleHead } from "../../../src/sources/litany/git/bundle.ts";
import { applyDelta } from "../../../src/sources/litany/git/delta.ts";
import { inflate } from "../../../src/sources/litany/git/inflate.ts";
import { parseCommit, parseTree } from "../../../src/sources/litany/git/objects.ts";
import { indexPack, readIndex } from "../../../src/sources/litany/git/pack-index.ts";
import { entryKey, readHistory } from "../../../src/sources/litany/history.ts";
import type { OpenFile } from "../../../src/sources/support/safe-read.ts";

function fileOf(bytes: Uint8Array): OpenFile {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end), close() {} };
}

type Instruction = { readonly copy: readonly [start: number, size: number] } | { readonly insert: Uint8Array };

function varint(size: number): readonly number[] {
  return size < 0x80 ? [size] : [(size % 0x80) + 0x80, ...varint(Math.floor(size / 0x80))];
}

function encode(
  base: Uint8Array,
  instructions: readonly Instruction[],
): { readonly delta: Uint8Array; readonly result: Uint8Array } {
  const results: Uint8Array[] = [];
  const body: number[] = [];
  for (const instruction of instructions) {
    if ("insert" in instruction) {
      if (instruction.insert.length === 0) continue;
      results.push(instruction.insert);
      body.push(instruction.insert.length, ...instruction.insert);
    } else {
      const [start, size] = [instruction.copy[0] % (base.length + 1), instruction.copy[1]];
      const piece = base.subarray(start, start + size);
      if (piece.length === 0) continue;
      results.push(piece);
      const bytes = [
        start & 255,
        (start >> 8) & 255,
        (start >> 16) & 255,
        0,
        piece.length & 255,
        (piece.length >> 8) & 255,
        0,
      ];
      const set = bytes.flatMap((byte, bit) => (byte === 0 ? [] : [bit]));
      body.push(0x80 + set.reduce((sum, bit) => sum + (1 << bit), 0), ...set.map((bit) => bytes[bit] ?? 0));
    }
  }
  const result = Buffer.concat(results);
  return { result, delta: Uint8Array.from([...varint(base.length), ...varint(result.length), ...body]) };
}

const instruction = fc.oneof(
  fc.record({ copy: fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 300 })) }),
  fc.record({ insert: fc.uint8Array({ maxLength: 127 }) }),
);

describe("a delta", () => {
  it("gives back what it was made from", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2000 }),
        fc.array(instruction, { maxLength: 20 }),
        (base, instructions) => {
          const { delta, result } = encode(base, instructions);
          expect(Buffer.from(applyDelta(base, delta) ?? [255])).toEqual(Buffer.from(result));
        },
      ),
    );
  });

  it("copies 64 KiB where it gives no size", () => {
    const base = new Uint8Array(0x10000).fill(7);
    expect(applyDelta(base, Uint8Array.from([...varint(0x10000), ...varint(0x10000), 0x80]))).toEqual(base);
  });

  it.each([
    ["for another base", [2, 1, 1, 65]],
    ["reaching past its base", [1, 2, 0x90, 2]],
    ["with more than it promises", [1, 1, 2, 65, 66]],
    ["with less than it promises", [1, 3, 2, 65, 66]],
    ["cut in an insertion", [1, 2, 2, 65]],
    ["cut in a copy", [1, 1, 0x91]],
    ["with the reserved code", [1, 1, 0]],
    ["without sizes", []],
    ["of an endless size", [255, 255, 255, 255, 255, 255, 255, 255]],
    ["of a size that nobody has memory for", [1, 255, 255, 255, 255, 127, 1, 65]],
  ])("is refused %s", (_, delta) => {
    expect(applyDelta(Uint8Array.from([65]), Uint8Array.from(delta))).toBeUndefined();
  });
});

describe("a stream", () => {
  it("is unpacked with what it took, whatever follows it", () => {
    const stream = deflateSync("hello");
    const inflated = inflate(Buffer.concat([stream, Buffer.from("more and more")]), 5);
    expect([Buffer.from(inflated?.bytes ?? []).toString(), inflated?.consumed]).toEqual(["hello", stream.length]);
    expect(inflate(deflateSync(""), 0)?.bytes).toHaveLength(0);
  });

  it("is refused where it gives more than is asked for, is cut or is none", () => {
    const stream = deflateSync("hello");
    expect(inflate(stream, 4)).toBeUndefined();
    expect(inflate(stream.subarray(0, 6), 5)).toBeUndefined();
    expect(inflate(Buffer.from("plain"), 5)).toBeUndefined();
    expect(inflate(Buffer.alloc(0), 5)).toBeUndefined();
  });
});

describe("any bytes", () => {
  it("are read as trees, commits, deltas, packs, indexes and bundles without an exception", () => {
    const begun = fc
      .constantFrom(
        "",
        "PACK\0\0\0\x02\0\0\0\x03",
        "\xfftOc\0\0\0\x02",
        "# v2 git bundle\n",
        `tree ${"a".repeat(40)}\n`,
        "100644 a\0",
      )
      .map((text) => Buffer.from(text, "latin1"));
    fc.assert(
      fc.property(begun, fc.uint8Array({ maxLength: 1500 }), (head, rest) => {
        const bytes = Buffer.concat([head, rest]);
        expect(parseTree(bytes).entries.every(({ oid }) => oid.length === 40)).toBe(true);
        expect(parseCommit(bytes)?.tree ?? "a".repeat(40)).toHaveLength(40);
        applyDelta(head, rest);
        const file = fileOf(bytes);
        expect(indexPack(file, 0, () => {})?.find("a".repeat(40))).toBeUndefined();
        expect(readIndex(file)?.("a".repeat(40))).toBeUndefined();
        expect(readBundleHead(file)?.broken ?? []).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a commit", () => {
  const tree = "a".repeat(40);
  const parent = "b".repeat(40);

  it("tells its tree, first parent, author's time and subject", () => {
    const text = `tree ${tree}\nparent ${parent}\nparent ${tree}\nauthor A <a@example.org> 1800000000 -0330\ncommitter B <b@example.org> 1 +0000\n\nsubject\nmore\n`;
    expect(parseCommit(Buffer.from(text))).toEqual({
      tree,
      parent,
      authoredAt: "2027-01-15T08:00:00Z",
      subject: "subject",
    });
  });

  it("lacks what it does not say", () => {
    expect(parseCommit(Buffer.from(`tree ${tree}\n`))).toEqual({ tree, subject: "" });
    expect(parseCommit(Buffer.from(`tree ${tree}\nauthor A <a@example.org> never\n\n`))).toEqual({ tree, subject: "" });
    expect(parseCommit(Buffer.from(""))).toBeUndefined();
  });
});

describe("a history", () => {
  it("ends at the commit that founded the agent, so that nothing of its source is taken for its own", () => {
    const commits = new Map([
      ["3", { tree: "t", parent: "2", authoredAt: "three", subject: "transcript 002: m [child]" }],
      ["2", { tree: "t", parent: "1", authoredAt: "two", subject: "dispatch: worker [child]" }],
      ["1", { tree: "t", authoredAt: "one", subject: "transcript 001: user [child]" }],
    ]);
    expect(readHistory("child", "3", (oid) => commits.get(oid))).toEqual({
      role: "worker",
      whole: true,
      committedAt: new Map([["2 m", "three"]]),
    });
  });

  it("is not whole where a commit is missing", () => {
    expect(readHistory("child", "3", () => undefined)).toEqual({ whole: false, committedAt: new Map() });
  });

  it("stays cheap on subjects that nearly match", () => {
    const subject = `transcript 001: ${" [".repeat(500)}`;
    expect(readHistory("x", "1", () => ({ tree: "t", subject })).committedAt.size).toBe(0);
  });

  it("counts entries alike however their counters are padded", () => {
    expect(["7", "007", "0", "000", "1000"].map((digits) => entryKey(digits, "m"))).toEqual([
      "7 m",
      "7 m",
      "0 m",
      "0 m",
      "1000 m",
    ]);
  });
});
