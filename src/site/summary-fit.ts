/** How much of each part a summary holds: items of a list, characters of a text. */
export interface Detail {
  readonly goal: number;
  readonly result: number;
  readonly failures: number;
  readonly checks: number;
  readonly tasks: number;
  readonly files: number;
}

const ALL: Detail = { goal: 1_200, result: 4_000, failures: 50, checks: 60, tasks: 300, files: 100 };

/** What is dropped, in this order, until the summary fits. Objective, result and failures go last. */
const CUTS: readonly { readonly to: Partial<Detail>; readonly says: string }[] = [
  { to: { files: 20 }, says: "files" },
  { to: { files: 0 }, says: "files" },
  { to: { tasks: 100 }, says: "Tasks" },
  { to: { checks: 20 }, says: "checks" },
  { to: { tasks: 30 }, says: "Tasks" },
  { to: { failures: 20 }, says: "failures" },
  { to: { checks: 5 }, says: "checks" },
  { to: { tasks: 0 }, says: "Tasks" },
  { to: { result: 1_000 }, says: "the rest of the result" },
  { to: { failures: 5 }, says: "failures" },
  { to: { checks: 0 }, says: "checks" },
  { to: { goal: 300 }, says: "the rest of the objective" },
  { to: { result: 300 }, says: "the rest of the result" },
  { to: { failures: 0 }, says: "failures" },
  { to: { result: 0 }, says: "the result" },
  { to: { goal: 0 }, says: "the objective" },
];

/** The most detailed text that `compose` makes within `limit` bytes, saying at its end what it had to leave out. */
export function fitted(limit: number, compose: (detail: Detail) => readonly string[]): string {
  let detail = ALL;
  let parts = compose(detail);
  const dropped: string[] = [];
  const whole = () => joined(parts, dropped, limit);
  for (const { to, says } of CUTS) {
    if (bytes(whole()) <= limit) return whole();
    detail = { ...detail, ...to };
    const shorter = compose(detail);
    if (bytes(shorter.join()) >= bytes(parts.join())) continue;
    parts = shorter;
    if (!dropped.includes(says)) dropped.push(says);
  }
  // Nothing but the frame is left: whole parts of it, from the top, as far as there is room.
  while (parts.length > 1 && bytes(whole()) > limit) parts = [...parts.slice(0, -2), ...parts.slice(-1)];
  const text = whole();
  return bytes(text) <= limit ? text : "The summary does not fit; the report holds it all.\n";
}

function joined(parts: readonly string[], dropped: readonly string[], limit: number): string {
  const note =
    dropped.length === 0
      ? []
      : [`Left out to stay below ${limit} bytes: ${dropped.join(", ")}. The report holds them.`];
  return `${[...parts, ...note].join("\n\n")}\n`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
