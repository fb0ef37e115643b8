import { atif, atifExporter } from "./atif/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { ledger, ledgerExporter } from "./ledger/index.ts";
import { litany } from "./litany/index.ts";
import { mixed } from "./mixed/index.ts";
import type { Detection, Exporter, Source, SourceInput } from "./source.ts";

export type * from "./source.ts";
export { NotReadable } from "./source.ts";

/** A folder of these is the workspace, and everything in it is its own: work products may well hold sessions. */
const whole: readonly Source[] = [ledger, litany];

/** These are told file by file. No file is of two of them: each looks for members that the others never have. */
const byFile: readonly Source[] = [claudeCode, codex, atif];

/**
 * Every format that can be read. Order is a decision: the first that recognises an input reads it.
 *
 * - A ledger says in its head that it is one, so it cannot be mistaken; litany is told by folders of its own, and what lies in
 *   those is never looked at as another format's.
 * - A folder of several workspaces must be asked for before the formats told by files: each of these would take the
 *   folder for itself at the first file of its own, and leave the others out.
 * - Among those the order is free.
 */
export const sources: readonly Source[] = [...whole, mixed({ whole, byFile }), ...byFile];

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
