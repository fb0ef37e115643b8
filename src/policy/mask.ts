import type { TaskId, WorkspaceIndex } from "../model/index.ts";
import { merge, shellFindings } from "./secret-rules.ts";
import type { Secret } from "./secrets.ts";

/** Replaces every known secret in a text by its mark. */
export interface Mask {
  (text: string): string;
  /** Whether the text holds any. */
  hits(text: string): boolean;
}

/** The mark that stands for a secret, the same through the whole report. */
function markOf({ rule, number }: Secret): string {
  return rule === "home" ? `[user ${number}]` : `[redacted: ${rule} ${number}]`;
}

interface Range {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** All secrets at once: those that cannot be mistaken wherever they stand, the others where a rule sees them. */
export function createMask(secrets: ReadonlyMap<string, Secret>, off: ReadonlySet<string>): Mask {
  const all = [...secrets];
  const search = createSearch(all.filter(([, secret]) => secret.elsewhere !== "nowhere"));
  const inPlace = all.some(([, secret]) => secret.elsewhere !== "anywhere");
  const ranges = (text: string): readonly Range[] => {
    const seen = inPlace
      ? shellFindings(text, off).filter(({ start, end }) => secrets.has(text.slice(start, end)))
      : [];
    const found = search(text);
    return seen.length === 0 ? found : merge([...seen, ...found]);
  };
  const mask = (text: string): string => {
    const found = ranges(text);
    if (found.length === 0) return text;
    const out: string[] = [];
    let done = 0;
    for (const { start, end, rule } of found) {
      const secret = secrets.get(text.slice(start, end));
      out.push(text.slice(done, start), secret ? markOf(secret) : `[redacted: ${rule}]`);
      done = end;
    }
    out.push(text.slice(done));
    return out.join("");
  };
  return Object.assign(mask, { hits: (text: string) => ranges(text).length > 0 });
}

/** Finds many strings in a text at once, longest first where one begins another. Linear in the text. */
function createSearch(wanted: readonly (readonly [string, Secret])[]): (text: string) => readonly Range[] {
  if (wanted.length === 0) return () => [];
  const width = Math.min(8, ...wanted.map(([text]) => text.length));
  const byHead = new Map<string, (readonly [string, Secret])[]>();
  for (const entry of [...wanted].sort(([a], [b]) => b.length - a.length)) {
    const head = entry[0].slice(0, width);
    byHead.set(head, [...(byHead.get(head) ?? []), entry]);
  }
  const firsts = new Set([...byHead.keys()].map((head) => head.charCodeAt(0)));
  return (text) => {
    const found: Range[] = [];
    for (let i = 0; i + width <= text.length; i += 1) {
      if (!firsts.has(text.charCodeAt(i))) continue;
      const entry = byHead
        .get(text.slice(i, i + width))
        ?.find(
          ([secret, { elsewhere }]) =>
            text.startsWith(secret, i) && (elsewhere === "anywhere" || isWord(text, i, i + secret.length)),
        );
      if (!entry) continue;
      const end = i + entry[0].length;
      found.push({ rule: entry[1].rule, start: i, end });
      i = end - 1;
    }
    return found;
  };
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}

/** A copy of plain data with every string masked, keys and ids too, however deep. The same object where nothing changes. */
export function maskDeep<T>(value: T, mask: Mask): T {
  const holder: { value?: unknown } = {};
  let changed = false;
  const pending: { from: unknown; into: object; key: PropertyKey }[] = [{ from: value, into: holder, key: "value" }];
  const put = (into: object, key: PropertyKey, made: unknown) =>
    Object.defineProperty(into, key, { value: made, enumerable: true, configurable: true, writable: true });
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { from, into, key } = next;
    if (typeof from === "string") {
      const masked = mask(from);
      changed ||= masked !== from;
      put(into, key, masked);
    } else if (Array.isArray(from)) {
      const list: unknown[] = new Array(from.length);
      put(into, key, list);
      for (const [i, item] of from.entries()) pending.push({ from: item, into: list, key: i });
    } else if (typeof from === "object" && from !== null) {
      const made = {};
      put(into, key, made);
      for (const [name, item] of Object.entries(from)) {
        const masked = mask(name);
        changed ||= masked !== name;
        // Keeps the order of keys: they are put in place before their values are walked.
        put(made, masked, undefined);
        pending.push({ from: item, into: made, key: masked });
      }
    } else put(into, key, from);
  }
  return changed ? (holder.value as T) : value;
}

/** What a workspace says of itself and its Tasks, masked, ids too. */
export function maskIndex(index: WorkspaceIndex, mask: Mask): WorkspaceIndex {
  const { gaps, stored, ...rest } = index;
  return { ...maskDeep(rest, mask), gaps: maskMap(gaps, mask), stored: maskMap(stored, mask) };
}

function maskMap<T>(map: ReadonlyMap<TaskId, T>, mask: Mask): ReadonlyMap<TaskId, T> {
  return new Map([...map].map(([taskId, value]) => [mask(taskId), maskDeep(value, mask)]));
}
