import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { serveAsJenkins } from "../support/serve.ts";

interface Reading {
  /** All text of the body without white space, less what script added as its own controls. */
  readonly text: string;
  /** The whole document as markup, less the same. */
  readonly markup: string;
  /** What is to be seen once every fold is open. */
  readonly seen: string;
}

/** The ways in which a page is opened; each must give the same text. */
interface Way {
  readonly name: string;
  readonly page: Page;
  readonly base: string;
  readonly noise: string[];
}

/**
 * Opens pages as their readers do: from the disk with script and without, without the stylesheet, and under Jenkins'
 * policy. Says where text differs or is styled away, where script changed what it did not create, what the console
 * said, and what was asked for outside the report.
 */
export async function everywhere(browser: Browser, folder: string, pages: readonly string[]): Promise<string[]> {
  const jenkins = await serveAsJenkins(folder);
  const disk = `${pathToFileURL(folder).href}/`;
  const script = await openWay(browser, "with script", disk);
  const plain = await openWay(browser, "without script", disk, { javaScriptEnabled: false });
  const bare = await openWay(browser, "without the stylesheet", disk);
  await bare.page.route("**/*.css", (route) => route.abort());
  const strict = await openWay(browser, "under Jenkins' policy", jenkins.base);
  const breaches: string[] = [];
  try {
    for (const path of pages) {
      const [first, ...others] = await Promise.all([script, plain, bare, strict].map((way) => read(way, path)));
      if (first === undefined) continue;
      if (first.text.length < 40) breaches.push(`${path}: next to nothing to read`);
      for (const [i, way] of [plain, bare, strict].entries()) {
        const other = others[i]?.text ?? "";
        if (other !== first.text)
          breaches.push(`${path}: reads otherwise ${way.name}: ${firstDifference(first.text, other)}`);
      }
      if (first.markup !== others[0]?.markup) {
        const difference = firstDifference(first.markup, others[0]?.markup ?? "");
        breaches.push(`${path}: script changes what it did not create: ${difference}`);
      }
      if (first.seen !== first.text) breaches.push(`${path}: styled away: ${firstDifference(first.text, first.seen)}`);
    }
    for (const { noise } of [script, plain, bare, strict]) breaches.push(...noise);
  } finally {
    await Promise.all([script, plain, bare, strict].map(({ page }) => page.context().close()));
    await jenkins.close();
  }
  return breaches;
}

async function openWay(
  browser: Browser,
  name: string,
  base: string,
  options: { readonly javaScriptEnabled?: boolean } = {},
): Promise<Way> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const noise: string[] = [];
  const where = () => `${page.url().slice(base.length)} ${name}`;
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) noise.push(`${where()}: asks for ${request.url().slice(0, 100)}`);
  });
  // Jenkins' policy and a stylesheet that does not load make the browser itself complain.
  if (name === "with script" || name === "without script") {
    page.on("console", (message) => noise.push(`${where()}: the console says ${message.text().slice(0, 200)}`));
    page.on("requestfailed", (request) => noise.push(`${where()}: cannot load ${request.url().slice(base.length)}`));
  }
  page.on("pageerror", (error) => noise.push(`${where()}: script fails with ${error.message.slice(0, 200)}`));
  page.on("dialog", (dialog) => {
    noise.push(`${where()}: opens a dialog`);
    void dialog.dismiss();
  });
  return { name, page, base, noise };
}

async function read({ page, base }: Way, path: string): Promise<Reading> {
  await page.goto(base + path, { waitUntil: "load" });
  return page.evaluate<Reading>(reading);
}

// As text, since the project is checked without the DOM's types: nothing of src may lean on a browser.
const reading = `(() => {
  const squeeze = (text) => text.replace(/\\s+/g, "");
  const copy = document.documentElement.cloneNode(true);
  for (const own of copy.querySelectorAll("[data-ui]")) own.remove();
  const markup = copy.outerHTML;
  for (const code of copy.querySelectorAll("script")) code.remove();
  const text = squeeze(copy.querySelector("body").textContent);
  for (const own of document.querySelectorAll("[data-ui]")) own.remove();
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  return { text, markup, seen: squeeze(document.body.innerText) };
})()`;

/** The first place where two texts part, with what stands there. */
export function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 30));
  return `${around(a)} against ${around(b)}`;
}
