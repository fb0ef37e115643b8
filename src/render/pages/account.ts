import type { Account } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, NOTHING, text } from "../html.ts";
import { count, plural, series } from "../words.ts";

/** What became of the records, in one sentence without its full stop: `44 records read: 43 shown, 1 joined`. */
export function accountSentence(account: Account): string {
  const sums = { shown: 0, shownInPart: 0, withheld: 0, raw: 0, repeated: 0, joined: 0, noRow: 0 };
  for (const kind of account.kinds) {
    sums.shown += kind.shown;
    sums.shownInPart += kind.shownInPart;
    sums.withheld += kind.withheld;
    sums.raw += kind.raw;
    sums.repeated += kind.repeated;
    sums.joined += kind.joined;
    sums.noRow += kind.noRow;
  }
  const pieces: readonly (readonly [number, string])[] = [
    [sums.shown, "shown"],
    [sums.shownInPart, "shown in part"],
    [sums.withheld, "withheld"],
    [sums.raw, "shown as bytes"],
    [sums.repeated, "repeated"],
    [sums.joined, "joined to what they speak of"],
    [sums.noRow, "with nothing to read"],
  ];
  const words = pieces.filter(([sum]) => sum > 0).map(([sum, what]) => `${count(sum)} ${what}`);
  return `${plural(account.records, "record")} read${words.length === 0 ? "" : `: ${series(words)}`}`;
}

/** As many names stand in the banner. */
const FEW = 50;

/** Says which records do not add up; nothing where all do. */
export function unbalancedBanner(desk: Desk, account: Account): Html {
  if (account.balanced) return NOTHING;
  const some = <T>(list: readonly T[], word: (item: T) => string) => ({
    words: list.slice(0, FEW).map((item) => text(word(item))),
    more: list.length > FEW ? count(list.length - FEW) : "",
  });
  return desk.fill("pages/unbalanced", {
    files: some(account.unbalanced, ({ path }) => path),
    astray: some(account.astray, (ref) => ref),
    named: count(account.named),
    counted: account.counted === undefined ? "" : count(account.counted),
  });
}
