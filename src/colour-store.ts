import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./options.ts";
import type { ColourStore } from "./render/index.ts";
import { sha256 } from "./site/index.ts";

/**
 * Keeps colours in a folder from build to build, one small file for each text by its digest. `version` tells apart what other
 * grammars found. Several builds may use it at once; nothing in it is ever removed.
 * @throws UsageError when the folder cannot be made or written.
 */
export async function openColourStore(folder: string, version: string): Promise<ColourStore> {
  const fileOf = (language: string, text: string) => {
    const name = sha256(`${version}\0${language}\0${text}`);
    return path.join(folder, name.slice(0, 2), `${name.slice(2)}.txt`);
  };
  const orTell = <T>(work: Promise<T>) =>
    work.catch(() => {
      throw new UsageError(
        `Cannot write the folder ${path.basename(folder)}: give --cache a folder that can be written.`,
      );
    });
  await orTell(mkdir(folder, { recursive: true }));
  return {
    // Whatever keeps a file from being read, its text can be coloured again.
    read: (language, text) => readFile(fileOf(language, text), "utf8").catch(() => undefined),
    async write(language, text, spans) {
      const file = fileOf(language, text);
      const fresh = `${file}.${randomUUID()}`;
      await orTell(mkdir(path.dirname(file), { recursive: true }));
      await orTell(writeFile(fresh, spans).then(() => rename(fresh, file)));
    },
  };
}
