import { createHash } from "node:crypto";
import { withoutEnvelope } from "./user-text.ts";

/** Equal for texts that say the same, apart from the white space around them and a teammate's envelope. */
export function digestOf(text: string): string {
  return createHash("sha256").update(withoutEnvelope(text).trim()).digest("base64url").slice(0, 22);
}
