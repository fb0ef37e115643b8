import { execFile } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";

const require = createRequire(import.meta.url);
const project = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Something that may start as a browser. */
interface Candidate {
  readonly name: string;
  locate(): Promise<{ readonly path: string; readonly env?: Readonly<Record<string, string>> }>;
}

const installedNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const installedPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The Chromium that the package registry brings; it is built for this platform alone. */
const packagedRunsHere = process.platform === "linux" && process.arch === "x64";

/** Browsers to try, best first. `TASKFOLIO_BROWSER=packaged` leaves only the one that `npm ci` brings. */
function candidates(): readonly Candidate[] {
  const named = process.env.CHROMIUM_PATH;
  if (named) return [at(named)];
  const packaged = packagedRunsHere ? [{ name: "@sparticuz/chromium", locate: unpackPackaged }] : [];
  return process.env.TASKFOLIO_BROWSER === "packaged" ? packaged : [...installed().map(at), ...packaged];
}

function at(path: string): Candidate {
  return { name: path, locate: async () => ({ path }) };
}

function installed(): readonly string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = [...installedNames.flatMap((name) => folders.map((folder) => join(folder, name))), ...installedPaths];
  return paths.filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const unpackScript = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';

/**
 * Unpacks the packaged Chromium once, with the libraries that a bare machine lacks. The package unpacks those only
 * where it believes to run in a Lambda, and always into the folder for temporary files: both are told by environment.
 */
async function unpackPackaged() {
  const entry = require.resolve("@sparticuz/chromium");
  const { version }: { version: string } = JSON.parse(readFileSync(join(entry, "../../../package.json"), "utf8"));
  const cache = join(project, "node_modules/.cache/taskfolio");
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unpacked = mkdtempSync(join(cache, "unpacking-"));
    try {
      await run(process.execPath, ["--input-type=module", "-e", unpackScript], {
        cwd: project,
        env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
      });
      writeFileSync(join(unpacked, "fonts/fonts.conf"), fontsConf(join(folder, "fonts")));
      renameSync(unpacked, folder);
    } catch (error) {
      rmSync(unpacked, { recursive: true, force: true });
      // When another test file was quicker its copy is whole, since it was renamed too.
      if (!existsSync(folder)) throw error;
    }
  }
  const env = { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_PATH: join(folder, "fonts") };
  return { path: join(folder, "chromium"), env };
}

/** The package's own looks for its fonts where a Lambda has them. */
function fontsConf(folder: string): string {
  const places = ["/usr/share/fonts", "/usr/local/share/fonts", folder].map((place) => `<dir>${place}</dir>`).join("");
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  return `${head}<fontconfig>${places}<cachedir>${join(folder, "cache")}</cachedir></fontconfig>\n`;
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the best browser of this machine, or says in one sentence that there is none. */
export async function openBrowser(): Promise<Browser> {
  const tried: string[] = [];
  for (const candidate of candidates()) {
    try {
      const { path, env } = await candidate.locate();
      return await chromium.launch({ executablePath: path, args: flags, env: { ...ownEnvironment(), ...env } });
    } catch (error) {
      tried.push(`${candidate.name}: ${String(error).split("\n", 1)[0]}`);
    }
  }
  throw new Error(
    `No Chromium started for the browser tests; set CHROMIUM_PATH to one (tried ${tried.join("; ") || "nothing"}).`,
  );
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));
}

/** Whether browser tests can be asked for here. Where not, they are skipped by name. */
export const browserExpected = packagedRunsHere || candidates().length > 0;

/** Tests that share one browser. It is there once they run, not while they are collected. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  describe.skipIf(!browserExpected)(`${title} [browser]`, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
    });
    tests(() => {
      if (browser === undefined) throw new Error("The browser is there only while tests run.");
      return browser;
    });
  });
}
