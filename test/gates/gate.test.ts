import { expect, it } from "vitest";
import { tempTree } from "../support/temp.ts";
import { gate } from "./gate.ts";
import { goodBody, goodFiles, goodHead, pageOf } from "./good-page.ts";

const gateOf = (files: Readonly<Record<string, string | Uint8Array>>) => gate(tempTree({ ...goodFiles, ...files }));
const bodyWith = (more: string) => pageOf({ body: goodBody.replace("</main>", `${more}\n</main>`) });
const headWith = (from: string, to: string) => {
  expect(goodHead).toContain(from);
  return pageOf({ head: goodHead.replace(from, to) });
};

it("lets a page pass that keeps every rule", () => {
  expect(gateOf({})).toEqual([]);
});

it("says that a report without pages is none", () => {
  expect(gate(tempTree({ "a.txt": "" }))).toEqual(["no pages at all"]);
});

const outside = 'rel="noreferrer noopener nofollow"';
const markup: readonly (readonly [title: string, html: string, says: string])[] = [
  ["a form", "<form></form>", "<form> is not an element"],
  ["a frame", "<iframe></iframe>", "<iframe> is not an element"],
  ["an inline style", "<style>p{}</style>", "<style> is not an element"],
  ["an object", "<object></object>", "<object> is not an element"],
  ["a base", '<base href="index.html">', "<base> is not an element"],
  ["a video", "<video></video>", "<video> is not an element"],
  ["an element nobody knows", "<x-y></x-y>", "<x-y> is not an element"],
  ["MathML", "<math></math>", "<math> is not an element"],
  ["a foreign object", '<svg width="1" height="1"><foreignObject></foreignObject></svg>', "<foreignObject> is not"],
  ["a script in a drawing", '<svg width="1" height="1"><script></script></svg>', "<script> is not an element"],
  ["an animation", '<svg width="1" height="1"><animate></animate></svg>', "<animate> is not an element"],
  ["a template's content", "<template><p>a</p></template>", "<template> is not an element"],
  ["a style attribute", '<p style="color:red">a</p>', '<p> has the attribute "style"'],
  ["a handler", '<p onclick="a()">a</p>', '<p> has the attribute "onclick"'],
  ["a handler on a drawing", '<svg width="1" height="1" onload="a()"></svg>', 'the attribute "onload"'],
  ["a target", `<a href="https://a.example/" ${outside} target="_blank">a</a>`, 'the attribute "target"'],
  ["a download", '<a href="raw/a.txt" download>a</a>', 'the attribute "download"'],
  ["a hidden element", "<p hidden>a</p>", 'the attribute "hidden"'],
  ["what script alone may make", "<p data-ui>a</p>", 'the attribute "data-ui"'],
  ["a source set", '<img src="raw/a.txt" srcset="b.png" alt="" width="1" height="1">', 'the attribute "srcset"'],
  [
    "a drawing from another file",
    '<svg width="1" height="1"><use href="raw/a.svg#a"/></svg>',
    "draws what another file",
  ],
  [
    "a linked drawing",
    '<svg width="1" height="1"><a xlink:href="#main">a</a></svg>',
    '<a> has the attribute "xlink:href"',
  ],
  ["an element name in quotes of another", '<p title="<form>">a</p><form></form>', "<form> is not"],
  ["a script address", '<a href="javascript:alert(1)">a</a>', "a URL scheme that is not allowed"],
  ["a script address in capitals", '<a href="JaVaScRiPt:alert(1)">a</a>', "a URL scheme that is not allowed"],
  ["a script address with a line end", '<a href="java&#10;script:alert(1)">a</a>', "a control character in its URL"],
  ["a script address after a space", '<a href=" javascript:alert(1)">a</a>', "white space or a control"],
  ["a data address", '<a href="data:text/html,a">a</a>', "a URL scheme that is not allowed"],
  ["a data image", '<img src="data:image/png;base64,AA==" alt="" width="1" height="1">', "loads from outside"],
  ["an image of a host", '<img src="https://a.example/a.png" alt="" width="1" height="1">', "loads from outside"],
  ["a file address", '<a href="file:///etc/passwd">a</a>', "a URL scheme that is not allowed"],
  ["a host without a scheme", '<a href="//a.example/">a</a>', "not relative to the page"],
  ["a host with backslashes", '<a href="\\\\a.example">a</a>', "not relative to the page"],
  ["a place on the disk", '<a href="/etc/passwd.txt">a</a>', "not relative to the page"],
  ["a way out of the report", '<a href="../../a.html">a</a>', "leads out of the report"],
  ["an encoded way out", '<a href="%2e%2e/a.html">a</a>', "leads out of the report"],
  ["an address that does not decode", '<a href="%ff.html">a</a>', "does not decode"],
  ["a folder", '<a href="tasks/">a</a>', "names a folder"],
  ["a query", '<a href="index.html?a">a</a>', "has a query"],
  ["an empty address", '<a href="">a</a>', "leads nowhere"],
  ["a lone hash", '<a href="#">a</a>', "leads nowhere"],
  ["an outside link without rel", '<a href="https://a.example/">a</a>', "leaves the report without rel"],
  ["an outside link with half of rel", '<a href="mailto:a@a.example" rel="noopener">a</a>', "without rel"],
  ["a drawing without a size", "<svg></svg>", "<svg> has no width"],
  ["an image without a height", '<img src="raw/a.png" alt="" width="1">', "<img> has no height"],
  ["an image without words", '<img src="raw/a.png" width="1" height="1">', "has no alt"],
  ["a text field", '<input type="text">', "of no type for a report"],
  [
    "a link in a summary",
    '<details><summary><a href="#main">a</a></summary></details>',
    "interactive inside <summary>",
  ],
  ["a fold without a summary", "<details><p>a</p></details>", "does not begin with its summary"],
  ["a jump of the keyboard", '<p tabindex="3">a</p>', "reorders the keyboard"],
  ["a comment", "<!-- a -->", "a comment"],
  ["an attribute twice", '<p id="a" id="b">a</p>', "duplicate-attribute"],
  ["a second script", '<script src="assets/report.js" defer></script>', "a second <script>"],
  ["a second stylesheet", '<link rel="stylesheet" href="assets/report.css">', "a second <link>"],
  ["a refresh", '<meta http-equiv="refresh" content="0">', '<meta http-equiv="refresh"> differs'],
  ["a second h1", "<h1>a</h1>", "2 h1"],
  ["a skipped heading", "<h4>a</h4>", "<h4> after <h2>"],
  ["an id twice", '<p id="main">a</p>', "the id main stands also"],
  ["an id of two words", '<p id="a b">a</p>', "is not one word"],
  ["a label of nothing", '<label for="nobody">a</label>', "names no element: nobody"],
  ["a raw control character", "<p>a\u0007</p>", "U+0007 in <p>"],
  ["an encoded bidi control", "<p>a&#8238;b</p>", "U+202E in <p>"],
  ["a zero-width space in an attribute", '<p title="a\u200bb">a</p>', "U+200B in <p title>"],
  ["a joiner that joins no emoji", "<p>a\u200db</p>", "U+200D in <p>"],
  ["a joiner at an emoji's end", "<p>\u{1f469}\u200d</p>", "U+200D in <p>"],
  ["a tag character", "<p>a\u{e0041}</p>", "U+E0041 in <p>"],
];

