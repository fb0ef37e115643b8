import { mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { takeLock } from "./lock.ts";
import { errorCode, orTell, TargetError } from "./target-error.ts";

/** A file that takes its place whole: written beside it and renamed at the end. */
export interface FileTarget {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
}

/** Bytes at both ends of a file, enough to tell who made it. */
export interface Ends {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

const LOOK = 4096;

/** `option` is the option that names the file; `isOurs` tells a file that may be replaced. */
export async function fileTarget(out: string, option: string, isOurs: (ends: Ends) => boolean): Promise<FileTarget> {
  const target = await realpath(out).catch(() => path.resolve(out));
  const name = path.basename(target);
  const fresh = `${target}.taskfolio-new`;
  await orTell(`Cannot create the folder of ${name}`, () => mkdir(path.dirname(target), { recursive: true }));
  const lock = await takeLock(`${target}.taskfolio-lock`);
  const { handle, giveUp } = await (async () => {
    try {
      await orTell(`Cannot look at ${name}`, () => refuseForeign(target, option, isOurs));
      const handle = await orTell(`Cannot write ${name}`, () => open(fresh, "w"));
      const giveUp = async () => {
        await handle.close();
        await rm(fresh, { force: true });
        await lock.release();
      };
      return { handle, giveUp };
    } catch (error) {
      await lock.release();
      throw error;
    }
  })();
  return {
    write: (bytes) => orTell(`Cannot write ${name}`, () => handle.writeFile(bytes)),
    async finish() {
      await orTell(`Cannot write ${name}`, () => handle.close());
      await lock.check();
      await orTell(`Cannot put ${name} in its place`, () => rename(fresh, target));
      await lock.release();
    },
    abort: giveUp,
  };
}

async function refuseForeign(target: string, option: string, isOurs: (ends: Ends) => boolean): Promise<void> {
  const found = await stat(target).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!found) return;
  const name = path.basename(target);
  if (!found.isFile()) throw new TargetError(`${name} is not a file: choose another ${option}.`);
  if (found.size > 0 && !isOurs(await endsOf(target, found.size)))
    throw new TargetError(`taskfolio did not make the file ${name}: choose another ${option}, or remove it yourself.`);
}

async function endsOf(file: string, size: number): Promise<Ends> {
  const handle = await open(file, "r");
  try {
    const length = Math.min(LOOK, size);
    const at = async (position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return { first: await at(0), last: await at(size - length) };
  } finally {
    await handle.close();
  }
}
