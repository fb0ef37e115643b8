import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./files.ts";

/** Whether `SHA256SUMS` lists every other file once, sorted, as `sha256sum -c` reads it, with the digest of its bytes. */
export function checkSums(folder: string): string[] {
  const breaches: string[] = [];
  const files = listFiles(folder);
  if (!files.includes("SHA256SUMS")) return ["SHA256SUMS: is not there"];
  const listed: string[] = [];
  const text = readFileSync(join(folder, "SHA256SUMS"), "utf8");
  if (!text.endsWith("\n")) breaches.push("SHA256SUMS: does not end its last line");
  for (const [i, line] of text.split("\n").slice(0, -1).entries()) {
    const [, digest, path] = /^([0-9a-f]{64}) {2}([a-z0-9./-]+)$/.exec(line) ?? [];
    if (digest === undefined || path === undefined) {
      breaches.push(`SHA256SUMS:${i + 1}: is no line of it`);
      continue;
    }
    listed.push(path);
    if (!files.includes(path)) breaches.push(`SHA256SUMS:${i + 1}: ${path} is not there`);
    else if (digestOf(join(folder, path)) !== digest) breaches.push(`SHA256SUMS:${i + 1}: ${path} has another digest`);
  }
  if (new Set(listed).size !== listed.length) breaches.push("SHA256SUMS: lists a file twice");
  if (listed.some((path, i) => i > 0 && path < (listed[i - 1] ?? ""))) breaches.push("SHA256SUMS: is not sorted");
  for (const path of files) {
    if (path !== "SHA256SUMS" && !listed.includes(path)) breaches.push(`SHA256SUMS: does not list ${path}`);
  }
  return breaches;
}

export function digestOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
