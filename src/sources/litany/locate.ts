import { basename, dirname, join } from "node:path";
import { kindOf, peekFolder } from "../support/files.ts";
import { looksLikeAgentId, parseDepositName, parseEntryName } from "./names.ts";

/** Where the records stand, seen from what the user pointed at. */
export interface Location {
  /** The folder that holds all records. */
  readonly root: string;
  /** The only agent, where `root` is that agent's folder and belongs to no workspace. */
  readonly loneAgent?: string;
  readonly because: string;
}

/** The id that an agent's folder gets whose name is no agent id: such a name is only a place. */
const UNNAMED_AGENT = "agent";

/** Recognises a workspace, or one agent's folder in one. Never throws for what it does not know. */
export function locate(path: string): Location | undefined {
  if (kindOf(path) !== "folder") return undefined;
  const signs = workspaceSigns(path);
  if (signs !== undefined) return { root: path, because: `it has ${signs}` };
  if (!isAgentFolder(path)) return undefined;
  if (basename(dirname(path)) === "agents" && workspaceSigns(dirname(dirname(path))) !== undefined) {
    return {
      root: dirname(dirname(path)),
      because: "it is one agent's folder; the workspace that it belongs to is read, two levels up",
    };
  }
  const name = basename(path);
  return {
    root: path,
    loneAgent: looksLikeAgentId(name) ? name : UNNAMED_AGENT,
    because: "it is one agent's folder outside of a workspace, so nothing but this agent is known",
  };
}

function workspaceSigns(path: string): string | undefined {
  const signs: string[] = [];
  const agents = peekFolder(join(path, "agents")).filter((entry) => entry.kind === "folder");
  const has = (agent: string, name: string) => kindOf(join(path, "agents", agent, name)) !== undefined;
  if (kindOf(join(path, "agents")) === "folder") {
    if (agents.some((agent) => has(agent.name, "messages"))) signs.push("agents/*/messages");
    else if (agents.some((agent) => has(agent.name, "goal.md"))) signs.push("agents/*/goal.md");
  }
  if (someInside(path, "inbox", (name) => parseDepositName(name) !== undefined)) signs.push("inbox/");
  if (someInside(path, "steps", (name) => name === "driver.log" || /^[0-9]+$/.test(name))) signs.push("steps/");
  if (kindOf(join(path, "repo.git")) === "folder") signs.push("repo.git/");
  if (kindOf(join(path, "agents.bundle")) === "file") signs.push("agents.bundle");
  return signs.length === 0 ? undefined : signs.join(", ");
}

/** Folders of these names are common elsewhere: what stands in the folders of agents must look like what the engine writes. */
function someInside(path: string, folder: string, isSign: (name: string) => boolean): boolean {
  if (kindOf(join(path, folder)) !== "folder") return false;
  return peekFolder(join(path, folder)).some(
    (agent) => agent.kind === "folder" && peekFolder(join(path, folder, agent.name)).some(({ name }) => isSign(name)),
  );
}

/** `messages/` alone is too common a name: it must hold an entry, or stand beside a `goal.md`. */
function isAgentFolder(path: string): boolean {
  if (kindOf(join(path, "messages")) !== "folder") return false;
  if (kindOf(join(path, "goal.md")) === "file") return true;
  return peekFolder(join(path, "messages")).some((entry) => parseEntryName(entry.name).kind !== "foreign");
}
