import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../src/build.ts";
import { inputDigests } from "../src/inputs.ts";
import type { BuildOptions } from "../src/options.ts";
import { memoryWriter } from "../src/site/index.ts";
import { listFiles } from "./gates/files.ts";
import { small } from "./site/packed.ts";
import { tempTree } from "./support/temp.ts";
import { workspaceOf } from "./support/workspace.ts";

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const secret = `ghp_${"0aZ9bY8cX7dW6eV5fU4gT3hS2iR1jQ0kP9oN"}`;
const masked = { ...small, "agents/20270101T000000Z-00000001/messages/003-user.md": `The token is ${secret}.` };

async function inputsOf(workspace: string, more: Partial<BuildOptions> = {}) {
  const writer = memoryWriter();
  await build({ workspace, ...more }, { writer });
  return JSON.parse(Buffer.from(writer.files.get("manifest.json") ?? []).toString("utf8")).inputs;
}

describe("the inputs in a manifest", () => {
  it("are the source files with their sizes and digests", async () => {
    const workspace = tempTree(small);
    const inputs = listFiles(workspace).map((path) => {
      const bytes = readFileSync(join(workspace, path));
      return { path, bytes: bytes.length, sha256: sha256(bytes) };
    });
    expect(await inputsOf(workspace)).toEqual(inputs);
  });

  it("are not told where a secret was masked, and are where nobody masked it", async () => {
    const workspace = tempTree(masked);
    expect(await inputsOf(workspace)).toBeNull();
    expect((await inputsOf(workspace, { redact: false })).length).toBe(3);
  });

  it("are not told under a policy", async () => {
    const policy = join(tempTree({ "policy.yaml": "default: show\nrules: []\n" }), "policy.yaml");
    expect(await inputsOf(tempTree(small), { policy })).toBeNull();
  });

  it("are read piece by piece, and what cannot be read is left out", async () => {
    const large = Buffer.alloc(2_500_000, "x");
    const files = ["empty", "large"].map((path) => ({ path, kind: "message", records: 1 }));
    const workspace = {
      ...workspaceOf([], { files }),
      bytes: async ({ file, start = 0, end = 0 }: { file: string; start?: number; end?: number }) =>
        file === "large" ? large.subarray(start, end) : new Uint8Array(),
    };
    const masking = { redaction: true, rulesOff: [], home: false, lean: false, counts: [] };
    expect(await inputDigests({ workspace, masking, secrets: [] })).toEqual([
      { path: "large", bytes: 2_500_000, sha256: sha256(large) },
    ]);
  });
});
