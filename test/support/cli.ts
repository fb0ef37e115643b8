import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "../..");
const main = join(project, "dist/cli/main.js");

/** Runs the built command line. A stale build would test yesterday's code, so it is refused. */
export function taskfolio(
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly uid?: number;
    readonly gid?: number;
  } = {},
): SpawnSyncReturns<string> {
  refuseStale();
  return spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
    env: { ...process.env, ...options.env },
  });
}

/** Whether that user may enter the folders that the built command line stands in. */
export function canRun(user: { readonly uid?: number; readonly gid?: number }): boolean {
  const script = "process.exitCode = require('node:fs').existsSync(process.argv[1]) ? 0 : 1";
  return spawnSync(process.execPath, ["-e", script, project], user).status === 0;
}

function refuseStale(): void {
  const src = join(project, "src");
  const built = existsSync(main) ? statSync(main).mtimeMs : 0;
  const newest = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .reduce((latest, path) => Math.max(latest, statSync(join(src, path)).mtimeMs), 0);
  if (built < newest) throw new Error("dist is missing or older than src: run `npm run build` first.");
}
