import type { Part, Place, ResultSection, ToolResultRow } from "../../model/index.ts";
import { completeCut, type Envelope, findCut, readEnvelope, readSections } from "./conventions.ts";
import type { ToolRun } from "./steps.ts";

/** The run of one call as its step recorded it. The place comes from ids that the reader holds, never from content. */
export interface RunOfCall {
  readonly run: ToolRun;
  /** Runs of a batch's inner calls, from 1. */
  readonly inner: (k: number) => ToolRun | undefined;
  readonly streams: () => { stdout?: string; stderr?: string } | undefined;
}

type OutputFacts = Partial<
  Pick<ToolResultRow, "exitCode" | "streams" | "sections" | "completedFrom" | "timing" | "remarks">
>;

/** What litany's conventions and the step's record add to a result's recorded output. */
export function readOutput(output: readonly Part[], kind: string | undefined, recorded: RunOfCall): OutputFacts {
  const timing = recorded.run.timing === undefined ? {} : { timing: recorded.run.timing };
  const exit = recorded.run.exitCode === undefined ? {} : { exitCode: recorded.run.exitCode };
  const first = output[0];
  if (first?.type !== "text") return { ...exit, ...timing };
  // Any other tool may print such headings.
  const sections = kind === undefined || kind === "batch" ? readSections(first.text) : [];
  if (sections.length > 0) return { ...exit, ...timing, sections: sections.map(withRun) };
  const envelope = readEnvelope(first.text);
  if (envelope === undefined) return { ...exit, ...timing };
  const facts = { exitCode: envelope.exitCode, ...timing };
  // Streams must hold all that the output says, and only text can stand in them.
  return output.length > 1 ? facts : { ...facts, ...completed(envelope, recorded) };

  function withRun(section: ResultSection, at: number): ResultSection {
    const run = recorded.inner(at + 1);
    return run?.timing === undefined ? section : { ...section, timing: run.timing };
  }
}

const NOT_FOLLOWED = "the line that says where its output was cut names another place; that place was not read";

function completed(envelope: Envelope, recorded: RunOfCall): OutputFacts {
  const { stdout, stderr } = envelope;
  const streams = { stdout, ...(stderr === undefined ? {} : { stderr }) };
  const cuts = [findCut("stdout", stdout), findCut("stderr", stderr ?? "")].filter((cut) => cut !== undefined);
  if (cuts.length === 0) return { streams };
  const place = recorded.run.output;
  const whole = place === undefined ? undefined : recorded.streams();
  const strange = cuts.some((cut) => cut.names !== place) ? [NOT_FOLLOWED] : [];
  if (place === undefined || whole === undefined) {
    return {
      streams,
      remarks: ["a line in it says that it was cut; the whole of it is not in this workspace", ...strange],
    };
  }
  const filled = { ...streams };
  for (const cut of cuts) {
    const text = completeCut(cut, whole[cut.stream] ?? "");
    if (text === undefined) {
      return { streams, remarks: ["it was cut, and what its step recorded does not fit what is left", ...strange] };
    }
    filled[cut.stream] = text;
  }
  // A tool may print the cut result of another: then nothing of its own is missing.
  if (filled.stdout === stdout && filled.stderr === stderr) return { streams };
  const completedFrom: Place = { file: place };
  return { streams: filled, completedFrom, ...(strange.length === 0 ? {} : { remarks: strange }) };
}
