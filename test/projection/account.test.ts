import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordNote } from "../../src/model/index.ts";
import { accountLines, closeAccount } from "../../src/projection/index.ts";

const none = { shown: 0, shownInPart: 0, withheld: 0, raw: 0 };
const written = { named: 0, astray: [] };

describe("the account", () => {
  it("balances when every record has exactly one disposition", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("shown", "raw", "repeated", "joined", "no row"), { maxLength: 40 }),
        (kinds) => {
          const notes = kinds.flatMap((kind, i): RecordNote[] => {
            const record = { record: `r${i}`, file: "f" };
            if (kind === "repeated") return [{ ...record, disposition: { type: "repeated", of: "x" } as const }];
            if (kind === "joined") return [{ ...record, disposition: { type: "joined", to: "t" } as const }];
            if (kind === "no row") return [{ ...record, disposition: { type: "no row", kind: "log" } as const }];
            return [];
          });
          const tally = new Map([
            [
              "f",
              {
                ...none,
                shown: kinds.filter((k) => k === "shown").length,
                raw: kinds.filter((k) => k === "raw").length,
              },
            ],
          ]);
          const account = closeAccount(
            accountLines([{ path: "f", kind: "file", records: kinds.length }], notes, [tally]),
            written,
          );
          expect(account.balanced).toBe(true);
          expect(account.records).toBe(kinds.length);
        },
      ),
    );
  });

  it("names the file whose record nobody speaks for", () => {
    const account = closeAccount(accountLines([{ path: "f", kind: "message", records: 1 }], [], []), written);
    expect(account.balanced).toBe(false);
    expect(account.unbalanced.map((line) => line.path)).toEqual(["f"]);
  });

  it("does not let a record that is spoken for twice pass", () => {
    const notes = [{ record: "f", file: "f", disposition: { type: "joined", to: "t" } as const }];
    const tally = new Map([["f", { ...none, shown: 1 }]]);
    expect(
      closeAccount(accountLines([{ path: "f", kind: "message", records: 1 }], notes, [tally]), written).balanced,
    ).toBe(false);
  });

  it("shows rows of a file that the source did not list", () => {
    const account = closeAccount(accountLines([], [], [new Map([["ghost", { ...none, shown: 1 }]])]), written);
    expect(account.unbalanced.map((line) => [line.path, line.kind])).toEqual([["ghost", "not listed"]]);
  });

  it("does not balance when the pages hold another number of ids than records name", () => {
    expect(closeAccount([], { named: 2, counted: 1, astray: [] }).balanced).toBe(false);
    expect(closeAccount([], { named: 2, counted: 2, astray: [] }).balanced).toBe(true);
  });
});
