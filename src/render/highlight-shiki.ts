import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";
import { bundledLanguages, bundledLanguagesInfo } from "shiki/langs";
import type { Span } from "./highlight-spans.ts";

/** Finds the spans of one text; `undefined` where the language is unknown or the grammar fails on the text. */
export type Grammars = (text: string, language: string) => Promise<Span[] | undefined>;

// Longer lines stay plain: the engine's time grows with the square of a line's length.
const LONGEST_LINE = 500;
// Grammars kept in memory; a transcript can name any number of languages.
const MOST_LANGUAGES = 12;

/** The engine and each grammar take 100 ms and more to load, so they load when they are first needed. */
export function createGrammars(): Grammars {
  const theme = createCssVariablesTheme({ name: "roles", variablePrefix: "--", fontStyle: false });
  let engine: ReturnType<typeof createOnigurumaEngine> | undefined;
  const loaded = new Map<string, Promise<HighlighterCore>>();

  // One registry per language: in a shared one, what is highlighted inside a Markdown fence or a template string would
  // depend on which languages earlier pages happened to load.
  function registry(language: BundledLanguage): Promise<HighlighterCore> {
    engine ??= createOnigurumaEngine(import("shiki/wasm"));
    const known = loaded.get(language);
    loaded.delete(language);
    const core =
      known ?? createHighlighterCore({ engine, themes: [theme], warnings: false, langs: [bundledLanguages[language]] });
    loaded.set(language, core);
    const [oldest] = loaded.keys();
    if (loaded.size > MOST_LANGUAGES && oldest !== undefined) loaded.delete(oldest);
    return core;
  }

  return async (text, language) => {
    if (!isBundled(language)) return undefined;
    try {
      const core = await registry(language);
      const lines = core.codeToTokensBase(text, {
        lang: language,
        theme: "roles",
        // A limit in time would make two builds differ.
        tokenizeTimeLimit: 0,
        tokenizeMaxLineLength: LONGEST_LINE,
      });
      return spansOf(lines, text);
    } catch {
      // Colours are an extra. A grammar that fails leaves the text as it is, which `undefined` says.
      return undefined;
    }
  };
}

type BundledLanguage = keyof typeof bundledLanguages;

function isBundled(language: string): language is BundledLanguage {
  return Object.hasOwn(bundledLanguages, language);
}

const CANONICAL: ReadonlyMap<string, string> = new Map(
  bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id] as const)),
);

// Extensions that are no alias of their language.
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["h", "c"],
  ["cc", "cpp"],
  ["cxx", "cpp"],
  ["hh", "cpp"],
  ["hpp", "cpp"],
  ["htm", "html"],
  ["patch", "diff"],
  ["jsonl", "json"],
  ["ndjson", "json"],
  ["pyi", "python"],
  ["gradle", "groovy"],
  ["ksh", "shellscript"],
]);

/** The one name of a language that a fence or a file extension names; `undefined` when it has no grammar. */
export function canonicalLanguage(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  return BY_EXTENSION.get(lower) ?? CANONICAL.get(lower);
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ["token-keyword", "k"],
  ["token-string", "s"],
  ["token-string-expression", "s"],
  ["token-function", "f"],
  ["token-constant", "v"],
  ["token-comment", "c"],
  ["token-parameter", "p"],
  ["token-inserted", "a"],
  ["token-deleted", "d"],
  ["token-changed", "h"],
]);

function spansOf(
  lines: readonly (readonly { content: string; offset: number; color?: string }[])[],
  text: string,
): Span[] | undefined {
  const spans: Span[] = [];
  for (const line of lines) {
    for (const { content, offset, color } of line) {
      const role = ROLES.get(/^var\(--([a-z-]+)\)$/.exec(color ?? "")?.[1] ?? "");
      if (role === undefined || content.trim() === "") continue;
      // The text is written from the source and not from the tokens, so tokens that do not fit it are of no use.
      if (!text.startsWith(content, offset)) return undefined;
      spans.push({ start: offset, end: offset + content.length, role });
    }
  }
  return spans;
}
