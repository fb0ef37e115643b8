import type { LinePlace, Plan } from "./facts.ts";

/** Pairs searches that the provider ran with what the interface was told of them. */
export interface Searches {
  /** A search's record often has no id. */
  item(id: string | undefined, line: number): void;
  event(id: string, at: LinePlace): void;
  pairs(): Plan["searches"];
}

/** By id where both have one, else the oldest that waits: each is written right beside the other. */
export function pairSearches(): Searches {
  const pairs = new Map<number, { readonly id: string; readonly event: LinePlace }>();
  const items = createQueue<number>();
  const events = createQueue<{ readonly id: string; readonly event: LinePlace }>();
  return {
    item(id, line) {
      const found = id === undefined ? events.first() : events.named(id);
      if (found === undefined) items.put(id, line);
      else pairs.set(line, found);
    },
    event(id, at) {
      const line = items.named(id) ?? items.first("nameless");
      if (line === undefined) events.put(id, { id, event: at });
      else pairs.set(line, { id, event: at });
    },
    pairs: () => pairs,
  };
}

interface Held<T> {
  readonly id: string | undefined;
  readonly value: T;
}

/** Things in order that can be taken by name, each once; every step costs the same however many wait. */
function createQueue<T>() {
  const inOrder = new Set<Held<T>>();
  const nameless = new Set<Held<T>>();
  const byName = new Map<string, Held<T>>();
  const take = (held: Held<T> | undefined): T | undefined => {
    if (held === undefined) return undefined;
    inOrder.delete(held);
    nameless.delete(held);
    if (held.id !== undefined && byName.get(held.id) === held) byName.delete(held.id);
    return held.value;
  };
  return {
    put(id: string | undefined, value: T): void {
      const held = { id, value };
      inOrder.add(held);
      if (id === undefined) nameless.add(held);
      else byName.set(id, held);
    },
    named: (id: string) => take(byName.get(id)),
    first(which: "any" | "nameless" = "any"): T | undefined {
      const [held] = which === "any" ? inOrder : nameless;
      return take(held);
    },
  };
}
