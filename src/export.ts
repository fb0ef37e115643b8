import { asUsageError } from "./deliver.ts";
import { type ExportOptions, resolveExportOptions, UsageError } from "./options.ts";
import type { Masking } from "./projection/index.ts";
import { seeWorkspace } from "./see.ts";
import { folderWriter } from "./site/index.ts";
import { exporters, findExporter } from "./sources/index.ts";

/** What an export tells its caller. */
export interface ExportResult {
  readonly files: number;
  readonly bytes: number;
  /** What the format cannot hold, one sentence each. */
  readonly unheld: readonly string[];
  readonly masking: Masking;
  readonly leaks: Awaited<ReturnType<typeof seeWorkspace>>["leaks"];
  readonly warnings: readonly string[];
}

/**
 * Writes a workspace down in another format, as policy and redaction let it be seen.
 * @throws UsageError when the request cannot be carried out as made; nothing is written then.
 */
export async function exportWorkspace(given: ExportOptions): Promise<ExportResult> {
  const options = resolveExportOptions(given);
  const exporter = findExporter(options.to);
  if (!exporter) {
    const known = exporters.map(({ id }) => id).join(", ");
    throw new UsageError(`There is no format of that name to write: --to takes one of ${known}.`);
  }
  const writer = await folderWriter(options.out, async () => false).catch((error: unknown) => {
    throw asUsageError(error);
  });
  try {
    const { workspace, masking, leaks, warnings } = await seeWorkspace(options);
    let files = 0;
    let bytes = 0;
    const unheld = await exporter
      .write(workspace, async (file) => {
        files += 1;
        bytes += file.bytes.length;
        await writer.write(file);
      })
      .finally(() => workspace.close());
    await writer.finish();
    return { files, bytes, unheld, masking, leaks, warnings };
  } catch (error) {
    await writer.abort();
    throw asUsageError(error);
  }
}
