import type { BuildOptions } from "../options.ts";
import { watch } from "../watch.ts";
import { type Demands, tell } from "./build.ts";
import { report } from "./fault.ts";
import { readGates } from "./gates.ts";
import { progressLine } from "./progress.ts";

/** Builds until it is interrupted, telling of each build; the exit code is the last one's. */
export async function runWatch(options: BuildOptions, { strict, failOn }: Demands): Promise<number> {
  const gates = readGates(failOn);
  const line = progressLine(process.stderr);
  const over = new AbortController();
  const stop = () => over.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  let code = 0;
  await watch(options, {
    progress: line.show,
    signal: over.signal,
    built(result) {
      line.clear();
      code = tell(options, result, { strict, gates });
    },
    failed(error) {
      line.clear();
      code = report(error) === "usage" ? 2 : 3;
    },
  });
  return code;
}
