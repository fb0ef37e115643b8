import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Writer } from "../file.ts";
import { isOurManifest } from "../manifest.ts";

/** The target is not ours to replace, or cannot be written: one sentence that says what to do. */
export class TargetError extends Error {}

/**
 * Writes beside the target and swaps at the end, so that a whole report always stands there:
 * `<out>.taskfolio-new` is filled, `<out>` becomes `<out>.taskfolio-old`, the new one `<out>`, the old one goes.
 */
export async function folderWriter(
  out: string,
  isOurs: (folder: string) => Promise<boolean> = isReport,
): Promise<Writer> {
  const target = path.resolve(out);
  const fresh = `${target}.taskfolio-new`;
  const old = `${target}.taskfolio-old`;
  await settle(target, fresh, old);
  await refuseForeign(target, isOurs);
  const made = new Set<string>();
  await mkdir(fresh, { recursive: true }).catch((error: unknown) => {
    throw new TargetError(
      `Cannot create a folder beside ${path.basename(target)} (${errorCode(error)}): choose another -o.`,
    );
  });
  return {
    async write({ path: file, bytes }) {
      const folder = path.dirname(file);
      if (!made.has(folder)) {
        await mkdir(path.join(fresh, folder), { recursive: true });
        made.add(folder);
      }
      await writeFile(path.join(fresh, file), bytes);
    },
    async finish() {
      if (await exists(target)) await rename(target, old);
      await rename(fresh, target);
      await rm(old, { recursive: true, force: true });
    },
    async abort() {
      await rm(fresh, { recursive: true, force: true });
    },
  };
}

/** Finishes or undoes a swap that was interrupted. */
async function settle(target: string, fresh: string, old: string): Promise<void> {
  if ((await exists(old)) && !(await exists(target))) {
    // Stopped between the two renames. The new one is whole when its sums were written: they come last.
    if (await exists(path.join(fresh, "SHA256SUMS"))) await rename(fresh, target);
    else await rename(old, target);
  }
  await rm(fresh, { recursive: true, force: true });
  await rm(old, { recursive: true, force: true });
}

/** Only an absent or empty folder, or one of ours, may be replaced. */
async function refuseForeign(target: string, isOurs: (folder: string) => Promise<boolean>): Promise<void> {
  const found = await lookAt(target);
  if (!found) return;
  if (!found.isDirectory()) throw new TargetError(`${path.basename(target)} is a file: choose a folder with -o.`);
  if ((await isOurs(target)) || (await isEmpty(target))) return;
  throw new TargetError(
    `The folder ${path.basename(target)} is not empty and taskfolio did not make it: choose another -o, or remove it yourself.`,
  );
}

async function isReport(folder: string): Promise<boolean> {
  const manifest = path.join(folder, "manifest.json");
  return (await exists(manifest)) && isOurManifest(await readFile(manifest, "utf8"));
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).length === 0;
}

async function exists(file: string): Promise<boolean> {
  return (await lookAt(file)) !== undefined;
}

async function lookAt(file: string) {
  return stat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new TargetError(`Cannot look at ${path.basename(file)} (${errorCode(error)}): choose another -o.`);
  });
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
