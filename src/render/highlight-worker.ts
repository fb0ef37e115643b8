import { parentPort } from "node:worker_threads";
import type { Delivery, Order } from "./highlight-pool.ts";
import { createGrammars } from "./highlight-shiki.ts";
import { codeSpans } from "./highlight-spans.ts";

/** Colours what it is sent, in the order in which it comes. */
const grammars = createGrammars();
// The engine, and the grammar that is asked for most, load before anything is asked for.
void grammars("", "typescript");
parentPort?.on("message", async ({ number, text, language }: Order) => {
  const spans = codeSpans((await grammars(text, language)) ?? []);
  parentPort?.postMessage({ number, spans } satisfies Delivery);
});
