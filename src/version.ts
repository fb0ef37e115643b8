import { readFile } from "node:fs/promises";

/** The version of this package, as manifests name it. */
export async function packageVersion(): Promise<string> {
  return String((await packageFacts()).version ?? "unknown");
}

/** What the colours of code depend on. */
export async function grammarVersion(): Promise<string> {
  const { version, dependencies } = await packageFacts();
  return JSON.stringify([version, (dependencies as { readonly shiki?: string } | undefined)?.shiki]);
}

async function packageFacts(): Promise<{ readonly version?: unknown; readonly dependencies?: unknown }> {
  return JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
}
