import type { MessageRow } from "../../model/index.ts";

export type Role = MessageRow["role"];

const ROLES: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ["user", "user"],
  ["assistant", "assistant"],
  ["agent", "agent"],
  ["system", "system"],
]);

/** The role that a record gives; without one that the format knows, what the kind of its source makes likely. */
export function roleOf(word: unknown, input: string | undefined): Role {
  return ROLES.get(word) ?? (input === undefined ? "assistant" : input === "system" ? "system" : "user");
}
