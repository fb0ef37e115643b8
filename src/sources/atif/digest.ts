import { createHash } from "node:crypto";

/** Stands for content that is compared and not kept. Never leaves the reader. */
export function digestOf(content: string): string {
  return createHash("sha1").update(content).digest("base64");
}
