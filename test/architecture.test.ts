import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempTree } from "./support/temp.ts";

const project = resolve(import.meta.dirname, "..");
const cruiser = join(project, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** The walls as `npm run walls` judges them, over the `src` of a folder. */
function cruise(folder: string): Cruise["summary"] {
  const args = [cruiser, "src", "--config", join(project, ".dependency-cruiser.mjs"), "--output-type", "json"];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.stdout === "") throw new Error(`the walls could not be judged: ${run.stderr}`);
  return (JSON.parse(run.stdout) as Cruise).summary;
}

/** A house in order: every stage has its door, and the entries reach everything. */
const house = {
  "index.ts": 'export * from "./build.ts";\nexport * from "./options.ts";\n',
  "options.ts": "export const options = 1;\n",
  "build.ts":
    'import "./sources/index.ts";\nimport "./policy/index.ts";\nimport "./projection/index.ts";\n' +
    'import "./render/index.ts";\nimport "./site/index.ts";\nexport const build = 1;\n',
  "cli/main.ts": 'import "../build.ts";\nimport "../options.ts";\nimport "commander";\nimport "./print.ts";\n',
  "cli/print.ts": 'import "node:process";\n',
  "model/index.ts": 'export type * from "./task.ts";\nexport const word = 1;\n',
  "model/task.ts": "export interface Task { id: string }\n",
  "sources/index.ts": 'import "./source.ts";\nimport "./litany/index.ts";\nimport "./codex/index.ts";\n',
  "sources/source.ts": 'import type { Task } from "../model/index.ts";\nexport type Source = Task;\n',
  "sources/litany/index.ts":
    'import { word } from "../../model/index.ts";\nimport type { Source } from "../source.ts";\n' +
    'import "../support/files.ts";\nimport "zod";\nimport "node:fs";\nexport const x: Source | number = word;\n',
  "sources/codex/index.ts": "export const codex = 1;\n",
  "sources/support/files.ts": 'import "fast-glob";\n',
  "policy/index.ts":
    'import { word } from "../model/index.ts";\nimport "yaml";\nimport "picomatch";\nimport "zod";\n' +
    'import "@secretlint/core";\nimport "@secretlint/profiler";\nimport "@secretlint/secretlint-rule-preset-recommend";\nexport const policy = word;\n',
  "projection/index.ts":
    'import { word } from "../model/index.ts";\nimport "diff";\nexport const view = word;\n' +
    "export interface View { a: 1 }\n",
  "render/index.ts":
    'import "./templates.ts";\nimport "./markdown.ts";\nimport "./highlight.ts";\nimport "./cards/index.ts";\n' +
    'import "./html.ts";\n' +
    "export interface Page { html: string }\nexport const page = 1;\n",
  "render/templates.ts": 'import "eta";\n',
  "render/markdown.ts": 'import "marked";\n',
  "render/highlight.ts": 'import "shiki";\nimport "tinypool";\nimport "./highlight-pool.ts";\n',
  "render/highlight-pool.ts": 'import "node:worker_threads";\n',
  "render/highlight-worker.ts": 'import "shiki";\nimport "node:worker_threads";\n',
  "render/html.ts": "export const html = 1;\n",
  "render/block.ts": 'import type { View } from "../projection/index.ts";\nexport type Block = View;\n',
  "render/cards/index.ts": 'import "./shell.ts";\nimport "./read.ts";\n',
  "render/cards/card.ts": 'import type { Block } from "../block.ts";\nexport type Card = Block;\n',
  "render/cards/shell.ts": 'import type { Card } from "./card.ts";\nexport type Shell = Card;\n',
  "render/cards/read.ts": "export const read = 1;\n",
  "site/index.ts":
    'import type { Page } from "../render/index.ts";\nimport type { View } from "../projection/index.ts";\n' +
    'import "node:fs";\nimport "./writers/folder.ts";\nexport type Site = Page | View;\n',
  "site/writers/folder.ts": 'import "node:path";\n',
};

const packages = [
  "@secretlint/core",
  "@secretlint/profiler",
  "@secretlint/secretlint-rule-preset-recommend",
  "commander",
  "diff",
  "eta",
  "fast-glob",
  "chokidar",
  "fflate",
  "left-pad",
  "marked",
  "picomatch",
  "shiki",
  "tinypool",
  "yaml",
  "zod",
];

/** A folder with such a `src`, and packages that are there but empty. */
function folderOf(src: Readonly<Record<string, string>>): string {
  const files: Record<string, string> = {
    "package.json": JSON.stringify({ type: "module", dependencies: Object.fromEntries(packages.map((p) => [p, "1"])) }),
    "tsconfig.json": "{}",
    "test/some.ts": "export const some = 1;\n",
  };
  for (const name of packages) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: "1.0.0", main: "index.js" });
    files[`node_modules/${name}/index.js`] = "";
  }
  for (const [path, text] of Object.entries(src)) files[`src/${path}`] = text;
  return tempTree(files);
}

