import type { ToolItem } from "../projection/index.ts";

/** Kinds of tool that a filter can hide, in words. */
export const FAMILIES = {
  run: "commands",
  look: "reading and searching",
  change: "changes of files",
  hand: "delegation and messages",
  web: "the web",
  plan: "plans and lists",
  more: "other tools",
} as const;
export type Family = keyof typeof FAMILIES;

const FAMILY_OF: ReadonlyMap<string, Family> = new Map(
  (
    [
      ["run", ["shell", "shell-output", "stdin", "kill", "cd"]],
      ["look", ["read", "search", "list", "image", "tool-search"]],
      ["change", ["edit", "write", "patch", "notebook-edit", "mark-deletion"]],
      ["hand", ["delegate", "send", "wait", "ask"]],
      ["web", ["web-fetch", "web-search"]],
      ["plan", ["plan", "todo", "skill", "summary"]],
    ] as const
  ).flatMap(([family, kinds]) => kinds.map((kind) => [kind, family])),
);

/** The family of a call by the kind of its tool; a result without its call belongs to none that is known. */
export function familyOf({ call }: ToolItem): Family {
  return (call && FAMILY_OF.get(call.kind)) ?? "more";
}
