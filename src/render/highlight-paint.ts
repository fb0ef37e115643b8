import { createGrammars, type Grammars } from "./highlight-shiki.ts";
import { mostSpans, writeSpans } from "./highlight-spans.ts";

/** Text in one language as markup; as it is, escaped, where nothing colours it. */
export type Paint = (text: string, language: string) => Promise<string>;

/** Colours with grammars, in the thread that asks. */
export function createGrammarPainter(): Paint {
  // The engine and its grammars take 100 ms to start, so they start when first needed.
  let grammars: Grammars | undefined;
  return async (text, language) => {
    grammars ??= createGrammars();
    return writeSpans(text, (await grammars(text, language)) ?? [], mostSpans(text));
  };
}
