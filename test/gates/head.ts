import type { Page, PageElement } from "./page.ts";

/** The policy of every page that is a file of a folder. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

const httpEquiv = new Map([
  ["content-security-policy", POLICY],
  ["x-dns-prefetch-control", "off"],
]);
const names = ["viewport", "referrer", "color-scheme", "description", "generator"];

/** One policy before anything that loads, one stylesheet, one classic deferred script, and nothing else that acts. */
export function checkHead(page: Page): string[] {
  const breaches: string[] = [];
  const complain = (element: PageElement | undefined, says: string) =>
    breaches.push(`${page.path}:${element?.line ?? 0}: ${says}`);
  const all = (name: string) => page.elements.filter((element) => element.name === name && element.space === "html");

  const equivs = new Map<string, PageElement>();
  for (const meta of all("meta")) {
    const equiv = meta.attributes.get("http-equiv")?.toLowerCase();
    const name = meta.attributes.get("name");
    if (equiv !== undefined) {
      if (httpEquiv.get(equiv) !== meta.attributes.get("content"))
        complain(meta, `<meta http-equiv="${equiv}"> differs`);
      if (equivs.has(equiv)) complain(meta, `a second <meta http-equiv="${equiv}">`);
      equivs.set(equiv, meta);
    } else if (name !== undefined) {
      if (!names.includes(name)) complain(meta, `<meta name="${name}">`);
    } else if (meta.attributes.get("charset") !== "utf-8") {
      complain(meta, "<meta> that is neither charset, name nor http-equiv");
    }
    if (meta.parent?.name !== "head") complain(meta, "<meta> outside the head");
  }
  for (const equiv of httpEquiv.keys()) if (!equivs.has(equiv)) complain(undefined, `no <meta http-equiv="${equiv}">`);
  const metas = all("meta");
  if (metas[0]?.attributes.get("charset") !== "utf-8") complain(metas[0], "the charset does not come first");
  const named = (name: string) => metas.find((meta) => meta.attributes.get("name") === name)?.attributes.get("content");
  if (named("referrer") !== "no-referrer") complain(undefined, "no referrer policy");
  if (named("viewport") === undefined) complain(undefined, "no viewport");

  const [stylesheet, ...moreLinks] = all("link");
  const [script, ...moreScripts] = all("script");
  if (stylesheet?.attributes.get("rel") !== "stylesheet") complain(stylesheet, "no stylesheet");
  for (const more of moreLinks) complain(more, "a second <link>");
  if (script?.attributes.has("src") !== true || !script.attributes.has("defer")) complain(script, "no deferred script");
  for (const more of moreScripts) complain(more, "a second <script>");
  for (const { text, parent } of page.texts) {
    if (parent?.name === "script" && text.trim() !== "") complain(parent, "an inline script");
  }
  const order = page.elements.filter((element) => element === stylesheet || element === script);
  const policy = equivs.get("content-security-policy");
  if (policy !== undefined && order.some((element) => page.elements.indexOf(element) < page.elements.indexOf(policy))) {
    complain(policy, "something loads before the policy");
  }
  const titles = all("title");
  const title = page.texts.find(({ parent }) => parent === titles[0]);
  if (titles.length !== 1 || title === undefined || title.text.trim() === "") complain(titles[0], "not one title");
  return breaches;
}
