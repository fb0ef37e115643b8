import { isUtf8 } from "node:buffer";
import { type DefaultTreeAdapterTypes, html as namespaces, parse } from "parse5";

/** One element as a browser would build it, without its subtree. */
export interface PageElement {
  readonly name: string;
  readonly space: "html" | "svg" | "other";
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: PageElement | undefined;
  /** The first element inside; `undefined` when there is none. */
  readonly firstChild: string | undefined;
  /** 1-based line of its tag; 0 for an element that the parser supplied. */
  readonly line: number;
}

export interface PageText {
  readonly text: string;
  readonly line: number;
  readonly parent: PageElement | undefined;
}

/** A page flattened in document order. */
export interface Page {
  /** Relative to the report, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly elements: readonly PageElement[];
  readonly texts: readonly PageText[];
  readonly comments: readonly number[];
  readonly errors: readonly string[];
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Parses as browsers do; the walk keeps its own stack, since hostile pages nest deeply. */
export function parsePage(path: string, bytes: Uint8Array): Page {
  const errors: string[] = [];
  const html = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!isUtf8(bytes)) errors.push(`${path}: is not UTF-8`);
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: (error) => errors.push(`${path}:${error.startLine}: does not parse cleanly (${error.code})`),
  });
  const elements: PageElement[] = [];
  const texts: PageText[] = [];
  const comments: number[] = [];
  const waiting: { readonly node: Node; readonly parent: PageElement | undefined }[] = [];
  const enter = (nodes: readonly Node[], parent: PageElement | undefined) => {
    for (const node of nodes.toReversed()) waiting.push({ node, parent });
  };
  enter(document.childNodes, undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const line = node.sourceCodeLocation?.startLine ?? 0;
    if ("value" in node) {
      texts.push({ text: node.value, line, parent });
    } else if ("tagName" in node) {
      const element = elementOf(node, parent, line);
      elements.push(element);
      enter("content" in node ? node.content.childNodes : node.childNodes, element);
    } else if ("data" in node) {
      comments.push(line);
    }
  }
  return { path, bytes: bytes.byteLength, elements, texts, comments, errors };
}

function elementOf(node: Element, parent: PageElement | undefined, line: number): PageElement {
  const first = node.childNodes.find((child) => "tagName" in child);
  return {
    name: node.tagName,
    space: spaceOf(node.namespaceURI),
    attributes: new Map(node.attrs.map((a) => [a.prefix ? `${a.prefix}:${a.name}` : a.name, a.value])),
    parent,
    firstChild: first !== undefined && "tagName" in first ? first.tagName : undefined,
    line,
  };
}

function spaceOf(namespace: string): PageElement["space"] {
  if (namespace === namespaces.NS.HTML) return "html";
  return namespace === namespaces.NS.SVG ? "svg" : "other";
}
