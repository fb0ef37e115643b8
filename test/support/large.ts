import { writeTree } from "./temp.ts";

const root = "20270101T000000Z-00000001";
const id = (parent: string, minute: number, short: number) =>
  `${parent}-20270101T00${String(minute).padStart(2, "0")}00Z-${short.toString(16).padStart(8, "0")}`;

/**
 * A litany workspace whose pages meet every limit: a ledger of several pages with more than 999 entries, a payload that
 * no page holds, one line of a megabyte, more children than navigation shows, and Tasks as deep as names allow. The same bytes each time.
 */
export async function writeLarge(folder: string): Promise<string> {
  const files: Record<string, string> = {};
  agent(files, root, "A long piece of work", longTranscript());
  for (let i = 0; i < 130; i += 1) agent(files, id(root, i % 60, 0x100 + i), `Part ${i + 1}`, shortTranscript(root, i));
  let deep = root;
  for (let i = 0; i < 8; i += 1) {
    const parent = deep;
    deep = id(parent, i, 0x1000 + i);
    agent(files, deep, `Level ${i + 2}`, shortTranscript(parent, i));
  }
  return writeTree(folder, files);
}

function agent(files: Record<string, string>, name: string, goal: string, transcript: readonly Entry[]): void {
  files[`agents/${name}/goal.md`] = `${goal}\n`;
  for (const [i, [origin, text]] of transcript.entries()) {
    files[`agents/${name}/messages/${String(i + 1).padStart(3, "0")}-${origin}`] = text;
  }
}

type Entry = readonly [origin: string, text: string];

function shortTranscript(from: string, i: number): readonly Entry[] {
  return [
    [`${from}.md`, `---\nfrom: ${from}\n---\nLook at part ${i + 1}.`],
    ["model-1.json", reply([{ type: "text", text: `Part ${i + 1} is in order.` }])],
  ];
}

function longTranscript(): readonly Entry[] {
  const entries: Entry[] = [["user.md", "Go through all of it, one by one."]];
  for (let i = 0; i < 520; i += 1) {
    const call = `call_${i}`;
    entries.push([
      "model-1.json",
      reply([
        { type: "thinking", text: `Step ${i + 1} of many; the one before gave ${i} lines.`, signature: null },
        { type: "text", text: `Now number **${i + 1}**.` },
        { type: "tool_use", id: call, name: "bash", input: { command: `npm test -- part-${i}` } },
      ]),
    ]);
    entries.push(["tool.json", result(call, outputOf(i), i % 7 === 0)]);
  }
  entries.push(["model-1.json", reply([{ type: "text", text: "All of it is done." }])]);
  return entries;
}

function outputOf(i: number): string {
  if (i === 100) return `Exit code: 0\n${"a line of a long log, and another word\n".repeat(30_000)}`;
  if (i === 101) return `Exit code: 0\n${"x".repeat(1_000_000)}`;
  if (i === 102) return `Exit code: 0\n${"\u001b[31mred\u001b[0m ".repeat(20_000)}`;
  const code = i % 7 === 0 ? 1 : 0;
  return `Exit code: ${code}\n${Array.from({ length: 40 }, (_, line) => `part ${i}, line ${line}: <ok> & done\n`).join("")}`;
}

function reply(content: readonly unknown[]): string {
  return JSON.stringify({ content, usage: { input_tokens: 10, output_tokens: 5 } });
}

function result(call: string, text: string, failed: boolean): string {
  return JSON.stringify([
    { type: "tool_result", tool_use_id: call, content: [{ type: "text", text }], is_error: failed },
  ]);
}
