import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Writer } from "../file.ts";
import { isOurManifest } from "../manifest.ts";
import { takeLock } from "./lock.ts";
import { errorCode, orTell, TargetError } from "./target-error.ts";

/** The names that stand beside a target while it is written. */
interface Places {
  readonly target: string;
  /** Filled, then renamed to the target. */
  readonly fresh: string;
  /** What stood there before, until the new one does. */
  readonly old: string;
}

/**
 * Writes beside the target and swaps at the end, so that a whole report always stands there:
 * `<out>.taskfolio-new` is filled, `<out>` becomes `<out>.taskfolio-old`, the new one `<out>`, the old one goes.
 * `<out>.taskfolio-lock` stands there meanwhile and keeps a second build away.
 */
export async function folderWriter(
  out: string,
  isOurs: (folder: string) => Promise<boolean> = isReport,
): Promise<Writer> {
  const target = await resolved(path.resolve(out));
  const name = path.basename(target);
  const places: Places = { target, fresh: `${target}.taskfolio-new`, old: `${target}.taskfolio-old` };
  const parent = path.dirname(target);
  await orTell(`Cannot create the folder ${path.basename(parent)}`, () => mkdir(parent, { recursive: true }));
  const lock = await takeLock(`${target}.taskfolio-lock`);
  const giveUp = async () => {
    await rm(places.fresh, { recursive: true, force: true });
    await lock.release();
  };
  try {
    await orTell(`Cannot prepare ${name}`, async () => {
      await settle(places);
      await refuseForeign(target, isOurs);
      await mkdir(places.fresh);
    });
  } catch (error) {
    await giveUp();
    throw error;
  }
  const made = new Set<string>();
  return {
    write: ({ path: file, bytes }) =>
      orTell(`Cannot write ${name}`, async () => {
        const folder = path.dirname(file);
        if (!made.has(folder)) {
          await mkdir(path.join(places.fresh, folder), { recursive: true });
          made.add(folder);
        }
        await writeFile(path.join(places.fresh, file), bytes);
      }),
    read: (file) => readFile(path.join(places.fresh, file)),
    async finish() {
      await lock.check();
      await orTell(`Cannot put ${name} in its place`, () => swap(places));
      await lock.release();
    },
    abort: giveUp,
  };
}

async function swap({ target, fresh, old }: Places): Promise<void> {
  const replaces = await exists(target);
  if (replaces) await rename(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    if (replaces) await rename(old, target);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

/** Finishes or undoes a swap that was interrupted. */
async function settle({ target, fresh, old }: Places): Promise<void> {
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
    throw error;
  });
}

/** Where a link leads: the report is replaced, the link stays. */
async function resolved(target: string): Promise<string> {
  return realpath(target).catch((error: unknown) => {
    // What is wrong with a path is told where it is written.
    if (errorCode(error) !== undefined) return target;
    throw error;
  });
}
