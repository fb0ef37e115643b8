import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "parse5";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuildResult, build } from "../../src/build.ts";
import { escapeText } from "../../src/render/index.ts";
import { walkTags } from "../../src/site/html-walk.ts";
import { listFiles } from "../gates/files.ts";
import { describeInBrowser } from "../support/browser.ts";
import { writeHostile } from "../support/hostile.ts";
import { createTrees, tempFolder, tempTree } from "../support/temp.ts";
import { small } from "./packed.ts";

const example = resolve(import.meta.dirname, "../../examples/parser-regression/workspace");
const trees = createTrees();
afterAll(trees.drop);

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

const of = (node: Node, name: string) => node.attrs?.find((one) => one.name === name)?.value;

function* walk(root: Node, skip: (node: Node) => boolean = () => false): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (skip(node)) continue;
    yield node;
    waiting.push(...[...(node.childNodes ?? [])].reverse());
  }
}

/** Text without white space. What the single file adds to a section is left out. */
function textOf(node: Node): string {
  let text = "";
  for (const { nodeName, value } of walk(node, (one) => of(one, "class") === "up"))
    if (nodeName === "#text") text += value;
  return text.replace(/\s+/g, "");
}

function find(root: Node, test: (node: Node) => boolean): Node {
  for (const node of walk(root)) if (test(node)) return node;
  throw new Error("not found");
}

interface Built {
  readonly result: BuildResult;
  readonly folder: string;
  readonly html: string;
  readonly file: string;
}

async function single(
  workspace: string,
  more: { singleFileLimit?: number; mailable?: boolean; lean?: boolean } = {},
): Promise<Built> {
  const base = trees.write({});
  const [folder, file] = [join(base, "report"), join(base, "report.html")];
  const result = await build({ workspace, out: folder, singleFile: file, ...more });
  return { result, folder, file, html: readFileSync(file, "utf8") };
}

/** Ids twice, fragments that lead nowhere, and anything that would have to be loaded. */
function unsound(html: string): string[] {
  const ids = new Set<string>();
  const twice: string[] = [];
  const hrefs: string[] = [];
  const found: string[] = [];
  for (const node of walk(parse(html))) {
    const id = of(node, "id");
    if (id !== undefined) (ids.has(id) ? twice : []).push(id);
    if (id !== undefined) ids.add(id);
    const [href, src] = [of(node, "href"), of(node, "src")];
    if (href !== undefined) hrefs.push(href);
    if (src !== undefined && !/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(src))
      found.push(`loads ${src}`);
    if (node.nodeName === "link" || of(node, "style") !== undefined) found.push(node.nodeName);
    for (const name of ["for", "aria-labelledby"]) {
      const to = of(node, name);
      if (to !== undefined) hrefs.push(`#${to}`);
    }
  }
  for (const href of hrefs) {
    if (href.startsWith("#") ? !ids.has(href.slice(1)) : !/^(https?:|mailto:)/.test(href))
      found.push(`leads nowhere: ${href}`);
  }
  return [...twice.map((id) => `twice: ${id}`), ...found];
}

