/** A value that holds no others, as JSON writes it; strings stand for themselves. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[]" : "{}";
  return String(value);
}

/** Characters of all keys and values, two for each list or object. Any depth. */
export function jsonWeight(value: unknown): number {
  let weight = 0;
  const open: unknown[] = [value];
  for (let left = 1; left > 0; left = open.length) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) {
      weight += scalarText(one).length;
      continue;
    }
    weight += 2;
    const list = Array.isArray(one);
    for (const [key, inner] of Object.entries(one)) {
      if (!list) weight += key.length;
      open.push(inner);
    }
  }
  return weight;
}
