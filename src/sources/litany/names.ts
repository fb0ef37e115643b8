/** What the names of files and agents say: litany puts identity, order and speaker into them. */

const SEGMENT = "\\d{8}T\\d{6}Z-[0-9a-f]{8}";
const AGENT_ID = new RegExp(`^${SEGMENT}(?:-${SEGMENT})*$`);
const LAST_SEGMENT = new RegExp(`-${SEGMENT}$`);

/** Whether a name follows the grammar of agent ids; the engine accepts others too. */
export function looksLikeAgentId(name: string): boolean {
  return AGENT_ID.test(name);
}

/**
 * The parent that an id names: the id without its last two hyphen tokens. Outside the grammar such a name counts only
 * where an agent of that name is known.
 */
export function parentOf(id: string, known: { has(id: string): boolean }): string | undefined {
  const tokens = id.split("-");
  if (tokens.length <= 2) return undefined;
  const parent = tokens.slice(0, -2).join("-");
  return LAST_SEGMENT.test(id) || known.has(parent) ? parent : undefined;
}

/** The root that an id within the grammar names: its first segment. */
export function rootOf(id: string): string | undefined {
  return looksLikeAgentId(id) ? id.split("-", 2).join("-") : undefined;
}

/** What stands after the parent's id. */
export function lastSegment(id: string): string {
  const tokens = id.split("-");
  return tokens.length <= 2 ? id : tokens.slice(-2).join("-");
}

/** The time in an id within the grammar, as ISO 8601; the dispatch of the agent. */
export function createdAtOf(id: string): string | undefined {
  if (!looksLikeAgentId(id)) return undefined;
  const stamp = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}$/.exec(id);
  if (stamp === null) return undefined;
  const [, year, month, day, hour, minute, second] = stamp;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** What the name of a file in `messages/` says. */
export interface EntryName {
  /** `foreign`: not a name that an entry has. */
  readonly kind: "mail" | "model" | "tool" | "foreign";
  /** Sender of mail, model of a reply; empty for a foreign name. */
  readonly origin: string;
  /** The counter as written; absent where there is none. */
  readonly digits?: string;
  /** The counter where it is usable: exact as a number. */
  readonly counter?: number;
}

export function parseEntryName(name: string): EntryName {
  const dot = name.lastIndexOf(".");
  const stem = dot < 0 ? name : name.slice(0, dot);
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  const hyphen = stem.indexOf("-");
  const digits = hyphen < 0 ? "" : stem.slice(0, hyphen);
  if (!/^[0-9]+$/.test(digits)) return { kind: "foreign", origin: "" };
  const number = Number(digits);
  const counter = Number.isSafeInteger(number) ? { digits, counter: number } : { digits };
  const origin = stem.slice(hyphen + 1);
  if (origin === "" || (extension !== "md" && extension !== "json")) return { kind: "foreign", origin: "", ...counter };
  const kind = extension === "md" ? "mail" : origin === "tool" ? "tool" : "model";
  return { kind, origin, ...counter };
}

/** By number, then by name; what has no usable counter comes first, so that a later entry never moves it. */
export function compareEntryNames(a: EntryName & { name: string }, b: EntryName & { name: string }): number {
  const byCounter = (a.counter ?? -1) - (b.counter ?? -1);
  if (byCounter !== 0) return byCounter;
  return a.name < b.name ? -1 : 1;
}

/** `<sender>-<NNN>.md` in a mailbox; `undefined` for any other name. */
export function parseDepositName(name: string): { readonly sender: string; readonly number: number } | undefined {
  const match = /^([\s\S]+)-([0-9]+)\.md$/.exec(name);
  return match?.[1] === undefined ? undefined : { sender: match[1], number: Number(match[2]) };
}

/** Numbered files such as `002.md` and `002.refs.md`: by number, then by name; unnumbered ones last. */
export function compareNumbered(a: string, b: string): number {
  const first = leadingNumber(a);
  const second = leadingNumber(b);
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : 1;
}

function leadingNumber(name: string): number {
  const digits = /^[0-9]+/.exec(name);
  return digits === null ? Number.POSITIVE_INFINITY : Number(digits[0]);
}
