import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { openFolder } from "./open.ts";

const corpus = process.env.TASKFOLIO_CORPUS;

function workspaces(root: string): readonly string[] {
  const litany = join(root, "litany");
  const derived = existsSync(litany) ? readdirSync(litany).map((name) => join(litany, name)) : [];
  return [...derived, join(root, "bug-repros", "26-litany-edge")].filter((path) => existsSync(path)).sort();
}

describe.runIf(corpus !== undefined && corpus !== "")("every litany workspace of the corpus", () => {
  it.each(workspaces(corpus ?? "").map((path, at) => [at + 1, path] as const))(
    "gives a sound record, number %i",
    async (_, path) => {
      await openFolder(path);
    },
  );
});
