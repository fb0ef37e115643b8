import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";

/** One picture of a page, and under what conditions it was taken. */
export interface Picture {
  readonly file: string;
  readonly scheme: "light" | "dark";
  /** CSS pixels of the window, one to each pixel of the picture. */
  readonly size: { readonly width: number; readonly height: number };
  readonly script: boolean;
}

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** Takes the first screen of each page, light and dark, wide and narrow, with script and without, into `target`. */
export async function takePictures(
  browser: Browser,
  report: string,
  pages: ReadonlyMap<string, string>,
  target: string,
): Promise<readonly Picture[]> {
  const ways = (["light", "dark"] as const).flatMap((scheme) => [true, false].map((script) => ({ scheme, script })));
  const taken = await Promise.all(
    ways.map(async ({ scheme, script }) => {
      const context = await browser.newContext({ colorScheme: scheme, javaScriptEnabled: script });
      const page = await context.newPage();
      const pictures: Picture[] = [];
      for (const [type, path] of pages) {
        await page.goto(`${pathToFileURL(report).href}/${path}`);
        for (const size of sizes) {
          await page.setViewportSize(size);
          const file = join(target, nameOf(type, scheme, size.width, script));
          await page.screenshot({ path: file });
          pictures.push({ file, scheme, size, script });
        }
      }
      await context.close();
      return pictures;
    }),
  );
  return taken.flat();
}

/** `tasks-task-index.light.1280.script.png`. */
function nameOf(type: string, scheme: string, width: number, script: boolean): string {
  const page = type.replace(/\.html$/, "").replaceAll("/", "-");
  return `${page}.${scheme}.${width}.${script ? "script" : "plain"}.png`;
}

/** Width and height that a PNG file states. */
export function pngSize(file: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(file);
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error("not a PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
