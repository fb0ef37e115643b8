import type { z } from "zod";
import type { Diagnostic, Place } from "../../model/index.ts";
import type { FileTree } from "../support/files.ts";
import { type JsonLine, readJsonLines } from "../support/jsonl.ts";
import type { JsonObject } from "../support/values.ts";
import type { DamagedRecords } from "./damaged.ts";
import { damageOf } from "./line.ts";
import { mend } from "./mend.ts";
import { fieldProblem, type Problem, type ProblemCode, problem } from "./problems.ts";

/** One record of a file beside the transcripts. */
export interface FileRecord<S extends z.ZodObject> {
  readonly line: JsonLine;
  readonly place: Place;
  readonly id: string;
  readonly value: JsonObject;
  readonly data: Partial<z.output<S>>;
  /** A field is there and is not what the shape asks for. */
  readonly faulty: boolean;
  note(code: ProblemCode): void;
}

export interface RecordFile {
  readonly records: number;
  /** `false`: it is there and could not be read. */
  readonly readable: boolean;
}

/** What all readers of such files share. */
export interface Found {
  readonly tree: FileTree;
  readonly damaged: DamagedRecords;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads a JSON Lines file of records of one shape. A line that is no record goes to the damaged ones, and so does one of
 * which `use` answers why its bytes must be shown.
 */
export function readRecords<S extends z.ZodObject>(
  { tree, damaged, diagnostics }: Found,
  file: string,
  schema: S,
  use: (record: FileRecord<S>) => string | undefined,
): RecordFile {
  if (!tree.kinds.has(file)) return { records: 0, readable: true };
  const outcome = tree.kinds.get(file) === "file" ? readJsonLines(tree.root, file) : { type: "refused" as const };
  if (outcome.type !== "read") {
    diagnostics.push({ ...problem(outcome.type === "refused" ? "not-a-file" : "unreadable-file"), place: { file } });
    return { records: 0, readable: false };
  }
  let records = 0;
  for (const line of outcome.lines) {
    if (line.content.type === "empty") continue;
    records += 1;
    const note = (found: Problem) => diagnostics.push({ ...found, place: { file, line: line.line } });
    if (line.content.type !== "object") {
      const { code, says } = damageOf(line);
      note(problem(code));
      damaged.add(file, line, says);
      continue;
    }
    if (!line.exact) note(problem("not-utf8"));
    if (line.padded) note(problem("nul-padding"));
    const { data, faulty, missing } = mend(schema, line.content.value);
    for (const name of faulty) if (name !== "access") note(fieldProblem("ill-formed", name));
    for (const name of missing) note(fieldProblem("missing", name));
    const place = { file, line: line.line, start: line.start, end: line.end };
    const id = `${file}:${line.line}`;
    const refused = use({
      line,
      place,
      id,
      value: line.content.value,
      data,
      faulty: faulty.length > 0,
      note: (code) => note(problem(code)),
    });
    if (refused !== undefined) damaged.add(file, line, refused);
  }
  return { records, readable: true };
}
