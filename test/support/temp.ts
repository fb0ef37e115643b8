import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is gone when the test is over. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "taskfolio-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by relative path, written into `folder`. */
export function writeTree(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return folder;
}

/** A folder that holds just these files, gone when the test is over. */
export function tempTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  return writeTree(tempFolder(), files);
}
