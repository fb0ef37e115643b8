import { ATTACKS } from "./hostile-payloads.ts";

/** What a place can hold. */
export type Fit =
  /** Any string: it becomes a JSON string, so lone surrogates are possible. */
  | "json"
  /** Text of a file. */
  | "text"
  /** One line of a file. */
  | "line"
  /** One component of a path: no slash, no NUL, at most 200 bytes. */
  | "name"
  /** A word without white space, hyphens or dots, as a path component. */
  | "token";

/**
 * What the pages owe it. `shown`: the token stands in the text of a page. `may`: the format reference lets a reader leave
 * it out. Neither may ever be live.
 */
export type Owed = "shown" | "may";

export interface Placed {
  /** Plain ASCII, found nowhere else in the workspace. */
  readonly token: string;
  /** The field that holds it, in words. */
  readonly field: string;
  readonly kind: string;
  readonly owed: Owed;
}

export interface Placer {
  readonly placed: readonly Placed[];
  /** The next attack in turn, made to fit, and remembered. */
  put(field: string, fit: Fit, owed?: Owed): string;
  /** One attack for each kind. */
  all(field: string, fit: Fit): readonly string[];
}

export function createPlacer(): Placer {
  const placed: Placed[] = [];
  let turn = 0;
  return { placed, put, all: (field, fit) => ATTACKS.map(() => put(field, fit)) };

  function put(field: string, fit: Fit, owed: Owed = "shown"): string {
    const attack = ATTACKS[turn % ATTACKS.length];
    if (attack === undefined) throw new Error("there are no attacks");
    turn += 1;
    const token = `zq${String(turn).padStart(4, "0")}x`;
    placed.push({ token, field, kind: attack.kind, owed });
    return fitted(attack.make(token), token, fit);
  }
}

function fitted(text: string, token: string, fit: Fit): string {
  if (fit === "json") return text;
  const whole = Buffer.from(text).toString();
  if (fit === "text") return whole;
  if (fit === "line") return whole.replaceAll(/\r?\n/g, " ").trim();
  const name = whole.replaceAll("/", "∕").replaceAll("\0", "");
  if (fit === "token") return shortened(name.replaceAll(/[\s.-]/g, "_"), token);
  return shortened(name, token);
}

/** At most 200 bytes with the token in it: what is cut off is the attack's bulk, never its beginning. */
function shortened(name: string, token: string): string {
  if (Buffer.byteLength(name) <= 200) return name;
  const start: string[] = [];
  let bytes = 0;
  for (const character of name.replaceAll(token, "")) {
    bytes += Buffer.byteLength(character);
    if (bytes > 180) break;
    start.push(character);
  }
  return `${start.join("")} ${token}`;
}
