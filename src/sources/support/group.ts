/** Things by key, in the order in which they come. A thing may have several keys or none. */
export function groupBy<K, T>(things: Iterable<T>, keysOf: (thing: T) => readonly K[]): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) for (const key of keysOf(thing)) append(groups, key, thing);
  return groups;
}

export function append<K, T>(groups: Map<K, T[]>, key: K, thing: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [thing]);
  else group.push(thing);
}
