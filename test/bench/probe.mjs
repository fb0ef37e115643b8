// Loaded into a measured process with --import: leaves its peak memory, in kB, where the bench looks for it.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const target = process.env.BENCH_PROBE;
if (isMainThread && target !== undefined) {
  process.on("exit", () => writeFileSync(target, String(process.resourceUsage().maxRSS)));
}
