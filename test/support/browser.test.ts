import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { tempTree } from "./temp.ts";

describeInBrowser("the browser of the tests", (browser) => {
  it("runs the script of a page on the disk", async () => {
    const folder = tempTree({
      "index.html": '<!doctype html><title>a</title><script src="a.js" defer></script><p>b</p>',
      "a.js": 'document.title = "ran";',
    });
    const page = await browser().newPage();
    await page.goto(`file://${folder}/index.html`);
    expect(await page.title()).toBe("ran");
    await page.close();
  });
});
