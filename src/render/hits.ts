/** Lines of one file that a search found, with their numbers where the search told them. */
export interface FileHits {
  /** Absent where the search was of one file and names it nowhere. */
  readonly path?: string;
  readonly numbers?: readonly number[];
  readonly lines: readonly string[];
  /** How many of the lines are hits; the others stand around them. */
  readonly hits: number;
}

// Longer outputs are shown as they are: reading them line by line would cost more than it tells.
const LONGEST = 400_000;
const MOST_FILES = 150;

const HIT = /^((?:[A-Za-z]:)?[^:\n]{1,1000}):(\d{1,9}):(.*)$/;
const NUMBERED = /^(\d{1,9})([:-])(.*)$/;

interface Draft {
  path: string | undefined;
  readonly numbers: number[];
  readonly lines: string[];
  hits: number;
}

/**
 * What a search printed, `path:line:text` or `line:text` each, with lines around the hits as `path-line-text`; grouped by
 * file. `undefined` where any line is of another shape.
 */
export function readHits(output: string): readonly FileHits[] | undefined {
  if (output.length > LONGEST) return undefined;
  const lines = output.split("\n").filter((line) => line !== "" && line !== "--");
  if (lines.length === 0) return undefined;
  return readPaths(lines) ?? readNumbered(lines);
}

function readPaths(lines: readonly string[]): readonly FileHits[] | undefined {
  const found = lines.map((line) => HIT.exec(line));
  const paths = new Set(found.flatMap((hit) => (hit?.[1] === undefined ? [] : [hit[1]])));
  if (paths.size === 0 || paths.size > MOST_FILES) return undefined;
  const files = new Map<string, Draft>();
  for (const [at, line] of lines.entries()) {
    const hit = found[at];
    const read = hit ? { path: hit[1] ?? "", number: hit[2] ?? "", text: hit[3] ?? "" } : around(line, paths);
    if (read === undefined) return undefined;
    const file = files.get(read.path) ?? { path: read.path, numbers: [], lines: [], hits: 0 };
    files.set(read.path, file);
    file.numbers.push(Number(read.number));
    file.lines.push(read.text);
    if (hit) file.hits++;
  }
  return [...files.values()].map(finished);
}

/** A line beside a hit: its path must be one that has a hit, since a `-` may stand anywhere in a path. */
function around(line: string, paths: ReadonlySet<string>) {
  for (const { index } of line.slice(0, 1_000).matchAll(/-(?=\d{1,9}-)/g)) {
    const path = known(line.slice(0, index), paths);
    const [, number, text] = /^-(\d{1,9})-(.*)$/.exec(line.slice(index)) ?? [];
    if (number !== undefined && text !== undefined && path !== undefined) return { path, number, text };
  }
  return undefined;
}

/** Some harnesses shorten the paths of hits and leave those of the lines around them whole. */
function known(path: string, paths: ReadonlySet<string>): string | undefined {
  if (paths.has(path)) return path;
  for (const one of paths) if (path.endsWith(`/${one}`)) return one;
  return undefined;
}

function readNumbered(lines: readonly string[]): readonly FileHits[] | undefined {
  const file: Draft = { path: undefined, numbers: [], lines: [], hits: 0 };
  for (const line of lines) {
    const [, number, sign, text] = NUMBERED.exec(line) ?? [];
    if (number === undefined || text === undefined) return undefined;
    file.numbers.push(Number(number));
    file.lines.push(text);
    if (sign === ":") file.hits++;
  }
  return file.hits === 0 ? undefined : [finished(file)];
}

function finished({ path, numbers, lines, hits }: Draft): FileHits {
  return { ...(path !== undefined && { path }), numbers, lines, hits };
}
