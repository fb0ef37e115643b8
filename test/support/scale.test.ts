import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeScale } from "./scale.ts";
import { tempFolder } from "./temp.ts";

const names = (dir: string) => readdirSync(dir, { recursive: true }).map(String).sort();

describe("a workspace of a given size", () => {
  it("has just so many Tasks, one parent of 300 and no Task below depth 5", async () => {
    const dir = tempFolder();
    await writeScale(dir, { tasks: 420, rowsPerTask: 3, bytes: 400_000 });
    const ids = readdirSync(join(dir, "agents"));
    const children = new Map<string, number>();
    for (const id of ids) {
      const parent = id.split("-").slice(0, -2).join("-");
      children.set(parent, (children.get(parent) ?? 0) + 1);
    }
    children.delete("");
    expect(ids).toHaveLength(420);
    expect(Math.max(...children.values())).toBe(300);
    expect(Math.max(...ids.map((id) => id.split("-").length / 2))).toBeLessThanOrEqual(6);
  });

  it("is about as large as asked", async () => {
    const { bytes } = await writeScale(tempFolder(), { tasks: 5, rowsPerTask: 60, bytes: 1_000_000 });
    expect(bytes).toBeGreaterThan(700_000);
    expect(bytes).toBeLessThan(1_400_000);
  });

  it("is the same each time", async () => {
    const [first, second] = [tempFolder(), tempFolder()];
    for (const dir of [first, second]) await writeScale(dir, { tasks: 8, rowsPerTask: 10 });
    expect(names(second)).toEqual(names(first));
    for (const name of names(first).filter((name) => /\.(md|json)$/.test(name)))
      expect(readFileSync(join(second, name), "utf8")).toBe(readFileSync(join(first, name), "utf8"));
  });
});
