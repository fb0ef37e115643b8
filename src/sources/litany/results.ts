import type { Part, Place, ResultSection, ToolResultRow } from "../../model/index.ts";
import { completeCut, type Envelope, findCut, readEnvelope, readSections, renderEnvelope } from "./conventions.ts";
import type { ToolRun } from "./steps.ts";

/** The run of one call as its step recorded it. The place comes from ids that the reader holds, never from content. */
export interface RunOfCall {
  readonly run: ToolRun;
  readonly streams: () => { stdout?: string; stderr?: string } | undefined;
  /** Runs of a batch's inner calls, from 1. */
  readonly inner: (k: number) => Omit<RunOfCall, "inner">;
}

type Recorded = Omit<RunOfCall, "inner">;
type OutputFacts = Partial<
  Pick<ToolResultRow, "exitCode" | "streams" | "sections" | "completedFrom" | "timing" | "remarks">
>;

/** What litany's conventions and the step's record add to a result's recorded output. */
export function readOutput(output: readonly Part[], kind: string | undefined, recorded: RunOfCall): OutputFacts {
  const { timing, exitCode } = recorded.run;
  const ran = { ...(timing === undefined ? {} : { timing }), ...(exitCode === undefined ? {} : { exitCode }) };
  const first = output[0];
  if (first?.type !== "text") return ran;
  // Any other tool may print such headings.
  const sections = kind === undefined || kind === "batch" ? readSections(first.text) : [];
  if (sections.length > 0) return { ...ran, ...withRuns(sections, recorded) };
  const envelope = readEnvelope(first.text);
  if (envelope === undefined) return ran;
  const facts = { ...ran, exitCode: envelope.exitCode };
  // Streams must hold all that the output says, and only text can stand in them.
  return output.length > 1 ? facts : { ...facts, ...completed(envelope, recorded) };
}

function withRuns(sections: readonly ResultSection[], recorded: RunOfCall): OutputFacts {
  const remarks = new Set<string>();
  let completedFrom: Place | undefined;
  const parts = sections.map((section, at): ResultSection => {
    const inner = recorded.inner(at + 1);
    const { timing } = inner.run;
    const timed = timing === undefined ? section : { ...section, timing };
    const envelope = readEnvelope(section.text);
    const whole = envelope === undefined ? {} : completed(envelope, inner);
    for (const remark of whole.remarks ?? []) remarks.add(`a part of it: ${remark}`);
    if (envelope === undefined || whole.streams === undefined || whole.completedFrom === undefined) return timed;
    completedFrom ??= whole.completedFrom;
    remarks.add("parts that were cut are shown whole, each from its own call's record");
    return { ...timed, text: renderEnvelope({ exitCode: envelope.exitCode, ...whole.streams }) };
  });
  return {
    sections: parts,
    ...(completedFrom === undefined ? {} : { completedFrom }),
    ...(remarks.size === 0 ? {} : { remarks: [...remarks] }),
  };
}

const NOT_FOLLOWED = "the line that says where its output was cut names another place; that place was not read";

function completed(envelope: Envelope, recorded: Recorded): Pick<OutputFacts, "streams" | "completedFrom" | "remarks"> {
  const { stdout, stderr } = envelope;
  const streams = { stdout, ...(stderr === undefined ? {} : { stderr }) };
  const cuts = [findCut("stdout", stdout), findCut("stderr", stderr ?? "")].filter((cut) => cut !== undefined);
  if (cuts.length === 0) return { streams };
  const place = recorded.run.output;
  const whole = place === undefined ? undefined : recorded.streams();
  const strange = cuts.some((cut) => cut.names !== place) ? [NOT_FOLLOWED] : [];
  if (place === undefined || whole === undefined) {
    const remark = "a line in it says that it was cut; the whole of it is not in this workspace";
    return { streams, remarks: [remark, ...strange] };
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
