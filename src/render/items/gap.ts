import type { Gap, Summary } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { placeWords } from "../parts/place.ts";
import { count, oneLine, plural } from "../words.ts";
import { restricted } from "./restricted.ts";
import { type Owner, rowFrame } from "./row.ts";

/** A file's own name in the line of its fold; its whole place stands inside. */
const NAME = 60;

/** A torn band with the numbers that are gone. Only a recorded compaction is called one. */
export function gap(desk: Desk, gap: Gap, owner: Owner): Html {
  const { pairing, summaries } = gap;
  const body = desk.fill("items/gap", {
    compacted: gap.kind === "compacted",
    gone: gone(gap),
    unpaired: pairing === "not recorded" && gap.kind === "compacted",
    many: gap.unit[1],
    summaries: gap.restricted
      ? restricted(desk, "the summaries of what was removed are", gap.restricted)
      : summaryFolds(desk, summaries),
  });
  return rowFrame(desk, {
    ref: { taskId: owner.id, itemId: gap.id },
    label: gapLabel(gap),
    what: "gap",
    classes: "gap stay",
    body,
  });
}

/** `002–004`, `001`, or what is counted where no ends are known. */
export function gapLabel({ from, to, count: gone, unit }: Gap): string {
  if (from !== undefined) return to === undefined || to === from ? from : `${from}–${to}`;
  return gone === undefined ? "gap" : plural(gone, ...unit);
}

/** `Entries 002–004 are`, `Entry 001 is`, `3 entries are`. */
function gone({ from, to, count: gone, unit: [one, many] }: Gap): Html {
  const single = gone === 1 || (gone === undefined && from !== undefined && to === from);
  const name = single ? one : many;
  if (from === undefined) {
    return text(gone === undefined ? `Some ${many} are` : `${count(gone)} ${name} ${single ? "is" : "are"}`);
  }
  const span = single || to === undefined ? from : `${from}–${to}`;
  return text(`${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${span} ${single ? "is" : "are"}`);
}

/** What a compaction wrote, each summary folded with where it stands. */
export function summaryFolds(desk: Desk, summaries: readonly Summary[]): Html {
  return desk.fill("items/summaries", {
    summaries: summaries.map((summary) => ({
      name: text(oneLine(summary.place.file.slice(summary.place.file.lastIndexOf("/") + 1), NAME)),
      size: plural(summary.text.length, "character"),
      place: text(placeWords(summary.place)),
      content:
        summary.text === ""
          ? desk.blocks([{ type: "note", tone: "quiet", text: [{ text: "This summary holds no text." }] }])
          : desk.blocks([{ type: "prose", markdown: summary.text }]),
    })),
  });
}
