import { setFlagsFromString } from "node:v8";
import { type BuildResult, build } from "../build.ts";
import type { BuildOptions } from "../options.ts";
import { closedGates, readGates } from "./gates.ts";
import { progressLine } from "./progress.ts";
import { maskingWords, objectionable, plural, policyWords, problems } from "./words.ts";

/** What besides the build itself decides the exit code. */
export interface Demands {
  readonly strict: boolean;
  readonly failOn?: string | undefined;
}

// Left alone, the engine lets garbage grow to several times of what is alive. Where reports are built, memory is dearer.
setFlagsFromString("--heap-growing-percent=60");

/** Builds, tells on stdout what came of it, and answers the exit code. */
export async function runBuild(options: BuildOptions, { strict, failOn }: Demands): Promise<number> {
  const gates = readGates(failOn);
  const line = progressLine(process.stderr);
  const started = performance.now();
  const result = await build(options, { progress: line.show }).finally(line.clear);
  const seconds = (performance.now() - started) / 1000;
  return tell(options, result, { strict, gates, seconds });
}

/** Tells what a build came to, and answers the exit code. */
export function tell(
  options: BuildOptions,
  result: BuildResult,
  {
    strict,
    gates,
    seconds,
  }: { readonly strict: boolean; readonly gates: ReturnType<typeof readGates>; readonly seconds?: number },
): number {
  const out = options.out ?? "report";
  const { zip } = result.shapes;
  process.stdout.write(
    [
      `${plural(result.tasks, "Task")}, ${plural(result.rows, "row")}, ${plural(result.gaps, "gap")} on ${plural(result.pages, "page")}.`,
      ...maskingWords(result.masking),
      `Largest page ${result.largestPage.path}, ${kilobytes(result.largestPage.bytes)}; the whole report ${kilobytes(result.bytes)}${seconds === undefined ? "" : `, made in ${seconds.toFixed(1)} s`}.`,
      `Open ${out}/index.html`,
      ...(options.zip !== undefined && zip ? [`${options.zip}: ${kilobytes(zip.bytes)}`] : []),
      ...singleFileWords(options.singleFile, result.shapes.singleFile),
      `sha256 of SHA256SUMS: ${result.sha256}`,
      "",
    ].join("\n"),
  );
  process.stderr.write(problems(result.diagnostics) + policyWords(result.warnings, result.leaks));
  if (!result.account.balanced) {
    process.stderr.write(
      "The account of the records does not balance: the overview names them. This is a bug in taskfolio; please report it.\n",
    );
    return 3;
  }
  const closed = closedGates(gates, result);
  process.stderr.write(closed.map((gate) => `${gate}\n`).join(""));
  return closed.length > 0 || (strict && objectionable(result)) ? 1 : 0;
}

/** Browsers open larger pages, slowly; hosts may not take them. */
const LARGE = 10_000_000;

function singleFileWords(file: string | undefined, made: BuildResult["shapes"]["singleFile"]): readonly string[] {
  if (file === undefined || !made) return [];
  const left = made.leftOut.length > 0 ? `; left out: ${made.leftOut.join(", ")}` : "";
  const large = made.bytes > LARGE ? "; it is large: some hosts and viewers will not take it" : "";
  return [`${file}: ${kilobytes(made.bytes)}${left}${large}`];
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
