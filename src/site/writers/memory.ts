import type { Writer } from "../file.ts";

/** Keeps the report in memory. */
export function memoryWriter(): Writer & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    write: async ({ path, bytes }) => {
      files.set(path, bytes);
    },
    async read(path) {
      const bytes = files.get(path);
      if (!bytes) throw new Error("a file is read that was not written");
      return bytes;
    },
    finish: async () => undefined,
    abort: async () => files.clear(),
  };
}
