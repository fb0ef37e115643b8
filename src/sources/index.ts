import { codex } from "./codex/index.ts";
import { litany } from "./litany/index.ts";
import type { Detection, Source, SourceInput } from "./source.ts";

export type * from "./source.ts";

/** Every format that can be read. Order is a decision: the first that recognises an input reads it. */
export const sources: readonly Source[] = [litany, codex];

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
