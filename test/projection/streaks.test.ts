import { describe, expect, it } from "vitest";
import type { ToolCallRow, ToolResultRow } from "../../src/model/index.ts";
import type { Item } from "../../src/projection/index.ts";
import { onlyLooks } from "../../src/projection/looks.ts";
import { foldStreaks } from "../../src/projection/streaks.ts";
import { toolItem } from "../../src/projection/tool-item.ts";
import { call, message, result } from "../support/rows.ts";

function look(n: number, more: Partial<ToolCallRow> = {}, answer: Partial<ToolResultRow> | undefined = {}): Item {
  return toolItem({
    call: call(n, `c${n}`, { kind: "read", fields: { path: `f${n}` }, ...more }),
    result: answer && result(n + 1, `c${n}`, answer),
  });
}

const shape = (items: readonly Item[]) =>
  foldStreaks(items).map((item) => (item.type === "streak" ? item.items.length : item.type));
const looks = (count: number, from = 0) => Array.from({ length: count }, (_, n) => look((from + n) * 2));

describe("many calls that look", () => {
  it("fold into one item, from five on", () => {
    expect(shape(looks(4))).toEqual(["tool", "tool", "tool", "tool"]);
    expect(shape(looks(5))).toEqual([5]);
    expect(shape([...looks(3), look(90, { kind: "search" }), look(92, { kind: "list" })])).toEqual([5]);
  });

  it("keep every item, in order", () => {
    const items = looks(20);
    expect(foldStreaks(items)).toEqual([{ type: "streak", items }]);
  });

  it("never hold one that failed, has no result, is withheld or led to a child", () => {
    const apart = [
      look(90, {}, { isError: true }),
      look(90, {}, { exitCode: 1 }),
      toolItem({ call: call(90, "c", { kind: "read" }) }),
      look(90, { restricted: { rule: "r" } }),
      look(90, {}, { restricted: { rule: "r" } }),
      look(90, { kind: "shell", fields: { command: "npm test" } }),
      look(90, { kind: "edit" }),
    ];
    for (const one of apart) expect(shape([...looks(5), one, ...looks(5, 50)])).toEqual([5, "tool", 5]);
  });

  it("end at anything that is said, and where another run begins", () => {
    const said: Item = { type: "message", row: message(40) };
    expect(shape([...looks(5), said, ...looks(5, 50)])).toEqual([5, "message", 5]);
    const later = Array.from({ length: 5 }, (_, n) => look(100 + n * 2, { runId: "second" }));
    expect(shape([...looks(5), ...later])).toEqual([5, 5]);
  });
});

describe("a call that only looks", () => {
  it.each([
    "cat a.ts",
    "sed -n '1,80p' src/a.ts",
    "cd src && rg -n 'npm test' . | head -20",
    "git log --oneline -5 2>/dev/null; git --no-pager show HEAD",
    "find . -iname '*.ts' -o -name x",
  ])("is told from its words: %s", (command) => {
    expect(onlyLooks(call(1, "x", { fields: { command } }))).toBe(true);
  });

  it.each([
    "npm test",
    "sed -i 's/a/b/' a",
    "cat a > b",
    "find . -delete",
    "git commit -m x",
    "cat $(make)",
    "ls `make`",
    "sort -o a a",
    "",
    "cat <<EOF | sh\nrm x\nEOF",
  ])("is none where a word might do more: %s", (command) => {
    expect(onlyLooks(call(1, "x", { fields: { command } }))).toBe(false);
  });

  it("is none where a running command is given input, or the command is no text", () => {
    expect(onlyLooks(call(1, "x", { kind: "stdin", fields: { session: 1, text: "y" } }))).toBe(false);
    expect(onlyLooks(call(1, "x", { kind: "stdin", fields: { session: 1 } }))).toBe(true);
    expect(onlyLooks(call(1, "x", { fields: { command: ["ls"] } }))).toBe(false);
  });
});
