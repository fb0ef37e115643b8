/** Sets of the numbers 0 to n − 1, each set known by the least number in it. */
export interface DisjointSets {
  /** The least number of the set that `at` is in. */
  least(at: number): number;
  join(one: number, other: number): void;
}

/** Each number alone at first. Paths are halved on the way up, so that a long chain is no long walk. */
export function disjointSets(size: number): DisjointSets {
  const above = Array.from({ length: size }, (_, at) => at);
  const least = (start: number): number => {
    let at = start;
    for (let next = above[at]; next !== undefined && next !== at; next = above[at]) {
      above[at] = above[next] ?? next;
      at = next;
    }
    return at;
  };
  return {
    least,
    join(one, other) {
      const [a, b] = [least(one), least(other)];
      if (a !== b) above[Math.max(a, b)] = Math.min(a, b);
    },
  };
}
