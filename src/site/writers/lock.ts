import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, orTell, TargetError } from "./target-error.ts";

/** Who writes a target. Kept beside it while a build runs, so that no two builds write one target at once. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Tells a process from a later one with the same number, where the system says when it began. */
  readonly began?: string;
  readonly token: string;
}

export interface Lock {
  /** @throws TargetError when somebody took the lock away. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** How often a holder shows that it lives, and after how long a silent holder on another machine counts as gone. */
const BEAT_MS = 5_000;
const SILENT_MS = 60_000;
/** A lock is made and then filled: one that stays empty for so long belongs to a process that died in between. */
const EMPTY_MS = 2_000;
const LOOK_AGAIN_MS = 100;
const ATTEMPTS = EMPTY_MS / LOOK_AGAIN_MS + 5;

/** Takes the lock, over a holder that is no more if need be. */
export async function takeLock(file: string): Promise<Lock> {
  const mine: Holder = {
    host: hostname(),
    pid: process.pid,
    ...(await beganAt(process.pid)),
    token: randomUUID(),
  };
  const text = JSON.stringify(mine);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(file, text)) return held(file, text);
    const found = await contentOf(file);
    if (found === undefined) continue;
    if (parse(found) === undefined && (await ageOf(file)) < EMPTY_MS) {
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    if (await isAlive(file, found)) throw new TargetError(busy(file, found));
    await discard(file, found);
  }
  throw new TargetError(busy(file, ""));
}

async function create(file: string, text: string): Promise<boolean> {
  return orTell(`Cannot write beside ${nameOf(file)}`, async () => {
    try {
      await writeFile(file, text, { flag: "wx" });
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

function held(file: string, text: string): Lock {
  const beat = setInterval(() => {
    const now = new Date();
    // A lock that is gone is found by `check`, where it can be told.
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    async check() {
      if ((await contentOf(file)) === text) return;
      throw new TargetError(`Another build took over ${nameOf(file)} while this one ran: run it again.`);
    },
    async release() {
      clearInterval(beat);
      if ((await contentOf(file)) === text) await rm(file, { force: true });
    },
  };
}

/** Removes a lock that nobody holds. Moved away first: of several that try, one moves it. */
async function discard(file: string, stale: string): Promise<void> {
  const aside = `${file}-${randomUUID().slice(0, 8)}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  const moved = await contentOf(aside);
  // Somebody was faster and this is their lock: it goes back, unless one more stands there already.
  if (moved !== undefined && moved !== stale) await create(file, moved);
  await rm(aside, { force: true });
}

async function isAlive(file: string, text: string): Promise<boolean> {
  const holder = parse(text);
  if (!holder) return false;
  if (holder.host !== hostname()) return (await ageOf(file)) < SILENT_MS;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  const { began } = await beganAt(holder.pid);
  return began === undefined || holder.began === undefined || began === holder.began;
}

/** Since when nobody touched it; nothing when it is gone. */
async function ageOf(file: string): Promise<number> {
  return Date.now() - (await stat(file).then(({ mtimeMs }) => mtimeMs, Date.now));
}

function parse(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (!("host" in value && "pid" in value && "token" in value)) return undefined;
  const { host, pid, token } = value;
  if (typeof host !== "string" || typeof pid !== "number" || typeof token !== "string") return undefined;
  return { host, pid, token, ...("began" in value && typeof value.began === "string" && { began: value.began }) };
}

/** When a process began, in the system's own ticks; nothing where the system does not tell. */
async function beganAt(pid: number): Promise<{ readonly began?: string }> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The program's name stands in parentheses and may hold anything; the start is the 20th field after it.
  const began = text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  return began === undefined ? {} : { began };
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

function busy(file: string, text: string): string {
  const holder = parse(text);
  const who = holder === undefined ? "" : ` (process ${holder.pid})`;
  return `Another build${who} is writing ${nameOf(file)}: wait until it is done, or choose another target.`;
}

function nameOf(lock: string): string {
  return path.basename(lock).replace(/\.taskfolio-lock$/, "");
}
