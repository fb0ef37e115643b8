import { Worker } from "node:worker_threads";
import type { Grammars } from "./highlight-shiki.ts";
import { codeSpans } from "./highlight-spans.ts";

/** A text to colour, and its spans, coded, which come back under the same number. */
export interface Order {
  readonly number: number;
  readonly text: string;
  readonly language: string;
}
export interface Delivery {
  readonly number: number;
  readonly spans: string;
}

/** Finds the spans of a text and codes them; none where nothing is known of its language. */
export type Colouring = (text: string, language: string) => Promise<string>;

/** Ample for grammars; without a limit a thread's heap grows before anything in it is collected. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

const WORKER = new URL("highlight-worker.js", import.meta.url);

/**
 * Colours in `threads` of its own, so that pages are made meanwhile; by `here` where there are none, or once one has failed.
 * The spans are the same whoever finds them. Threads start at once: they are ready when the first page asks.
 */
export function createPool(here: Grammars, threads: number): { readonly colour: Colouring; close(): Promise<void> } {
  const waiting = new Map<number, Order & { resolve(spans: string | Promise<string>): void }>();
  let failed = false;
  let orders = 0;

  const colourHere: Colouring = async (text, language) => codeSpans((await here(text, language)) ?? []);

  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(WORKER, { resourceLimits: MEMORY });
    worker.on("message", ({ number, spans }: Delivery) => {
      waiting.get(number)?.resolve(spans);
      waiting.delete(number);
      if (waiting.size === 0) for (const each of workers) each.unref();
    });
    worker.on("error", giveUp);
    worker.unref();
    return worker;
  });

  /** A thread that ran out of memory must not end the build: colours are an extra. */
  function giveUp(): void {
    failed = true;
    for (const { text, language, resolve } of waiting.values()) resolve(colourHere(text, language));
    waiting.clear();
    for (const worker of workers) worker.unref();
  }

  return {
    colour(text, language) {
      const worker = workers[orders % workers.length];
      if (failed || worker === undefined) return colourHere(text, language);
      orders += 1;
      const order = { number: orders, text, language };
      return new Promise((resolve) => {
        waiting.set(order.number, { ...order, resolve });
        worker.ref();
        worker.postMessage(order satisfies Order);
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
