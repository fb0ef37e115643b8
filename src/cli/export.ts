import { exportWorkspace } from "../export.ts";
import type { ExportOptions } from "../options.ts";
import { maskingWords, plural, policyWords } from "./words.ts";

/** Exports, tells on stdout what came of it, and answers the exit code. */
export async function runExport(options: ExportOptions, strict: boolean): Promise<number> {
  const { files, bytes, unheld, masking, leaks, warnings } = await exportWorkspace(options);
  const lines = [
    `${plural(files, "file")}, ${bytes} bytes in ${options.out}`,
    ...maskingWords(masking),
    ...unheld.map((sentence) => `Not held: ${sentence}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.stderr.write(policyWords(warnings, leaks));
  return strict && (warnings.length > 0 || leaks.length > 0) ? 1 : 0;
}
