// npm run build && node test/bench/main.mjs [megabytes …]: builds reports of workspaces of these sizes, and of one with 1,000
// Tasks, and prints what they cost beside the budgets of design.md section 7. It measures; it never fails for a figure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const project = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(project, "dist/cli/main.js");

/** The generator is TypeScript; what runs here is not. */
async function loadGenerator(folder) {
  const outfile = join(folder, "scale.mjs");
  const entryPoints = [join(project, "test/support/scale.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
  const { writeScale } = await import(pathToFileURL(outfile).href);
  return writeScale;
}

function filesUnder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), bytes: statSync(path).size }));
}

/** One cold build in a process of its own. */
function measure(workspace, folder, flags) {
  const out = join(folder, "report");
  const probe = join(folder, "peak");
  rmSync(out, { recursive: true, force: true });
  const argv = [
    "--import",
    pathToFileURL(join(project, "test/bench/probe.mjs")).href,
    cli,
    "build",
    workspace,
    "-o",
    out,
    ...flags,
  ];
  const started = process.hrtime.bigint();
  const run = spawnSync(process.execPath, argv, {
    encoding: "utf8",
    env: { ...process.env, BENCH_PROBE: probe },
    maxBuffer: 1e8,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (run.status !== 0) throw new Error(`exit ${run.status} of ${argv.slice(2).join(" ")}\n${run.stderr}${run.stdout}`);
  return { seconds, ...JSON.parse(readFileSync(probe, "utf8")), files: filesUnder(out), out };
}

const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const kilobytes = (bytes) => (bytes / 1e3).toFixed(0);

function print(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) =>
    row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join("  ");
  process.stdout.write(`\n${title}\n${rows.map(line).join("\n")}\n`);
}

async function benchSize(writeScale, folder, size) {
  const workspace = join(folder, `w${size}`);
  // Eight Tasks of long ledgers: what throughput and memory depend on.
  const { bytes } = await writeScale(workspace, {
    tasks: 8,
    rowsPerTask: Math.ceil((size * 1e6) / 8 / 2500),
    bytes: size * 1e6,
  });
  const rows = [];
  for (const [name, flags, budget] of [
    ["plain", ["--no-highlight"], "≥ 15"],
    ["coloured", ["--cache", join(folder, `colours${size}`)], "≥ 5"],
    ["coloured, warm", ["--cache", join(folder, `colours${size}`)], "≥ 15"],
  ]) {
    const { seconds, cpu, peak, files, out } = measure(workspace, folder, flags);
    const pages = files.filter(({ path }) => path.endsWith(".html"));
    const largest = pages.reduce((most, page) => (page.bytes > most.bytes ? page : most));
    rows.push([
      `${megabytes(bytes)} MB ${name}`,
      seconds.toFixed(2),
      cpu.toFixed(2),
      (bytes / 1e6 / seconds).toFixed(1),
      budget,
      megabytes(peak),
      "≤ 400",
      pages.length,
      kilobytes(largest.bytes),
      "≤ 1000",
      (sum(files) / bytes).toFixed(2),
      "≤ 2.5",
    ]);
    if (process.env.BENCH_KEEP !== undefined) process.stdout.write(`${name}: largest ${largest.path} in ${out}\n`);
  }
  rmSync(workspace, { recursive: true, force: true });
  return rows;
}

async function benchTasks(writeScale, folder) {
  const workspace = join(folder, "tasks");
  const { bytes } = await writeScale(workspace, { tasks: 1000, rowsPerTask: 6 });
  const { seconds, cpu, peak, files } = measure(workspace, folder, ["--no-highlight"]);
  const size = (test) => kilobytes(sum(files.filter(({ path }) => test(path))));
  return [
    ["1,000 Tasks", "measured", "budget"],
    ["input, MB", megabytes(bytes), ""],
    ["seconds", seconds.toFixed(2), ""],
    ["processor seconds", cpu.toFixed(2), ""],
    ["peak, MB", megabytes(peak), "≤ 400"],
    ["overview, kB", size((path) => path === "index.html"), "≤ 200"],
    [
      "largest page, kB",
      kilobytes(Math.max(...files.filter(({ path }) => path.endsWith(".html")).map(({ bytes }) => bytes))),
      "≤ 1000",
    ],
    ["stylesheet, kB", size((path) => path.endsWith(".css")), "≤ 28"],
    ["script, kB", size((path) => path === "assets/report.js"), "≤ 12"],
    ["first search data, kB", size((path) => path === "assets/search-data.js"), "≤ 2000"],
    ["longest path", Math.max(...files.map(({ path }) => path.length)), "≤ 120"],
  ];
}

if (!existsSync(cli)) {
  process.stderr.write("There is no dist/cli/main.js. Run npm run build first.\n");
  process.exit(2);
}
const sizes = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "taskfolio-bench-"));
try {
  const writeScale = await loadGenerator(folder);
  process.stdout.write(
    `Node ${process.versions.node}, ${availableParallelism()} cores. One process for each build; the last of each size finds the colours of the one before.\n`,
  );
  const head = [
    "workspace",
    "s",
    "cpu s",
    "MB/s",
    "budget",
    "peak MB",
    "budget",
    "pages",
    "largest kB",
    "budget",
    "out/in",
    "budget",
  ];
  const rows = [];
  for (const size of sizes.length > 0 ? sizes : [5, 20]) rows.push(...(await benchSize(writeScale, folder, size)));
  print("Throughput, memory, sizes", [head, ...rows]);
  print("Many Tasks", await benchTasks(writeScale, folder));
} finally {
  if (process.env.BENCH_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
}
