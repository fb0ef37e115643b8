// node test/screenshots.mjs [REPORT]: pictures of each type of page, light and dark, wide and narrow, with script and
// without, into .screenshots/, for people to look at. Without REPORT the example is built first (`npm run build` before).
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const project = resolve(import.meta.dirname, "..");
const target = join(project, ".screenshots");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const report = resolve(process.argv[2] ?? (await buildExample()));
const browser = await chromium.launch({ executablePath: await browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
let taken = 0;
for (const [type, path] of pageOfEachType(report)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      for (const javaScriptEnabled of [true, false]) {
        const viewport = { width, height: width === 390 ? 844 : 900 };
        const context = await browser.newContext({ colorScheme, viewport, javaScriptEnabled });
        const page = await context.newPage();
        await page.goto(pathToFileURL(join(report, path)).href);
        const name = `${type}-${colorScheme}-${width}-${javaScriptEnabled ? "script" : "plain"}.png`;
        await page.screenshot({ path: join(target, name) });
        await context.close();
        taken += 1;
      }
    }
  }
}
await browser.close();
process.stdout.write(`${taken} pictures in ${target}\n`);

async function buildExample() {
  const { build } = await import(pathToFileURL(join(project, "dist/index.js")).href);
  const out = join(target, "report");
  await build({ workspace: join(project, "examples/parser-regression/workspace"), out, title: "Date importer" });
  return out;
}

/** The largest page of each type. */
function pageOfEachType(folder) {
  const largest = new Map();
  for (const path of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!path.endsWith(".html")) continue;
    const type = path
      .replace(/t-[0-9a-f]{12}/, "task")
      .replace(/\/f-[0-9a-f]{12}/, "/file")
      .replace(/(\/sent)-[0-9a-f]+|-\d+(?=\.html$)/, "$1-n")
      .replace(/\.html$/, "")
      .replaceAll("/", "-");
    const bytes = statSync(join(folder, path)).size;
    if (bytes > (largest.get(type)?.bytes ?? 0)) largest.set(type, { path, bytes });
  }
  return Array.from(largest, ([type, { path }]) => [type, path]);
}

async function browserPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const places = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = places.find((path) => existsSync(path));
  if (found) return found;
  return createRequire(import.meta.url)("@sparticuz/chromium").default.executablePath();
}
