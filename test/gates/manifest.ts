import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countAnchors } from "./anchors.ts";
import { listFiles } from "./files.ts";
import { digestOf } from "./sums.ts";

interface Manifest {
  readonly maker: string;
  readonly account: {
    readonly balanced: boolean;
    readonly records: number;
    readonly named: number;
    readonly kinds: readonly Readonly<
      Record<"records" | "shown" | "shownInPart" | "withheld" | "raw" | "repeated" | "joined" | "noRow", number>
    >[];
  };
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** Whether the manifest lists the files that are there, and whether the account that it states can be counted in the pages. */
export function checkManifest(folder: string): string[] {
  const breaches: string[] = [];
  const complain = (says: string) => breaches.push(`manifest.json: ${says}`);
  const text = readFileSync(join(folder, "manifest.json"), "utf8");
  const { maker, account, files }: Manifest = JSON.parse(text);
  if (maker !== "taskfolio") complain("does not say who made it");
  if (/[^\x20-\x7e\n]/.test(text)) complain("is not plain ASCII");

  const present = listFiles(folder).filter((path) => path !== "manifest.json" && path !== "SHA256SUMS");
  const listed = files.map(({ path }) => path);
  for (const path of present) if (!listed.includes(path)) complain(`does not list ${path}`);
  for (const { path, bytes, sha256 } of files) {
    if (!present.includes(path)) complain(`lists ${path}, which is not there`);
    else if (digestOf(join(folder, path)) !== sha256) complain(`${path} has another digest`);
    else if (readFileSync(join(folder, path)).length !== bytes) complain(`${path} has another size`);
  }
  if (listed.some((path, i) => i > 0 && path <= (listed[i - 1] ?? "")))
    complain("does not list its files in order, once each");

  if (!account.balanced) complain("the account does not balance");
  let records = 0;
  for (const kind of account.kinds) {
    records += kind.records;
    const disposed =
      kind.shown + kind.shownInPart + kind.withheld + kind.raw + kind.repeated + kind.joined + kind.noRow;
    if (disposed !== kind.records) complain(`${disposed} dispositions of ${kind.records} records`);
  }
  if (records !== account.records) complain("the kinds do not sum to the records read");
  const { byTask, breaches: strays } = countAnchors(folder);
  const counted = [...byTask.values()].reduce((sum, views) => sum + (views.get("semantic")?.size ?? 0), 0);
  if (counted !== account.named)
    complain(`names ${account.named} rows and placeholders, and the pages hold ${counted}`);
  return [...breaches, ...strays];
}
