/** `id` attributes of rows and placeholders in written pages: the second law counts them there, not where they are made. */
const ROW_ID = /<[a-z][^<>]*?\sid="(t-[0-9a-f]{12}-[0-9a-f]{12})"/g;

/** Every row id of a page's HTML, in order, repeats included. Untrusted text cannot forge one: it holds no `<`. */
export function rowIds(html: string): readonly string[] {
  return Array.from(html.matchAll(ROW_ID), (match) => copyOf(match[1] ?? ""));
}

/** A piece of a string keeps the whole string in memory; ids stay much longer than their page. */
function copyOf(id: string): string {
  return Buffer.from(id, "latin1").toString("latin1");
}

/** Compares the ids that records name with those found in pages. `astray` names at most `limit`. */
export function compareIds(
  named: ReadonlyMap<string, string>,
  found: readonly string[],
  limit = 20,
): { readonly counted: number; readonly astray: readonly string[] } {
  const seen = new Map<string, number>();
  for (const id of found) seen.set(id, (seen.get(id) ?? 0) + 1);
  const astray: string[] = [];
  const note = (words: string) => {
    if (astray.length < limit) astray.push(words);
  };
  for (const [id, item] of named) if (!seen.has(id)) note(`${item}: named, not found`);
  for (const [id, times] of seen) {
    const item = named.get(id);
    if (item === undefined) note(`${id}: found, not named`);
    else if (times > 1) note(`${item}: found ${times} times`);
  }
  return { counted: found.length, astray };
}
