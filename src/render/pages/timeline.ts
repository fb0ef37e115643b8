import type { TimelineView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { icon } from "../icons.ts";
import { statusWords } from "../parts/status.ts";
import { timeOf } from "../parts/time.ts";
import { duration, oneLine, plural } from "../words.ts";

const TITLE = 60;
/** Width of the drawing in its own units, and of what is drawn after a last row without an end. */
const WIDE = 1_000;
const OPEN = 40;

/** When Tasks ran: one bar a line, each with its words. A dashed end is one that the record does not have. */
export function timelineOf(desk: Desk, { bars, from, to, notDrawn, untimed }: TimelineView): Html {
  const scale = WIDE - OPEN;
  return desk.fill("pages/timeline", {
    from: timeOf(desk, new Date(from).toISOString()),
    to: timeOf(desk, new Date(to).toISOString()),
    span: duration(to - from),
    bars: bars.map((bar) => {
      const { task } = bar.facts;
      const x = Math.round(bar.from * scale);
      const width = Math.max(4, Math.round((bar.to - bar.from) * scale));
      return {
        href: desk.links.task(task.id) ?? "",
        title: text(oneLine(task.title, TITLE)),
        icon: icon(task.status.word, task.status.word),
        word: task.status.word,
        status: statusWords(task.status.word),
        x,
        width,
        openX: x + width,
        open: bar.end === "none",
        says: `${duration((bar.to - bar.from) * (to - from))}${bar.end === "none" ? " to its last row, no end recorded" : ""}`,
      };
    }),
    wide: WIDE,
    openWidth: OPEN - 6,
    rest: [
      ...(notDrawn > 0
        ? [`${plural(notDrawn, "more Task")} with recorded times ${notDrawn === 1 ? "is" : "are"} not drawn.`]
        : []),
      ...(untimed > 0 ? [`${plural(untimed, "Task")} ${untimed === 1 ? "has" : "have"} no recorded times.`] : []),
    ].join(" "),
  });
}
