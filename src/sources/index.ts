import { atif, atifExporter } from "./atif/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { ledger, ledgerExporter } from "./ledger/index.ts";
import { litany } from "./litany/index.ts";
import type { Detection, Exporter, Source, SourceInput } from "./source.ts";

export type * from "./source.ts";

/** Every format that can be read. Order is a decision: the first that recognises an input reads it. */
export const sources: readonly Source[] = [ledger, litany, claudeCode, codex, atif];

/** Every format that can be written. */
export const exporters: readonly Exporter[] = [ledgerExporter, atifExporter];

export interface DetectedSource {
  readonly source: Source;
  readonly detection: Detection;
}

export async function detectSource(input: SourceInput): Promise<DetectedSource | undefined> {
  for (const source of sources) {
    const detection = await source.detect(input);
    if (detection !== undefined) return { source, detection };
  }
  return undefined;
}

export function findSource(id: string): Source | undefined {
  return sources.find((source) => source.id === id);
}

export function findExporter(id: string): Exporter | undefined {
  return exporters.find((exporter) => exporter.id === id);
}
