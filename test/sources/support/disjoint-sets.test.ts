import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { disjointSets } from "../../../src/sources/support/disjoint-sets.ts";

describe("disjoint sets", () => {
  it("know a set by the least number in it, however its numbers were joined", () => {
    const sets = disjointSets(5);
    sets.join(4, 3);
    sets.join(3, 1);
    expect([0, 1, 2, 3, 4].map((at) => sets.least(at))).toEqual([0, 1, 2, 1, 1]);
  });

  it("do not depend on the order of the joins", () => {
    const pairs = fc.array(fc.tuple(fc.nat(11), fc.nat(11)));
    fc.assert(
      fc.property(pairs, (joins) => {
        const leasts = (order: typeof joins) => {
          const sets = disjointSets(12);
          for (const [one, other] of order) sets.join(one, other);
          return Array.from({ length: 12 }, (_, at) => sets.least(at));
        };
        expect(leasts([...joins].reverse())).toEqual(leasts(joins));
      }),
    );
  });
});
