import { readSpan } from "../../support/safe-read.ts";
import { decodeText } from "../../support/text.ts";
import { listInside } from "./folders.ts";
import { isObjectId, type ObjectId } from "./objects.ts";

/** Objects by the name of the ref: `refs/heads/agents/…`. */
export type Refs = ReadonlyMap<string, ObjectId>;

export interface FoundRefs {
  readonly refs: Refs;
  /** Names of refs that lead nowhere. */
  readonly broken: readonly string[];
}

/** Only these are of interest. */
const FOLDERS = ["refs/heads/agents", "refs/lernie", "refs/litany"] as const;
const LONGEST_REF = 4_096;
const LARGEST_LIST = 256 * 1024 * 1024;
const MOST_FOLDERS = 10_000;
const LONGEST_WAY = 5;
const SYMBOLIC = "ref: ";

/** Reads refs as files hold them. A symbolic ref is looked up among the names, never as a path. */
export function readRefs(root: string, repository: string): FoundRefs {
  const values = new Map<string, string>();
  for (const [name, value] of packedRefs(root, repository)) values.set(name, value);
  // A file of its own is newer than the list.
  for (const name of looseRefs(root, repository)) {
    const outcome = readSpan(root, `${repository}/${name}`, 0, LONGEST_REF);
    values.set(name, outcome.type === "read" ? decodeText(outcome.bytes).text.trimEnd() : "");
  }
  const refs = new Map<string, ObjectId>();
  const broken: string[] = [];
  for (const name of [...values.keys()].sort()) {
    const oid = resolve(values, name);
    if (oid !== undefined) refs.set(name, oid);
    else broken.push(name);
  }
  return { refs, broken };
}

function resolve(values: ReadonlyMap<string, string>, name: string): ObjectId | undefined {
  let value = values.get(name);
  for (let way = 0; way < LONGEST_WAY && value?.startsWith(SYMBOLIC); way += 1)
    value = values.get(value.slice(SYMBOLIC.length));
  return value !== undefined && isObjectId(value) ? value : undefined;
}

function* packedRefs(root: string, repository: string): Generator<readonly [name: string, oid: string]> {
  const outcome = readSpan(root, `${repository}/packed-refs`, 0, LARGEST_LIST);
  if (outcome.type !== "read") return;
  for (const line of decodeText(outcome.bytes).text.split("\n")) {
    const match = /^([0-9a-f]{40,64}) (refs\/.*)$/.exec(line);
    const [, oid, name] = match ?? [];
    if (oid !== undefined && name !== undefined && FOLDERS.some((folder) => name.startsWith(`${folder}/`)))
      yield [name, oid];
  }
}

function looseRefs(root: string, repository: string): readonly string[] {
  const names: string[] = [];
  const folders: string[] = [...FOLDERS];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at += 1) {
    const folder = folders[at] ?? "";
    for (const { name, kind } of listInside(root, `${repository}/${folder}`)) {
      if (kind === "folder") folders.push(`${folder}/${name}`);
      else if (!name.endsWith(".lock")) names.push(`${folder}/${name}`);
    }
  }
  return names;
}
