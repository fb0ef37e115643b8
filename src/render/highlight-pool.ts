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

/** A thread takes as long to be ready as this many characters of code to be coloured, or somewhat longer. */
const WORTH_A_THREAD = 200_000;

/** Ample for grammars; without a limit a thread's heap grows before anything in it is collected. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

const WORKER = new URL("highlight-worker.js", import.meta.url);

/**
 * Colours in `threads` of its own, so that pages are made meanwhile; by `here` where there are none, or once one has failed.
 * The spans are the same whoever finds them. Threads start once `worth` characters have been coloured here: what is less is done
 * before a thread is ready.
 */
export function createPool(
  here: Grammars,
  { threads, worth = WORTH_A_THREAD }: { readonly threads: number; readonly worth?: number },
): { readonly colour: Colouring; close(): Promise<void> } {
  const waiting = new Map<number, Order & { resolve(spans: string | Promise<string>): void }>();
  let workers: readonly Worker[] | undefined;
  let failed = false;
  let orders = 0;
  let coloured = 0;

  const colourHere: Colouring = async (text, language) => codeSpans((await here(text, language)) ?? []);

  function start(): readonly Worker[] {
    return Array.from({ length: threads }, () => {
      const worker = new Worker(WORKER, { resourceLimits: MEMORY });
      worker.on("message", ({ number, spans }: Delivery) => {
        waiting.get(number)?.resolve(spans);
        waiting.delete(number);
        if (waiting.size === 0) for (const each of workers ?? []) each.unref();
      });
      worker.on("error", giveUp);
      worker.unref();
      return worker;
    });
  }

  /** A thread that ran out of memory must not end the build: colours are an extra. */
  function giveUp(): void {
    failed = true;
    for (const { text, language, resolve } of waiting.values()) resolve(colourHere(text, language));
    waiting.clear();
    for (const worker of workers ?? []) worker.unref();
  }

  return {
    colour(text, language) {
      coloured += text.length;
      if (failed || threads === 0 || coloured <= worth) return colourHere(text, language);
      workers ??= start();
      const worker = workers[orders % workers.length];
      if (worker === undefined) return colourHere(text, language);
      orders += 1;
      const order = { number: orders, text, language };
      return new Promise((resolve) => {
        waiting.set(order.number, { ...order, resolve });
        worker.ref();
        worker.postMessage(order satisfies Order);
      });
    },
    async close() {
      await Promise.all((workers ?? []).map((worker) => worker.terminate()));
      workers = [];
    },
  };
}
