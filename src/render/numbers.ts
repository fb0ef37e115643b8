/** `12345` → `12,345`. Independent of the locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 line`, `12 lines`. */
export function counted(count: number, one: string, many: string): string {
  return grouped(count) + " " + (count === 1 ? one : many);
}

/** Milliseconds as a person says them: `80 ms`, `3.2 s`, `4 min 2 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 59_950) return (ms / 1000).toFixed(1) + " s";
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(minutes + " min", seconds % 60, "s");
  return withRest(grouped(Math.floor(minutes / 60)) + " h", minutes % 60, "min");
}

function withRest(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : whole + " " + rest + " " + unit;
}
