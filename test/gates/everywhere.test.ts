import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { createTrees } from "../support/temp.ts";
import { checkAccess } from "./axe.ts";
import { everywhere } from "./everywhere.ts";
import { goodBody, goodFiles, goodHead, pageOf } from "./good-page.ts";

/** What a page has of its own, beside all that a good page has. */
interface Parts {
  readonly script?: string;
  readonly style?: string;
  readonly body?: string;
  readonly head?: string;
}

/** A report of a page for each name, each with a stylesheet and a script of its own. */
function reportOf(pages: Readonly<Record<string, Parts>>): Readonly<Record<string, string>> {
  const files: Record<string, string> = { ...goodFiles };
  for (const [name, { script = "", style = "", body, head = goodHead }] of Object.entries(pages)) {
    const more = body === undefined ? goodBody : goodBody.replace("</main>", `${body}</main>`);
    const own = head.replace("report.css", `${name}.css`).replace("report.js", `${name}.js`);
    files[`${name}.html`] = pageOf({ head: own, body: more });
    files[`assets/${name}.css`] = style;
    files[`assets/${name}.js`] = script;
  }
  return files;
}

const control = `const b = document.createElement("button"); b.dataset.ui = ""; b.textContent = "Copy";
  document.querySelector("main").append(b);`;
const unseen = `main { content-visibility: auto; contain-intrinsic-size: auto 10px }
  h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }`;

/** Each page, and what must be said of it: nothing, or each of these. */
const pages: Readonly<Record<string, Parts & { readonly says: readonly string[] }>> = {
  good: { says: [] },
  "own-control": { script: control, says: [] },
  "far-off": { style: unseen, body: `<p>${"many words ".repeat(5000)}</p>`.repeat(5), says: [] },
  "script-text": {
    script: 'document.querySelector("h1").append(" of today");',
    says: [
      "reads otherwise without script",
      "reads otherwise under Jenkins' policy",
      "script changes what it did not create",
    ],
  },
  "script-class": {
    script: 'document.documentElement.className = "js";',
    says: ["script changes what it did not create"],
  },
  display: { style: "h2 { display: none }", says: ["styled away"] },
  visibility: { style: "h2 { visibility: hidden }", says: ["styled away"] },
  capitals: { style: "h2 { text-transform: uppercase }", says: ["styled away"] },
  fold: { style: "details p { display: none }", says: ["styled away"] },
  talks: { script: 'console.log("a");', says: ["the console says a"] },
  fails: { script: 'throw new Error("no such thing");', says: ["script fails with no such thing"] },
  dialog: { script: 'alert("a");', says: ["opens a dialog"] },
  host: {
    script: 'new Image().src = "https://a.example/a.png";',
    says: ["asks for https://a.example/a.png", "the console says"],
  },
  outside: { script: 'new Image().src = "../a.png";', says: ["asks for file:"] },
  "inline-style": { body: '<p style="color: red">a</p>', says: ["the console says"] },
  "inline-script": { body: "<script>document.title = 1</script>", says: ["the console says"] },
  "lost-asset": { head: goodHead.replace("assets/", "assets/none-"), says: ["cannot load assets/none-"] },
};

describeInBrowser("reading a page everywhere", (browser) => {
  const trees = createTrees();
  let found: readonly string[];
  beforeAll(async () => {
    const folder = trees.write({
      ...reportOf(pages),
      "short.html": pageOf({ body: "<main><h1>a</h1></main>" }),
    });
    found = await everywhere(browser(), folder, [...Object.keys(pages).map((name) => `${name}.html`), "short.html"]);
  });
  afterAll(trees.drop);

  it.each(Object.entries(pages))("says of the page %s what there is to say", (name, { says }) => {
    const own = found.filter((breach) => breach.startsWith(`${name}.html`));
    for (const words of says) expect(own.join("\n")).toContain(words);
    if (says.length === 0) expect(own).toEqual([]);
  });

  it("finds a page with next to nothing to read", () => {
    expect(found.filter((breach) => breach.startsWith("short.html"))).toEqual(["short.html: next to nothing to read"]);
  });
});

describeInBrowser("using a page with other senses and on other screens", (browser) => {
  const trees = createTrees();
  let found: readonly string[];
  beforeAll(async () => {
    const faint = `:root { color-scheme: light dark } p { color: light-dark(#222, #222) }
      body { background: light-dark(#fff, #111) }`;
    const folder = trees.write(
      reportOf({
        good: {},
        faint: { style: faint },
        wide: { body: `<pre>${"a".repeat(80)}</pre>` },
        fold: { body: '<details><summary>a</summary><img src="raw/a.png" width="1" height="1"></details>' },
      }),
    );
    found = await checkAccess(browser(), folder, ["good.html", "faint.html", "wide.html", "fold.html"]);
  });
  afterAll(trees.drop);
  const of = (page: string) => found.filter((breach) => breach.startsWith(page)).map((breach) => breach.slice(0, 44));

  it("finds nothing on a page that keeps every rule", () => {
    expect(of("good.html")).toEqual([]);
  });

  it("finds faint text in the one theme that has it", () => {
    expect(of("faint.html")).toEqual([
      expect.stringContaining("(dark, 320): color-contrast"),
      expect.stringContaining("(dark, 1280): color-contrast"),
    ]);
  });

  it("finds violations within folds, in each theme and width", () => {
    expect(of("fold.html").filter((breach) => breach.includes("image-alt"))).toHaveLength(4);
  });

  it("finds a page that scrolls sideways on a narrow screen", () => {
    expect(of("wide.html").filter((breach) => breach.endsWith("scrolls sideways"))).toEqual([
      "wide.html (light, 320): scrolls sideways",
      "wide.html (dark, 320): scrolls sideways",
    ]);
  });
});
