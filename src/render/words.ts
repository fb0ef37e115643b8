/** How numbers, sizes and times are said. No locale, no clock, no time zone of the machine. */

/** `1,234,567`. */
export function count(value: number): string {
  const digits = String(value);
  return /^\d{4,15}$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/** `1 row`, `2,000 rows`; `many` defaults to `one` with an s. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A size in bytes: exact below 10 kB, then one decimal in kB or MB of 1,000. */
export function size(bytes: number): string {
  if (bytes < 10_000) return plural(bytes, "byte");
  const [unit, name] = bytes < 1_000_000 ? [1_000, "kB"] : [1_000_000, "MB"];
  return `${count(Math.floor(bytes / unit))}.${Math.floor((bytes % unit) / (unit / 10))} ${name}`;
}

/** Milliseconds as a person says them: `80 ms`, `3.2 s`, `4 min 2 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, "s");
  return withRest(`${count(Math.floor(minutes / 60))} h`, minutes % 60, "min");
}

function withRest(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}

/** A time as it is shown. `datetime` is absent where the record's text is no time that can be read. */
export interface Stamp {
  readonly words: string;
  readonly datetime?: string;
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/i;

/** `2027-01-01 09:00:00 UTC` from an ISO 8601 time; anything else is said as it is recorded. */
export function stamp(recorded: string): Stamp {
  const [, date, time, fraction = "", zone] = ISO.exec(recorded) ?? [];
  if (date === undefined || time === undefined) return { words: recorded };
  const millis = fraction.slice(0, 4);
  const at = new Date(`${date}T${time}Z`);
  // A day or hour that no calendar has is carried over or refused; either way it does not come back the same.
  if (Number.isNaN(at.getTime()) || at.toISOString() !== `${date}T${time}.000Z`) return { words: recorded };
  if (zone === undefined) {
    return { words: `${date} ${time}, zone not recorded`, datetime: `${date}T${time}${millis}` };
  }
  at.setTime(at.getTime() - offset(zone) * 60_000);
  const utc = at.toISOString();
  if (!/^\d{4}-/.test(utc)) return { words: recorded };
  return { words: `${utc.slice(0, 10)} ${utc.slice(11, 19)} UTC`, datetime: `${utc.slice(0, 19)}${millis}Z` };
}

/** Minutes east of UTC. */
function offset(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

/** Text on one line of at most `most` characters, cut between characters and marked where it is cut. */
export function oneLine(text: string, most: number): string {
  // A long text is cut before its white space is joined, so the cost follows `most`.
  const head = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const line = head.replace(/\s+/g, " ").trim();
  if (line.length <= most && head.length === text.length) return line;
  return `${Array.from(line.slice(0, most)).slice(0, -1).join("")}…`;
}

/** `a`, `a and b`, `a, b and c`. */
export function series(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