it.each(markup)("stops %s", (_title, html, says) => {
  expect(gateOf({ "index.html": bodyWith(html) }).join("\n")).toContain(says);
});

it("lets emoji be joined, and lets symbols of the same page be drawn", () => {
  const html = `<p>\u{1f469}\u{1f3fd}\u200d\u{1f680} \u2764\ufe0f\u200d\u{1f525}</p>
    <svg width="0" height="0"><symbol id="i-a" viewBox="0 0 1 1"></symbol></svg>
    <svg width="1" height="1"><use href="#i-a"/></svg>`;
  expect(gateOf({ "index.html": bodyWith(html) })).toEqual([]);
});

it("lets text say anything", () => {
  const text = "&lt;form&gt; javascript:alert(1) style=&quot;a&quot; &lt;!-- https://a.example/ @import url(a)";
  expect(gateOf({ "index.html": bodyWith(`<p title="${text}">${text}</p>`) })).toEqual([]);
});

const heads: readonly (readonly [title: string, from: string, to: string, says: string])[] = [
  ["a looser policy", "img-src 'self'", "img-src *", '<meta http-equiv="content-security-policy"> differs'],
  ["a policy that forbids less", "; form-action 'none'", "", '<meta http-equiv="content-security-policy"> differs'],
  ["no policy", '<meta http-equiv="Content-Security-Policy"', '<meta name="description"', "no <meta http-equiv"],
  ["prefetching", 'content="off"', 'content="on"', '<meta http-equiv="x-dns-prefetch-control"> differs'],
  ["a referrer", "no-referrer", "origin", "no referrer policy"],
  ["no viewport", 'name="viewport"', 'name="generator"', "no viewport"],
  ["no title", "A report", " ", "not one title"],
  ["a module", "<script ", '<script type="module" ', 'the attribute "type"'],
  ["a script with a digest", " defer>", ' defer integrity="sha256-a">', 'the attribute "integrity"'],
  ["a script that blocks", " defer>", ">", "no deferred script"],
  ["an inline script", "</script>", "a()</script>", "an inline script"],
  ["a font's preload", 'rel="stylesheet"', 'rel="preload"', "no stylesheet"],
  ["a script of a host", 'src="assets/', 'src="https://a.example/', "loads from outside"],
  ["a stylesheet of a host", 'href="assets/', 'href="//a.example/', "not relative to the page"],
  ["another charset", 'charset="utf-8"', 'charset="latin-1"', "neither charset"],
];

