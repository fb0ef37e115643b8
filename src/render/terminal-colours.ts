/** The 16 roles of a terminal are `f0` to `f15`; every other colour becomes one of four greys among them or a hue, `h0` to `h11`. */

/** A colour of the 256 of a terminal. */
export function roleOfPalette(index: number): string {
  const colour = Math.min(255, Math.max(0, Math.floor(index) || 0));
  if (colour < 16) return `f${colour}`;
  if (colour >= 232) return grey(8 + (colour - 232) * 10);
  const step = (of: number) => (of === 0 ? 0 : 55 + of * 40);
  const cube = colour - 16;
  return roleOfRgb(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}

// Below this difference between its strongest and weakest part a colour reads as grey.
const LEAST_CHROMA = 40;

export function roleOfRgb(red: number, green: number, blue: number): string {
  const parts = [red, green, blue].map((part) => Math.min(255, Math.max(0, part || 0)));
  const [r = 0, g = 0, b = 0] = parts;
  const most = Math.max(...parts);
  const chroma = most - Math.min(...parts);
  if (chroma < LEAST_CHROMA) return grey((r + g + b) / 3);
  const sector = most === r ? ((g - b) / chroma + 6) % 6 : most === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return `h${Math.round(sector * 2) % 12}`;
}

function grey(level: number): string {
  if (level < 64) return "f0";
  if (level < 140) return "f8";
  return level < 220 ? "f7" : "f15";
}

// Red, yellow, green, cyan, blue, magenta around the circle of twelve hues, as the terminal numbers them.
const TINT_OF_HUE = [1, 1, 3, 3, 2, 2, 6, 6, 4, 4, 5, 5];

/** The background tint, `b0` to `b7`, nearest to a role. */
export function tintOf(role: string): string {
  const number = Number(role.slice(1));
  return `b${role.startsWith("h") ? (TINT_OF_HUE[number] ?? 7) : number % 8}`;
}
