import type { Timing } from "../../model/index.ts";

const STAMP = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|z|[+-]\d\d:?\d\d)$/;

/** Milliseconds of a recorded stamp that says its zone; `undefined` for any other text, which is shown but not counted with. */
export function timeOf(stamp: string | undefined): number | undefined {
  const match = stamp === undefined ? null : STAMP.exec(stamp);
  if (match === null) return undefined;
  const [, day, clock, fraction = "", zone = "Z"] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const time = Date.parse(`${day}T${clock}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(time) ? undefined : time;
}

/** A recorded start and end; the duration where both can be read and the clock did not run backwards. */
export function timingOf(startedAt: string | undefined, endedAt: string | undefined): Timing | undefined {
  if (startedAt === undefined && endedAt === undefined) return undefined;
  const start = timeOf(startedAt);
  const end = timeOf(endedAt);
  const durationMs = start !== undefined && end !== undefined && end >= start ? end - start : undefined;
  return {
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}