it.each(heads)("stops a head with %s", (_title, from, to, says) => {
  expect(gateOf({ "index.html": headWith(from, to) }).join("\n")).toContain(says);
});

it("stops a policy that comes after what it should hold", () => {
  const [, policy = ""] = /(<meta http-equiv="Content-Security-Policy"[^>]*>)/.exec(goodHead) ?? [];
  const head = `${goodHead.replace(policy, "")}\n${policy}`;
  expect(gateOf({ "index.html": pageOf({ head }) })).toEqual([expect.stringContaining("loads before the policy")]);
});

it("stops a page without a language, and one in quirks mode", () => {
  expect(gateOf({ "index.html": pageOf({ html: "<!doctype html><html>" }) })).toEqual([
    expect.stringContaining("no language"),
  ]);
  expect(gateOf({ "index.html": pageOf({ html: '<html lang="en">' }) }).join("\n")).toContain("missing-doctype");
});

it("stops bytes that are not UTF-8", () => {
  const bytes = Buffer.concat([Buffer.from(bodyWith("<p>a</p>")), Buffer.from([0xff])]);
  expect(gateOf({ "index.html": bytes }).join("\n")).toContain("index.html: is not UTF-8");
});

it("stops pages, stylesheets and scripts beyond their size", () => {
  const says = (files: Readonly<Record<string, string>>) => gateOf(files).join("\n");
  expect(says({ "index.html": bodyWith(`<p>${"a".repeat(1_000_000)}</p>`) })).toMatch(/index.html: 100\d+ bytes/);
  expect(says({ "index.html": bodyWith("<br>".repeat(10_000)) })).toMatch(/index.html: 100\d+ elements/);
  expect(says({ "assets/report.css": " ".repeat(28_001) })).toBe("assets/report.css: 28001 bytes");
  expect(says({ "assets/report.js": " ".repeat(12_001) })).toBe("assets/report.js: 12001 bytes");
});

it("stops a stylesheet that loads anything", () => {
  for (const css of ['@import "a.css";', "@font-face{}", "p{background:URL(a.png)}", "p{background:image-set('a')}"]) {
    expect(gateOf({ "assets/report.css": css })).toHaveLength(1);
  }
});

it("stops names that some disk or host would refuse", () => {
  const names = [
    "A.html",
    "_a.txt",
    ".a.txt",
    "a b.txt",
    "con.txt",
    "lpt1/a.txt",
    `${"a".repeat(57)}.txt`,
    "a.svg",
    "a",
  ];
  for (const name of names) expect(gateOf({ [name]: goodFiles["index.html"] ?? "" }), name).toHaveLength(1);
  const deep = `${"a".repeat(50)}/${"b".repeat(50)}/${"c".repeat(20)}.txt`;
  expect(gateOf({ [deep]: "" })).toEqual([expect.stringContaining("path of 126 characters")]);
});
