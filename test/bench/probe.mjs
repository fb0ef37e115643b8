// Loaded into a measured process with --import: leaves its peak memory and its processor time where the bench looks for them.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const target = process.env.BENCH_PROBE;
if (isMainThread && target !== undefined) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(target, JSON.stringify({ peak: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 }));
  });
}
