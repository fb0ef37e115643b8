import { type JsonObject, member, present } from "../support/values.ts";
import type { BoundaryFacts } from "./facts.ts";
import { compactMetadata } from "./records.ts";

/** What a compaction's boundary says of it. */
export function readBoundary(value: JsonObject): BoundaryFacts {
  const parsed = compactMetadata.safeParse(member(value, "compactMetadata"));
  return parsed.success ? present(parsed.data) : {};
}
