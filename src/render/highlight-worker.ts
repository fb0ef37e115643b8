import { parentPort } from "node:worker_threads";
import { createGrammarPainter } from "./highlight-paint.ts";
import type { Delivery, Order } from "./highlight-pool.ts";

/** Colours what it is sent, in the order in which it comes. */
const paint = createGrammarPainter();
parentPort?.on("message", async ({ number, text, language }: Order) => {
  parentPort?.postMessage({ number, markup: await paint(text, language) } satisfies Delivery);
});
