import { expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { tempTree } from "../support/temp.ts";
import { checkAccess } from "./axe.ts";
import { everywhere } from "./everywhere.ts";
import { goodBody, goodFiles, goodHead, pageOf } from "./good-page.ts";

describeInBrowser("reading a page everywhere", (browser) => {
  const read = (files: Readonly<Record<string, string>>) =>
    everywhere(browser(), tempTree({ ...goodFiles, ...files }), ["index.html"]);
  const body = (more: string) => ({ "index.html": pageOf({ body: goodBody.replace("</main>", `${more}</main>`) }) });
  const script = (code: string) => ({ "assets/report.js": code });
  const style = (css: string) => ({ "assets/report.css": css });

  it("finds nothing on a page that keeps every rule", async () => {
    expect(await read({})).toEqual([]);
  });

  it("lets script add controls of its own", async () => {
    const code = `const b = document.createElement("button"); b.dataset.ui = ""; b.textContent = "Copy";
      document.querySelector("main").append(b);`;
    expect(await read(script(code))).toEqual([]);
  });

  it("finds text that only script writes", async () => {
    const code = 'document.querySelector("h1").append(" of today");';
    expect((await read(script(code))).map((breach) => breach.split(":")[1])).toEqual([
      " reads otherwise without script",
      " reads otherwise under Jenkins' policy",
      " script changes what it did not create",
    ]);
  });

  it("finds a change that leaves the text alone", async () => {
    expect(await read(script('document.documentElement.className = "js";'))).toEqual([
      expect.stringContaining("script changes what it did not create"),
    ]);
  });

  it.each([
    ["display", "h2 { display: none }"],
    ["visibility", "h2 { visibility: hidden }"],
    ["capitals", "h2 { text-transform: uppercase }"],
    ["a fold", "details p { display: none }"],
  ])("finds text that is styled away by %s", async (_how, css) => {
    expect(await read(style(css))).toEqual([expect.stringContaining("index.html: styled away")]);
  });

  it("sees text that is off the screen, clipped for the eye or left out of layout for now", async () => {
    const css = `main { content-visibility: auto; contain-intrinsic-size: auto 10px }
      h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }`;
    expect(await read({ ...style(css), ...body(`<p>${"many words ".repeat(5000)}</p>`.repeat(5)) })).toEqual([]);
  });

  it.each([
    ["says something", 'console.log("a");', "the console says a"],
    ["fails", 'throw new Error("no such thing");', "script fails with no such thing"],
    ["opens a dialog", 'alert("a");', "opens a dialog"],
    ["asks another host", 'new Image().src = "https://a.example/a.png";', "asks for https://a.example/a.png"],
    ["asks for a file outside", 'new Image().src = "../a.png";', "asks for file:"],
  ])("finds a script that %s", async (_what, code, says) => {
    expect((await read(script(code))).join("\n")).toContain(says);
  });

  it("finds an asset that does not load, an inline style and an inline script", async () => {
    const says = async (files: Readonly<Record<string, string>>) => (await read(files)).join("\n");
    const head = goodHead.replace("assets/report.js", "assets/none.js");
    expect(await says({ "index.html": pageOf({ head }) })).toContain("cannot load assets/none.js");
    expect(await says(body('<p style="color: red">a</p>'))).toContain("the console says");
    expect(await says(body("<script>document.title = 1</script>"))).toContain("the console says");
  });

  it("finds a page with next to nothing to read", async () => {
    expect(await read({ "index.html": pageOf({ body: "<main><h1>a</h1></main>" }) })).toEqual([
      "index.html: next to nothing to read",
    ]);
  });
});

describeInBrowser("using a page with other senses and on other screens", (browser) => {
  const check = (files: Readonly<Record<string, string>>) =>
    checkAccess(browser(), tempTree({ ...goodFiles, ...files }), ["index.html"]);

  it("finds nothing on a page that keeps every rule", async () => {
    expect(await check({})).toEqual([]);
  });

  it("finds faint text in the one theme that has it", async () => {
    const css =
      ":root { color-scheme: light dark } p { color: light-dark(#222, #222) } body { background: light-dark(#fff, #111) }";
    const found = await check({ "assets/report.css": css });
    expect(found.map((breach) => breach.slice(0, 40))).toEqual([
      expect.stringContaining("(dark, 320): color-contrast"),
      expect.stringContaining("(dark, 1280): color-contrast"),
    ]);
  });

  it("finds violations in folds, and pages that scroll sideways on a narrow screen", async () => {
    const wide = `<details><summary>a</summary><img src="raw/a.png" width="1" height="1"></details><pre>${"a".repeat(80)}</pre>`;
    const found = await check({ "index.html": pageOf({ body: goodBody.replace("</main>", `${wide}</main>`) }) });
    expect(found.filter((breach) => breach.includes("image-alt"))).toHaveLength(4);
    expect(found.filter((breach) => breach.endsWith("scrolls sideways"))).toEqual([
      "index.html (light, 320): scrolls sideways",
      "index.html (dark, 320): scrolls sideways",
    ]);
  });
});
