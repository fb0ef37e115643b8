import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Browser tests open many pages in one test; a slow machine is no reason to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ["default", "./test/support/skipped-reporter.ts"],
  },
});