/** One breach a file: where it stands, what it says, and the rule that must name it. */
const breaches: readonly (readonly [file: string, text: string, rule: string])[] = [
  ["model/b01.ts", 'import "../render/index.ts";', "model-sees-nothing"],
  ["model/b02.ts", 'import type { View } from "../projection/index.ts";\nexport type A = View;', "model-sees-nothing"],
  ["model/b03.ts", 'import "node:crypto";', "pure-middle"],
  ["projection/b04.ts", 'import "../sources/index.ts";', "projection-sees-model"],
  ["projection/b05.ts", 'export * from "../render/index.ts";', "projection-sees-model"],
  ["projection/b06.ts", 'export const late = () => import("../site/index.ts");', "projection-sees-model"],
  ["projection/b07.ts", 'import "fs";', "pure-middle"],
  ["policy/b08.ts", 'import "../projection/index.ts";', "policy-sees-model"],
  ["sources/litany/b09.ts", 'import "../codex/index.ts";', "sources-are-strangers"],
  ["sources/support/b10.ts", 'import "../litany/index.ts";', "sources-are-strangers"],
  ["sources/litany/b11.ts", 'import "../index.ts";', "formats-do-not-know-the-registry"],
  ["sources/litany/b12.ts", 'import "../../render/index.ts";', "sources-sees-model"],
  ["sources/litany/b13.ts", 'import "../../build.ts";', "sources-sees-model"],
  [
    "sources/litany/b14.ts",
    'import type { Task } from "../../model/task.ts";\nexport type A = Task;',
    "through-the-front-door",
  ],
  ["sources/litany/b15.ts", 'import "fast-glob";', "fast-glob-has-one-owner"],
  ["render/b16.ts", 'import { view } from "../projection/index.ts";\nexport const a = view;', "stages-meet-in-types"],
  ["render/b17.ts", 'import type { Task } from "../model/index.ts";\nexport type A = Task;', "render-sees-projection"],
  ["render/b18.ts", 'import "node:fs";', "pure-middle"],
  ["render/b18b.ts", 'import "node:worker_threads";', "pure-middle"],
  ["render/highlight-pool.ts", 'import "node:worker_threads";\nimport "node:fs";', "threads-are-all-they-get"],
  ["render/b19.ts", 'import "marked";', "marked-has-one-owner"],
  ["render/b20.ts", 'import "eta";', "eta-has-one-owner"],
  ["render/b21.ts", 'import "shiki";', "shiki-has-one-owner"],
  ["render/cards/b22.ts", 'import "./read.ts";', "cards-are-strangers"],
  ["render/cards/b23.ts", 'import "../html.ts";', "cards-speak-in-blocks"],
  ["render/cards/b24.ts", 'import "left-pad";', "no-unowned-packages"],
  ["site/b25.ts", 'import { page } from "../render/index.ts";\nexport const a = page;', "stages-meet-in-types"],
  ["site/b26.ts", 'import type { Block } from "../render/block.ts";\nexport type A = Block;', "through-the-front-door"],
  [
    "site/b27.ts",
    'import type { Task } from "../model/index.ts";\nexport type A = Task;',
    "site-sees-projection-and-render",
  ],
  ["site/b28.ts", 'import "fflate";', "fflate-has-one-owner"],
  ["site/b28b.ts", 'import "chokidar";', "chokidar-has-one-owner"],
  ["site/b29.ts", 'import "../cli/print.ts";', "nobody-sees-the-cli"],
  ["cli/b30.ts", 'import "../model/index.ts";', "cli-sees-the-library"],
  ["cli/b31.ts", 'import "zod";', "zod-has-one-owner"],
  ["b32.ts", 'import "./render/html.ts";', "through-the-front-door"],
  ["site/b33.ts", 'import "./b34.ts";', "no-circular"],
  ["site/b35.ts", "export const dead = 1;", "no-forgotten-files"],
  ["site/b36.ts", 'import "./nowhere.ts";', "no-unresolvable"],
  ["render/b38.ts", 'import "tinypool";', "tinypool-has-one-owner"],
  ["render/b39.ts", 'import "diff";', "diff-has-one-owner"],
  ["sources/b40.ts", 'import "commander";', "commander-has-one-owner"],
  ["render/b41.ts", 'import "yaml";', "yaml-has-one-owner"],
  ["projection/b42.ts", 'import "picomatch";', "picomatch-has-one-owner"],
  ["site/b43.ts", 'import "@secretlint/core";', "@secretlint/core-has-one-owner"],
  ["site/b43b.ts", 'import "@secretlint/profiler";', "@secretlint/profiler-has-one-owner"],
  [
    "site/b44.ts",
    'import "@secretlint/secretlint-rule-preset-recommend";',
    "@secretlint/secretlint-rule-preset-recommend-has-one-owner",
  ],
  ["index.ts", `${house["index.ts"]}import "./render/index.ts";`, "library-is-what-the-commands-do"],
  ["site/b37.ts", 'import "../../test/some.ts";', "nothing-from-outside-src"],
];

describe("the walls", () => {
  it("stand in this project, and the checker sees every file", () => {
    const { totalCruised, violations } = cruise(project);
    const files = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" }).filter((f) =>
      f.endsWith(".ts"),
    );
    expect(violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`)).toEqual([]);
    expect(totalCruised).toBeGreaterThanOrEqual(files.length);
  });

  it("let through everything that the house allows", () => {
    const { totalCruised, violations } = cruise(folderOf(house));
    expect(violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`)).toEqual([]);
    expect(totalCruised).toBeGreaterThanOrEqual(Object.keys(house).length);
  });

  it("catch each seeded breach by its rule", () => {
    const circle = { "site/b34.ts": 'import "./b33.ts";' };
    const seeds = Object.fromEntries(breaches.map(([file, text]) => [file, text]));
    const { violations, ruleSetUsed } = cruise(folderOf({ ...house, ...circle, ...seeds }));
    const caught = new Set(violations.map((v) => `${v.from} ${v.rule.name}`));
    expect(breaches.map(([file, , rule]) => `src/${file} ${rule}`).filter((b) => !caught.has(b))).toEqual([]);
    const tested = new Set(breaches.map(([, , rule]) => rule));
    expect(ruleSetUsed.forbidden.map((rule) => rule.name).filter((name) => !tested.has(name))).toEqual([]);
  });
});
