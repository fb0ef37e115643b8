import path from "node:path";
import { watch as watchFiles } from "chokidar";
import { type BuildEffects, type BuildResult, build } from "./build.ts";
import type { BuildOptions } from "./options.ts";

export interface WatchEffects extends BuildEffects {
  /** After each build that came to its end. */
  built(result: BuildResult): void;
  /** After each later build that did not; the report is as the build before left it. */
  failed(error: unknown): void;
  /** Ends the watch, after a build that is under way. */
  readonly signal: AbortSignal;
}

/** A run writes several files at once: one build is enough for what comes within this time. */
const SETTLE_MS = 300;
const OWN = /\.taskfolio-(new|old|lock)/;

/**
 * Builds, and builds again whenever the workspace changes. Each report is swapped in whole, so that no reader sees a mixture.
 * @throws what the first build throws.
 */
export async function watch(options: BuildOptions, effects: WatchEffects): Promise<void> {
  const ours = [options.out ?? "report", options.zip, options.singleFile].flatMap((target) =>
    target === undefined ? [] : [path.resolve(target)],
  );
  const isOurs = (file: string) => {
    const whole = path.resolve(file);
    return OWN.test(whole) || ours.some((target) => whole === target || whole.startsWith(`${target}${path.sep}`));
  };
  // Watched before the first build, so that nothing which happens meanwhile is missed.
  const watcher = watchFiles(options.workspace, { ignoreInitial: true, followSymlinks: false, ignored: isOurs });
  const changes = pulse(effects.signal);
  watcher.on("all", changes.note);
  watcher.on("error", effects.failed);
  try {
    effects.built(await build(options, effects));
    while (await changes.settled()) {
      try {
        effects.built(await build(options, effects));
      } catch (error) {
        effects.failed(error);
      }
    }
  } finally {
    changes.stop();
    await watcher.close();
  }
}

/** Gathers changes until none has come for a while. */
function pulse(signal: AbortSignal) {
  let pending = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: ((go: boolean) => void) | undefined;
  const tell = (go: boolean) => {
    const waiting = wake;
    wake = undefined;
    if (waiting && go) pending = false;
    waiting?.(go);
  };
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(() => tell(true), SETTLE_MS);
  };
  const end = () => tell(false);
  signal.addEventListener("abort", end);
  return {
    note() {
      pending = true;
      if (wake) arm();
    },
    /** Answers `true` once there were changes and they have settled, `false` when the watch is over. */
    settled(): Promise<boolean> {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = resolve;
        if (pending) arm();
      });
    },
    stop() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    },
  };
}
