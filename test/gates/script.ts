import ts from "typescript";

/** Names that turn text into markup or code, or that ask somebody for something. */
const forbidden = new Set([
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "setHTMLUnsafe",
  "createContextualFragment",
  "parseFromString",
  "parseHTMLUnsafe",
  "srcdoc",
  "write",
  "writeln",
  "eval",
  "Function",
  "execCommand",
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "sendBeacon",
  "Worker",
  "SharedWorker",
  "serviceWorker",
  "indexedDB",
  "cookie",
]);
/** These throw where a browser or its user says no. */
const throwing = new Set(["localStorage", "sessionStorage"]);

/** What a client script does that hostile text could use, or that does not work from a disk. Strings and comments may say anything. */
export function checkScript(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2020, true, ts.ScriptKind.JS);
  const breaches: string[] = [];
  const complain = (node: ts.Node, says: string) => {
    breaches.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${says}`);
  };
  const visit = (node: ts.Node, guarded: boolean): void => {
    const name = nameOf(node);
    if (name !== undefined && forbidden.has(name)) complain(node, name);
    if (name !== undefined && throwing.has(name) && !guarded) complain(node, `${name} outside of try`);
    if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) complain(node, "import()");
      const [first] = node.arguments;
      const timer = ["setTimeout", "setInterval"].includes(nameOf(node.expression) ?? "");
      if (timer && first !== undefined && !ts.isFunctionLike(first) && !ts.isIdentifier(first))
        complain(node, "timed text");
    }
    if (ts.isTryStatement(node)) {
      visit(node.tryBlock, true);
      if (node.catchClause !== undefined) visit(node.catchClause, guarded);
      if (node.finallyBlock !== undefined) visit(node.finallyBlock, guarded);
    } else {
      ts.forEachChild(node, (child) => visit(child, guarded));
    }
  };
  if (ts.isExternalModule(file)) complain(file, "a module");
  visit(file, false);
  return breaches;
}

/** The name that a node uses: an identifier, a property, or a literal key in brackets. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  const bracketed = ts.isElementAccessExpression(node) ? node.argumentExpression : undefined;
  return bracketed !== undefined && ts.isStringLiteralLike(bracketed) ? bracketed.text : undefined;
}
