import { roleOfPalette, roleOfRgb, tintOf } from "./terminal-colours.ts";

interface Look {
  /** A colour role as its class, `f1` or `h10`; `undefined` is the default. */
  fore: string | undefined;
  back: string | undefined;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
}

const PLAIN: Look = {
  fore: undefined,
  back: undefined,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};

interface State {
  readonly look: Look;
  readonly classes: string;
  /** Where codes led from here before; output repeats the same few. */
  readonly next: Map<string, State>;
}

/** The look that colour codes have built up, as class names of our stylesheet. */
export function createStyle() {
  const plain: State = { look: PLAIN, classes: "", next: new Map() };
  const states = new Map([[keyOf(PLAIN), plain]]);
  let state = plain;

  function stateOf(look: Look): State {
    const key = keyOf(look);
    const known = states.get(key);
    if (known !== undefined) return known;
    const made = { look, classes: classesOf(look), next: new Map() };
    states.set(key, made);
    return made;
  }

  return {
    /** What stands between `ESC [` and `m`. */
    apply(codes: string) {
      const known = state.next.get(codes);
      const next = known ?? stateOf(applied(state.look, codes));
      if (known === undefined) state.next.set(codes, next);
      state = next;
    },
    classes: () => state.classes,
  };
}

function keyOf(look: Look): string {
  return Object.values(look).join();
}

function classesOf(look: Look): string {
  const out: string[] = [];
  // A tint as background decides: text on it is always ink, so that every pair of colours can be read.
  const back = look.inverse ? (look.fore ?? look.back) : look.back;
  if (back !== undefined) out.push(tintOf(back));
  else if (look.inverse) out.push("V");
  else if (look.fore !== undefined) out.push(look.fore);
  else if (look.dim) out.push("D");
  if (look.bold) out.push("B");
  if (look.italic) out.push("I");
  if (look.underline) out.push("U");
  if (look.strike) out.push("S");
  return out.join(" ");
}

// Blinking (5, 6) and hiding (8) are left out: hidden text would be text that readers miss.
const SWITCHES: Readonly<Record<number, Partial<Look>>> = {
  0: PLAIN,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { fore: undefined },
  49: { back: undefined },
};

function applied(before: Look, codes: string): Look {
  const look = { ...before };
  const params = codes.split(";");
  for (let at = 0; at < params.length; at++) {
    const parts = (params[at] ?? "").split(":").map(Number);
    const code = parts[0] ?? 0;
    const change = SWITCHES[code];
    if (code === 4 && parts[1] === 0) look.underline = false;
    else if (change !== undefined) Object.assign(look, change);
    else if (code >= 30 && code <= 37) look.fore = `f${code - 30}`;
    else if (code >= 90 && code <= 97) look.fore = `f${code - 82}`;
    else if (code >= 40 && code <= 47) look.back = `f${code - 40}`;
    else if (code >= 100 && code <= 107) look.back = `f${code - 92}`;
    else if (code === 38 || code === 48) {
      // Either in one parameter, `38:2::r:g:b`, or spread over the ones that follow, `38;2;r;g;b`.
      const spread = parts.length === 1;
      const rest = spread ? params.slice(at + 1, at + 5).map(Number) : parts.slice(1);
      const colour = extended(rest, spread);
      if (spread) at += rest[0] === 5 ? 2 : rest[0] === 2 ? 4 : 0;
      if (colour !== undefined) look[code === 38 ? "fore" : "back"] = colour;
    }
  }
  return look;
}

function extended(rest: readonly number[], spread: boolean): string | undefined {
  if (rest[0] === 5) return roleOfPalette(rest[1] ?? 0);
  if (rest[0] !== 2) return undefined;
  // The form with colons has a place for a colour space, which most writers leave empty and some leave out.
  const [red = 0, green = 0, blue = 0] = !spread && rest.length > 4 ? rest.slice(2) : rest.slice(1);
  return roleOfRgb(red, green, blue);
}
