import type { Reporter, TestModule, Vitest } from "vitest/node";

/** Says last which tests did not run here, by name, and how many: a skipped test must not look like a passed one. */
export default class SkippedReporter implements Reporter {
  #chosen = false;

  onInit({ config }: Vitest): void {
    // Who names tests on the command line knows that the others do not run.
    this.#chosen = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests("skipped"))
        skipped.push(`${module.relativeModuleId}: ${test.fullName}`);
    }
    if (skipped.length === 0 || this.#chosen) return;
    const browser = skipped.filter((name) => name.includes("[browser]")).length;
    process.stdout.write(`\nSkipped here:\n${skipped.map((name) => `  ${name}\n`).join("")}`);
    process.stdout.write(`${skipped.length} tests skipped, ${browser} of them for want of a browser.\n`);
  }
}
