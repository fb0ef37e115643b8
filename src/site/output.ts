import type { SiteFile, Writer } from "./file.ts";
import { withoutScript } from "./mailable.ts";
import type { WrittenFile } from "./manifest.ts";
import { sha256 } from "./names.ts";

/** A writer that remembers what it wrote: for the manifest, and for the words at the end of a build. */
export interface Output {
  write(file: SiteFile): Promise<void>;
  readonly files: readonly WrittenFile[];
}

export function createOutput(writer: Writer, { mailable }: { readonly mailable: boolean }): Output {
  const files: WrittenFile[] = [];
  return {
    files,
    async write(given) {
      const file = mailable ? withoutScript(given) : given;
      if (!file) return;
      files.push({ path: file.path, bytes: file.bytes.length, sha256: sha256(file.bytes) });
      await writer.write(file);
    },
  };
}

/** Bytes of text as every text file of a report has them. */
export function utf8(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
