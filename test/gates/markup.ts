import type { Page, PageElement } from "./page.ts";
import { checkUrl } from "./url.ts";

const words = (text: string) => text.trim().split(/\s+/);

/** What a page may be made of. All else is a breach: an allow-list does not age. */
const htmlElements = new Set(
  words(`html head meta title link script body header nav main section article aside footer div h1 h2 h3 h4 h5 h6
    p ul ol li dl dt dd figure figcaption blockquote pre hr br wbr span a strong em b i u s small sub sup mark abbr
    code kbd samp var q cite time data bdi bdo ins del img table caption thead tbody tfoot tr th td
    details summary fieldset legend label input`),
);
const svgElements = new Set(words("svg a g path circle ellipse rect line polyline polygon text tspan symbol use"));

const everywhere = new Set(words("id class lang dir title role tabindex"));
const htmlAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    meta: "charset name http-equiv content",
    link: "rel href",
    script: "src defer",
    a: "href rel",
    img: "src alt width height loading decoding",
    input: "type name value checked",
    label: "for",
    details: "open",
    ol: "start",
    li: "value",
    time: "datetime",
    data: "value",
    th: "scope colspan rowspan",
    td: "colspan rowspan",
  }).map(([name, list]) => [name, new Set(words(list))]),
);
const svgAttributes = new Set(
  words(`xmlns width height viewBox preserveAspectRatio focusable fill stroke stroke-width stroke-linecap
    stroke-linejoin stroke-dasharray stroke-opacity fill-opacity fill-rule opacity transform d points x y x1 y1 x2 y2
    cx cy r rx ry dx dy text-anchor dominant-baseline href`),
);
const interactive = new Set(words("a button input select textarea label details"));

/** Elements, attributes and URLs that a page may not have. */
export function checkMarkup(page: Page): string[] {
  const breaches = [...page.errors];
  for (const line of page.comments) breaches.push(`${page.path}:${line}: a comment`);
  for (const element of page.elements) {
    const at = `${page.path}:${element.line}: <${element.name}>`;
    if (!allowed(element)) breaches.push(`${at} is not an element of a report`);
    for (const [name, value] of element.attributes) {
      if (!allowedAttribute(element, name)) breaches.push(`${at} has the attribute ${JSON.stringify(name)}`);
      if (name === "href" || name === "src") {
        const wrong = checkUrl(value, page.path, element);
        if (wrong !== undefined) breaches.push(`${at} ${wrong}: ${JSON.stringify(value.slice(0, 80))}`);
      }
      if (name === "tabindex" && value !== "0" && value !== "-1") breaches.push(`${at} reorders the keyboard`);
    }
    for (const wrong of checkShape(element)) breaches.push(`${at} ${wrong}`);
  }
  return breaches;
}

function allowed({ name, space }: PageElement): boolean {
  return space === "html" ? htmlElements.has(name) : space === "svg" && svgElements.has(name);
}

function allowedAttribute({ name: element, space }: PageElement, name: string): boolean {
  // Script marks what it creates with data-ui; in the file it would hide text from the measure of what all can read.
  if (name === "data-ui") return false;
  if (everywhere.has(name) || name.startsWith("aria-") || name.startsWith("data-")) return true;
  return space === "svg" ? svgAttributes.has(name) : (htmlAttributes.get(element)?.has(name) ?? false);
}

/** Rules on one element that its list of attributes cannot say. */
function* checkShape(element: PageElement): Generator<string> {
  const { name, attributes } = element;
  if (name === "svg" || name === "img") {
    // Without the stylesheet an unsized drawing fills the page.
    for (const side of ["width", "height"]) {
      if (!/^[0-9]+$/.test(attributes.get(side) ?? "")) yield `has no ${side}`;
    }
  }
  // A drawing in another file does not load from a disk.
  if (name === "use" && !attributes.get("href")?.startsWith("#")) yield "draws what another file holds";
  if (name === "img" && !attributes.has("alt")) yield "has no alt";
  if (name === "details" && element.firstChild !== "summary") yield "does not begin with its summary";
  if (name === "input" && !["checkbox", "radio"].includes(attributes.get("type") ?? ""))
    yield "is of no type for a report";
  if (interactive.has(name) || attributes.get("tabindex") === "0") {
    for (let up = element.parent; up !== undefined; up = up.parent) {
      if (up.name === "summary" || up.name === "a") yield `is interactive inside <${up.name}>`;
    }
  }
}
