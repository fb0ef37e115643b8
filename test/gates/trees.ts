import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./files.ts";

/** How two folders differ, file by file; empty when they hold the same bytes under the same names. */
export function differences(one: string, other: string): string[] {
  const [mine, theirs] = [new Set(listFiles(one)), new Set(listFiles(other))];
  const found: string[] = [];
  for (const path of mine) {
    if (!theirs.has(path)) found.push(`${path}: only in the first`);
    else found.push(...differenceOf(path, readFileSync(join(one, path)), readFileSync(join(other, path))));
  }
  for (const path of theirs) if (!mine.has(path)) found.push(`${path}: only in the second`);
  return found;
}

function differenceOf(path: string, a: Buffer, b: Buffer): string[] {
  if (a.equals(b)) return [];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const line = a.subarray(0, at).toString("latin1").split("\n").length;
  const around = (bytes: Buffer) => JSON.stringify(bytes.subarray(Math.max(0, at - 40), at + 60).toString("utf8"));
  return [`${path}:${line}: byte ${at}: ${around(a)} against ${around(b)}`];
}
