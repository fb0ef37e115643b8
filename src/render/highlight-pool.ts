import { Worker } from "node:worker_threads";
import type { Paint } from "./highlight-paint.ts";

/** A text to colour, and the markup that comes back under the same number. */
export interface Order {
  readonly number: number;
  readonly text: string;
  readonly language: string;
}
export interface Delivery {
  readonly number: number;
  readonly markup: string;
}

/** A thread takes as long to be ready as this many characters of code to be coloured, or somewhat longer. */
const WORTH_A_THREAD = 200_000;

const WORKER = new URL("highlight-worker.js", import.meta.url);

/**
 * Colours in `threads` of its own, so that pages are made meanwhile; by `here` where there are none, or once one has failed.
 * The markup is the same whoever makes it. Threads start once `worth` characters have been coloured here: what is less is done
 * before a thread is ready.
 */
export function createPool(
  here: Paint,
  { threads, worth = WORTH_A_THREAD }: { readonly threads: number; readonly worth?: number },
): { readonly paint: Paint; close(): Promise<void> } {
  const waiting = new Map<number, Order & { resolve(markup: string | Promise<string>): void }>();
  let workers: readonly Worker[] | undefined;
  let failed = false;
  let orders = 0;
  let coloured = 0;

  function start(): readonly Worker[] {
    return Array.from({ length: threads }, () => {
      const worker = new Worker(WORKER);
      worker.on("message", ({ number, markup }: Delivery) => {
        waiting.get(number)?.resolve(markup);
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
    for (const { text, language, resolve } of waiting.values()) resolve(here(text, language));
    waiting.clear();
    for (const worker of workers ?? []) worker.unref();
  }

  return {
    paint(text, language) {
      coloured += text.length;
      if (failed || threads === 0 || coloured <= worth) return here(text, language);
      workers ??= start();
      const worker = workers[orders % workers.length];
      if (worker === undefined) return here(text, language);
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