describe("a single file", () => {
  let built: Built;
  beforeAll(async () => {
    built = await single(example);
  });

  it("says, page by page, what the folder says", () => {
    const document = parse(built.html);
    const pages = listFiles(built.folder).filter((path) => path.endsWith(".html"));
    for (const path of pages) {
      const section = find(
        document,
        (node) => of(node, "id") === `page-${path.replace(".html", "").replaceAll("/", "-")}`,
      );
      const main = find(parse(readFileSync(join(built.folder, path), "utf8")), ({ nodeName }) => nodeName === "main");
      expect(textOf(section), path).toBe(textOf(main));
    }
    const raws = listFiles(built.folder).filter((path) => path.startsWith("raw/") && path.endsWith(".txt"));
    expect(raws.length).toBeGreaterThan(0);
    for (const path of raws) {
      const id = `raw-${path.slice(4, -4)}`;
      const pre = find(
        find(document, (node) => of(node, "id") === id),
        ({ nodeName }) => nodeName === "pre",
      );
      const marked = escapeText(readFileSync(join(built.folder, path), "utf8"));
      expect(textOf(pre), path).toBe(textOf(parse(marked)));
    }
  });

  it("needs nothing beside it: each link lands in it, each id stands once", () => {
    expect(unsound(built.html)).toEqual([]);
  });

  it("keeps the anchors of rows", () => {
    const rows = new Set<string>();
    for (const path of listFiles(built.folder).filter((path) => /tasks\/t-\w+\/(index|page-\d+)\.html/.test(path)))
      for (const [, id = ""] of readFileSync(join(built.folder, path), "utf8").matchAll(
        / id="(t-[0-9a-f]{12}-[0-9a-f]{12})"/g,
      ))
        rows.add(id);
    expect(rows.size).toBeGreaterThan(50);
    for (const id of rows) expect(built.html).toContain(` id="${id}"`);
  });

  it("allows by its policy what stands in it, by exact hash, and nothing else", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(built.html)?.[1] ?? "";
    const hash = (element: string) => {
      const text = new RegExp(`<${element}>([^]*?)</${element}>`).exec(built.html)?.[1] ?? "";
      return `sha256-${createHash("sha256").update(text).digest("base64")}`;
    };
    expect(policy).toBe(
      `default-src 'none'; script-src '${hash("script")}'; style-src '${hash("style")}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(built.html.match(/<script/g)).toHaveLength(1);
    expect(built.html.match(/<style/g)).toHaveLength(1);
  });

  it("is named by the build, and is not the folder's business: the manifest does not know it", () => {
    expect(built.result.shapes.singleFile).toEqual({ bytes: Buffer.byteLength(built.html), leftOut: [] });
    expect(listFiles(built.folder)).not.toContain("report.html");
  });

  it("leaves out raw payloads, then exact views, states each, and never message text", async () => {
    const whole = built.html.length;
    const noRaw = await single(example, { singleFileLimit: whole - 1_000 });
    expect(noRaw.result.shapes.singleFile?.leftOut).toEqual([expect.stringMatching(/^raw payloads \(2 files/)]);
    expect(noRaw.html).toContain('id="left-out"');
    expect(noRaw.html).not.toContain("<summary>Raw payload");
    expect(noRaw.html).toContain('id="page-tasks-t-429751614370-exact"');
    const least = await single(example, { singleFileLimit: 1 });
    expect(least.result.shapes.singleFile?.leftOut).toEqual([
      expect.stringMatching(/^raw/),
      expect.stringMatching(/^the exact views \(4 pages\)$/),
    ]);
    for (const one of [noRaw, least]) expect(unsound(one.html)).toEqual([]);
    const main = find(parse(least.html), (node) => of(node, "id") === "page-tasks-t-429751614370-index");
    const left = /Rawpayload:leftoutofthissinglefile/g;
    expect(textOf(main).replace(left, "").length).toBeGreaterThan(10_000);
    expect(least.html.length).toBeLessThan(noRaw.html.length);
  });

  it("holds pictures as data, and leaves them out first", async () => {
    const workspace = trees.write({});
    await writeHostile(workspace);
    const whole = await single(workspace, { singleFileLimit: 1e9 });
    expect(unsound(whole.html)).toEqual([]);
    const images = whole.html.match(/<img src="data:image/g) ?? [];
    if (listFiles(whole.folder).some((path) => /^raw\/.*\.(png|jpg|gif|webp)$/.test(path))) {
      expect(images.length).toBeGreaterThan(0);
      const less = await single(workspace, { singleFileLimit: whole.html.length - 10 });
      expect(less.result.shapes.singleFile?.leftOut[0]).toMatch(/^\d+ pictures?$/);
      expect(less.html).not.toContain("<img");
      expect(unsound(less.html)).toEqual([]);
    }
  });

  it("has no script in a mailable report, and none is allowed", async () => {
    const { html } = await single(trees.write(small), { mailable: true });
    expect(html).not.toMatch(/<script|script-src/);
  });

  it("makes one of a lean report too", async () => {
    const { html } = await single(example, { lean: true });
    expect(unsound(html)).toEqual([]);
  });

  it("refuses to replace a page that it did not make, and replaces its own", async () => {
    const workspace = tempTree(small);
    const folder = tempFolder();
    const [out, singleFile] = [join(folder, "report"), join(folder, "report.html")];
    writeFileSync(singleFile, "<!DOCTYPE html><p>mine");
    await expect(build({ workspace, out, singleFile })).rejects.toThrow(/did not make the file report\.html/);
    expect(readFileSync(singleFile, "utf8")).toBe("<!DOCTYPE html><p>mine");
    writeFileSync(singleFile, "");
    await build({ workspace, out, singleFile });
    await build({ workspace, out, singleFile });
    await expect(build({ workspace, out, singleFile, zip: singleFile })).rejects.toThrow(/name the same file/);
  });
});

describe("walking the tags of a page", () => {
  it("leaves what nobody decides on, byte for byte", () => {
    const html = '<p class="a">x &lt;b&gt;</p>\n<br>\n<input type="checkbox" checked>';
    expect(walkTags(html, () => undefined)).toBe(html);
  });

  it("drops an element with all that is in it, others of its name included", () => {
    const html = '<p>a</p><details class="x"><details>b</details><img src="c">d</details><p>e</p>';
    const drop = walkTags(html, ({ attributes }) =>
      attributes.length > 0 && attributes[0]?.[0] === "class" ? { drop: "-" } : undefined,
    );
    expect(drop).toBe("<p>a</p>-<p>e</p>");
  });

  it("does not end for a tag that never closes without saying so", () => {
    expect(() => walkTags("<div><p>a", ({ name }) => (name === "div" ? { drop: "" } : undefined))).toThrow();
  });
});

/** What the page says, without what its script made. Run in the page. */
const BODY_TEXT = `(() => {
  const body = document.body.cloneNode(true);
  for (const own of body.querySelectorAll("[data-ui], script")) own.remove();
  return body.textContent.replace(/\\s+/g, "");
})()`;
const FONT = "getComputedStyle(document.body).fontFamily";

describeInBrowser("a single file", (browser) => {
  it("opens from the disk without a complaint, and says the same with script and without", async () => {
    const { file } = await single(example);
    const texts: unknown[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser().newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(`file://${file}`);
      texts.push(await page.evaluate(BODY_TEXT));
      expect(complaints).toEqual([]);
      expect(requests).toEqual([`file://${file}`]);
      // The stylesheet holds: it gives the body a font of its own.
      expect(await page.evaluate(FONT)).not.toMatch(/^(serif|Times)/);
      await context.close();
    }
    expect(texts[0]).toBe(texts[1]);
  });
});
