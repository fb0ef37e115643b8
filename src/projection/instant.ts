const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** A recorded time in milliseconds; `undefined` where it names no zone or is no time, since no machine may guess one. */
export function instant(recorded: string | undefined): number | undefined {
  if (recorded === undefined || !WITH_ZONE.test(recorded)) return undefined;
  const at = Date.parse(recorded.replace(" ", "T"));
  return Number.isNaN(at) ? undefined : at;
}
