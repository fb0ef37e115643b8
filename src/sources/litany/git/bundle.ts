import type { OpenFile } from "../../support/safe-read.ts";
import { decodeText } from "../../support/text.ts";
import { isObjectId, type ObjectId } from "./objects.ts";
import type { FoundRefs } from "./refs.ts";

const LARGEST_HEAD = 16 * 1024 * 1024;

/** The head of a bundle: its refs, and where its pack begins. `undefined` when it is none, or names objects in another way. */
export function readBundleHead(file: OpenFile): (FoundRefs & { readonly pack: number }) | undefined {
  const bytes = Buffer.from(file.read(0, Math.min(file.size, LARGEST_HEAD)));
  if (!/^# v[23] git bundle$/.test(bytes.toString("latin1", 0, Math.max(0, bytes.indexOf(0x0a))))) return undefined;
  const end = bytes.indexOf("\n\n");
  if (end < 0) return undefined;
  const refs = new Map<string, ObjectId>();
  for (const line of decodeText(bytes.subarray(0, end)).text.split("\n").slice(1)) {
    if (line.startsWith("@object-format=") && line !== "@object-format=sha1") return undefined;
    if (line.startsWith("@") || line.startsWith("-")) continue;
    const space = line.indexOf(" ");
    const oid = line.slice(0, Math.max(0, space));
    if (isObjectId(oid)) refs.set(line.slice(space + 1), oid);
  }
  return { refs, broken: [], pack: end + 2 };
}
