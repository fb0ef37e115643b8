import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

type Files = Readonly<Record<string, string | Uint8Array>>;

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "taskfolio-test-"));
}

/** An empty folder that is gone when the test is over. */
export function tempFolder(): string {
  const folder = emptyFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by relative path, written into `folder`. */
export function writeTree(folder: string, files: Files): string {
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return folder;
}

/** A folder that holds just these files, gone when the test is over. */
export function tempTree(files: Files): string {
  return writeTree(tempFolder(), files);
}

/** Folders that several tests share; they stay until `drop`. */
export function createTrees(): { write(files: Files): string; drop(): void } {
  const folders: string[] = [];
  return {
    write(files) {
      const folder = emptyFolder();
      folders.push(folder);
      return writeTree(folder, files);
    },
    drop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
