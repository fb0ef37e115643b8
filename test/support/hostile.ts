import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ATTACKS } from "./hostile-payloads.ts";
import { createPlacer, type Placed, type Placer } from "./hostile-placer.ts";
import { failedStep, muteStep, openStep, refusedStep } from "./hostile-steps.ts";
import { hostileTranscript, mail, type Written } from "./hostile-transcript.ts";

export { writeBadInput } from "./bad-input.ts";
export type { Placed } from "./hostile-placer.ts";

export interface Hostile {
  /** Every token, plain ASCII. */
  readonly payloads: readonly string[];
  /** The same in the same order, with the field, the kind of attack, and whether a page owes its text. */
  readonly placed: readonly Placed[];
}

/** Fills an empty folder with a litany workspace in which every field attacks. The same bytes each time. */
export async function writeHostile(dir: string): Promise<Hostile> {
  const placer = createPlacer();
  const files = hostileFiles(placer).map(([path, content]) => [join(dir, path), content] as const);
  for (const folder of new Set(files.map(([path]) => dirname(path)))) await mkdir(folder, { recursive: true });
  await Promise.all(files.map(([path, content]) => writeFile(path, content)));
  return { payloads: placer.placed.map(({ token }) => token), placed: placer.placed };
}

function hostileFiles(placer: Placer): readonly Written[] {
  const { put } = placer;
  const hub = put("agent id", "name");
  const child = `${hub}-20270101T000100Z-0b0b0b0b`;
  const absent = `${hub}-20270101T000200Z-0c0c0c0c`;
  return [
    ...head(`agents/${hub}`, placer),
    ...hostileTranscript(`agents/${hub}/messages`, absent, placer),
    ...failedStep(`steps/${hub}/001`, placer),
    [`steps/${hub}/driver.log`, put("driver log", "text", "may")],
    [`steps/${hub}/${put("stray name in steps", "name", "may")}`, "x"],
    [`inbox/${hub}/${put("sender of a deposit", "name")}-001.md`, mail(placer)],
    [`inbox/${hub}/${child}-002.md`, mail(placer)],
    [`inbox/${hub}/${put("deposit without a number", "name", "may")}`, put("text of a stray deposit", "text", "may")],
    ...head(`agents/${child}`, placer),
    [`agents/${child}/messages/001-${hub}.md`, mail(placer)],
    [`agents/${child}/messages/007-user.md`, put("message behind a hole", "text")],
    ...openStep(`steps/${child}/001`, placer),
    ...ATTACKS.flatMap((_, i) => single(`mute${i}`, (step) => muteStep(step, placer), placer)),
    ...single("refused", (step) => refusedStep(step, placer), placer),
    ...["__proto__", "constructor", "toString", "hasOwnProperty", "con", "nul.txt", "-rf", "index.html"].flatMap((id) =>
      plain(id, placer),
    ),
    ...ATTACKS.flatMap(() => plain(put("agent id", "name"), placer)),
    [`steps/${put("agent id known by its steps", "name")}/001/meta.json`, "{}"],
    [`inbox/${put("agent id known by its mailbox", "name")}/user-001.md`, mail(placer)],
  ];
}

/** What stands beside `messages/`. */
function head(agent: string, { put, all }: Placer): readonly Written[] {
  return [
    [`${agent}/name`, `${put("name", "line")}\n`],
    [`${agent}/goal.md`, all("goal", "text").join("\n\n")],
    [`${agent}/soul.md`, all("soul", "text").join("\n\n")],
    [`${agent}/facts.md`, put("facts", "text", "may")],
    [`${agent}/summary/001.md`, all("summary", "text").join("\n\n")],
    [`${agent}/summary/001.refs.md`, put("references of a summary", "text")],
    [`${agent}/${put("file name of a work product", "name", "may")}`, put("work product", "text", "may")],
    [`${agent}/skills/${put("folder of a skill", "name", "may")}/SKILL.md`, put("text of a skill", "text", "may")],
    [`${agent}/messages/.x.tmp`, put("temporary file", "text", "may")],
  ];
}

/** An agent whose one message nobody answered, for the reason that its step gives. */
function single(id: string, step: (path: string) => readonly Written[], { put }: Placer): readonly Written[] {
  return [[`agents/${id}/messages/001-user.md`, put("unanswered message", "text")], ...step(`steps/${id}/001`)];
}

function plain(id: string, { put }: Placer): readonly Written[] {
  return [
    [`agents/${id}/name`, put("name", "line")],
    [`agents/${id}/messages/001-user.md`, put("message", "text")],
    [`agents/${id}/messages/002-x.json`, JSON.stringify([{ type: "text", text: put("answer", "json") }])],
  ];
}
