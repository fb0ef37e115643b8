import type { Timing } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { duration, stamp } from "../words.ts";

/** A recorded time, in UTC where it can be read as a time. */
export function timeOf(desk: Desk, recorded: string): Html {
  const { words, datetime } = stamp(recorded);
  return datetime === undefined ? text(words) : desk.fill("parts/time", { words, datetime });
}

/** How long something ran and when; empty where the record says nothing. */
export function timingOf(desk: Desk, timing: Timing | undefined): readonly Html[] {
  const ms = timing?.durationMs;
  return [...(ms === undefined ? [] : [text(duration(ms))]), ...endsOf(desk, timing)];
}

/** When something started and ended, as far as the record says. */
export function endsOf(desk: Desk, timing: Timing | undefined): readonly Html[] {
  if (timing === undefined) return [];
  return [
    ...(timing.startedAt === undefined ? [] : [labelled(desk, "started", timing.startedAt)]),
    ...(timing.endedAt === undefined ? [] : [labelled(desk, "ended", timing.endedAt)]),
  ];
}

function labelled(desk: Desk, label: string, recorded: string): Html {
  return desk.fill("parts/labelled", { label, value: timeOf(desk, recorded) });
}
