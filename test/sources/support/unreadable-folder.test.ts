import { expect, it, vi } from "vitest";
import { litany } from "../../../src/sources/litany/index.ts";
import { listTree } from "../../../src/sources/support/files.ts";
import { tempTree } from "../../support/temp.ts";

// A superuser may list any folder, so the refusal is made here.
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const readdirSync = (path: string, options: { withFileTypes: true }) => {
    if (path.endsWith("locked")) throw Object.assign(new Error("denied"), { code: "EACCES" });
    return fs.readdirSync(path, options);
  };
  return { ...fs, readdirSync };
});

it("goes on where a folder cannot be listed, and names it", () => {
  const root = tempTree({ "a/locked/x": "1", "b/y": "2" });
  const tree = listTree(root, []);
  expect(tree.unreadable).toEqual(["a/locked"]);
  expect([...tree.kinds.keys()]).toEqual(["a", "a/locked", "b", "b/y"]);
});

it("tells the reader of a workspace that a folder's content is not in the report", async () => {
  const path = tempTree({ "agents/x/messages/001-user.md": "hi", "agents/x/locked/001.md": "s" });
  const workspace = await litany.open({ path });
  expect(workspace.index.diagnostics).toEqual([
    {
      code: "unreadable-folder",
      severity: "error",
      says: "A folder could not be listed; what it holds is not in the report.",
      place: { file: "agents/x/locked" },
    },
  ]);
});
