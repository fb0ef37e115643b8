import { ignoreSystemError, type OpenFile, openInside } from "../../support/safe-read.ts";
import { readBundleHead } from "./bundle.ts";
import { listInside } from "./folders.ts";
import { inflate, LARGEST_OBJECT, OBJECT_COST } from "./inflate.ts";
import { type GitObject, nameOf, type ObjectId, type ObjectType } from "./objects.ts";
import { type Pack, readPack } from "./pack.ts";
import { indexPack, readIndex } from "./pack-index.ts";
import { type FoundRefs, readRefs } from "./refs.ts";

/**
 * A repository or bundle, read from its files alone. Nothing is run, and of a repository only refs and objects are looked
 * at: configuration, hooks, attributes, alternates, grafts and replacements have no part in it.
 */
export interface Repository extends FoundRefs {
  /** An object whose content has the name that was asked for. */
  read(oid: ObjectId): GitObject | undefined;
  /** Its refs stand in tables, which are not read. */
  readonly tables: boolean;
  /** Bytes that were unpacked so far. */
  spent(): number;
  /** Lets go of open files that cost little to open again. */
  rest(): void;
  close(): void;
}

const LOOSE = /^(commit|tree|blob|tag) (\d{1,10})\0/;
/** Each is a file held open while the repository is read. */
const MOST_PACKS = 200;

export function openRepository(root: string, folder: string): Repository {
  const meter = { spent: 0 };
  const files: OpenFile[] = [];
  const spend = (bytes: number) => {
    meter.spent += bytes;
  };
  let packs: readonly Pack[] | undefined;
  let fans: ReadonlySet<string> | undefined;
  return {
    ...readRefs(root, folder),
    tables: listInside(root, `${folder}/reftable`).length > 0,
    read: readable((oid) => {
      packs ??= openPacks();
      fans ??= new Set(listInside(root, `${folder}/objects`).map((entry) => entry.name));
      const loose = fans.has(oid.slice(0, 2)) ? readLoose(root, folder, oid, spend) : undefined;
      return loose ?? readPacked(packs, oid);
    }),
    spent: () => meter.spent,
    rest,
    close: rest,
  };

  function rest(): void {
    packs = undefined;
    closeAll(files);
  }

  function openPacks(): readonly Pack[] {
    const names = listInside(root, `${folder}/objects/pack`)
      .filter((entry) => entry.kind === "file" && entry.name.endsWith(".pack"))
      .slice(0, MOST_PACKS);
    return names.flatMap(({ name }) => {
      const path = `${folder}/objects/pack/${name}`;
      const pack = openInside(root, path);
      if (pack.type !== "open") return [];
      files.push(pack.file);
      const index = openInside(root, `${path.slice(0, -".pack".length)}.idx`);
      const find = index.type === "open" ? readIndex(index.file) : undefined;
      if (index.type === "open") index.file.close();
      const opened = find === undefined ? indexPack(pack.file, 0, spend) : readPack(pack.file, find, spend);
      return opened === undefined ? [] : [opened];
    });
  }
}

/** A bundle at the top of the workspace; `undefined` when it is none that can be read. */
export function openBundle(root: string, path: string): Repository | undefined {
  const opened = openInside(root, path);
  if (opened.type !== "open") return undefined;
  const head = readBundleHead(opened.file);
  const meter = { spent: 0 };
  let pack =
    head &&
    indexPack(opened.file, head.pack, (bytes) => {
      meter.spent += bytes;
    });
  if (head === undefined || pack === undefined) {
    opened.file.close();
    return undefined;
  }
  return {
    refs: head.refs,
    broken: [],
    tables: false,
    read: readable((oid) => (pack === undefined ? undefined : readPacked([pack], oid))),
    spent: () => meter.spent,
    // Its pack has no index: finding out again what it holds would cost as much as reading it whole.
    rest() {},
    close() {
      pack = undefined;
      opened.file.close();
    },
  };
}

/** An object whose bytes the system does not give is one that cannot be read. What failed once is not tried again. */
function readable(read: Repository["read"]): Repository["read"] {
  const failed = new Set<ObjectId>();
  return (oid) => {
    if (failed.has(oid)) return undefined;
    const object = attempt(() => read(oid));
    if (object === undefined) failed.add(oid);
    return object;
  };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    return ignoreSystemError(error);
  }
}

function readPacked(packs: readonly Pack[], oid: ObjectId): GitObject | undefined {
  for (const pack of packs) {
    const offset = pack.find(oid);
    const object = offset === undefined ? undefined : pack.at(offset);
    if (object !== undefined && nameOf(object) === oid) return object;
  }
  return undefined;
}

function readLoose(root: string, folder: string, oid: ObjectId, spend: (bytes: number) => void): GitObject | undefined {
  const opened = openInside(root, `${folder}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
  if (opened.type !== "open") return undefined;
  const { file } = opened;
  const stream = file.size > LARGEST_OBJECT ? undefined : file.read(0, file.size);
  file.close();
  const bytes = stream && inflate(stream, LARGEST_OBJECT)?.bytes;
  if (bytes === undefined) return undefined;
  spend(bytes.length + OBJECT_COST);
  const head = LOOSE.exec(Buffer.from(bytes.subarray(0, 32)).toString("latin1"));
  const type = head?.[1];
  if (head === null || type === undefined || !isType(type)) return undefined;
  const object = { type, bytes: bytes.subarray(head[0].length) };
  return object.bytes.length === Number(head[2]) && nameOf(object) === oid ? object : undefined;
}

function isType(text: string): text is ObjectType {
  return text === "commit" || text === "tree" || text === "blob" || text === "tag";
}

function closeAll(files: OpenFile[]): void {
  for (const file of files.splice(0)) file.close();
}
