import { createHash } from "node:crypto";
import type { OpenWorkspace } from "./model/index.ts";
import type { SeenWorkspace } from "./see.ts";
import type { WrittenFile } from "./site/index.ts";

/** Files are read piece by piece, however large they are. */
const PIECE = 1 << 20;

/**
 * Sizes and digests of the source files, for the manifest; `undefined` where anything was withheld or masked. A digest of
 * text that is not shown would let it be guessed at, and one record stands in more files than can be known.
 */
export async function inputDigests({
  workspace,
  secrets,
  masking,
}: Pick<SeenWorkspace, "workspace" | "secrets" | "masking">): Promise<readonly WrittenFile[] | undefined> {
  const { files, restricts } = workspace.index;
  if (restricts || masking.policy || masking.imagesLeftOut !== undefined || secrets.length > 0) return undefined;
  const inputs: WrittenFile[] = [];
  for (const { path } of files) {
    const input = await digestOf(workspace, path);
    // What cannot be read has no digest; the account names it.
    if (input.bytes > 0) inputs.push(input);
  }
  return inputs;
}

async function digestOf(workspace: OpenWorkspace, file: string): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (;;) {
    const piece = await workspace.bytes({ file, start: bytes, end: bytes + PIECE });
    hash.update(piece);
    bytes += piece.length;
    if (piece.length < PIECE) break;
  }
  return { path: file, bytes, sha256: hash.digest("hex") };
}
