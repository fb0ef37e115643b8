import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { code, command, createDice, type Dice, diff, json, prose, terminal, title } from "./scale-text.ts";

export interface Scale {
  readonly tasks: number;
  /** At least this many rows in each Task; one that delegates has more. */
  readonly rowsPerTask: number;
  /** About how many bytes of transcript in all. Default: 700 a row. */
  readonly bytes?: number;
}

interface Node {
  readonly id: string;
  readonly depth: number;
  readonly children: Node[];
}

/** Most Tasks have few children; the first one has as many as this, where there are enough Tasks. */
const MOST_CHILDREN = 300;
const MAX_DEPTH = 5;

/** Fills an empty folder with a litany workspace of a given size: trees of Tasks, and a believable mix of rows. */
export async function writeScale(dir: string, { tasks, rowsPerTask, bytes }: Scale): Promise<{ bytes: number }> {
  const dice = createDice(tasks * 31 + rowsPerTask);
  const nodes = plant(tasks, dice);
  const size = (bytes ?? tasks * rowsPerTask * 700) / (tasks * rowsPerTask);
  const blocks: string[] = [];
  let written = 0;
  for (const node of nodes) {
    const messages = join(dir, "agents", node.id, "messages");
    await mkdir(messages, { recursive: true });
    await writeFile(join(dir, "agents", node.id, "goal.md"), `${title(dice)}\n\n${prose(dice, 300)}`);
    for (const [name, text] of transcript(node, rowsPerTask, size, dice, blocks)) {
      await writeFile(join(messages, name), text);
      written += Buffer.byteLength(text);
    }
  }
  return { bytes: written };
}

/** Parents before their children. */
function plant(tasks: number, dice: Dice): readonly Node[] {
  const nodes: Node[] = [];
  const grow = (parent: Node | undefined) => {
    const number = nodes.length;
    const segment = `20270101T${clock(number)}Z-${number.toString(16).padStart(8, "0")}`;
    const node = {
      id: parent === undefined ? segment : `${parent.id}-${segment}`,
      depth: (parent?.depth ?? -1) + 1,
      children: [],
    };
    parent?.children.push(node);
    nodes.push(node);
  };
  grow(undefined);
  const wide = nodes[0];
  for (let i = 0; i < MOST_CHILDREN && nodes.length < tasks && tasks > MOST_CHILDREN; i += 1) grow(wide);
  while (nodes.length < tasks) {
    const parent = nodes[1 + dice(nodes.length)];
    grow(parent === undefined || parent.depth >= MAX_DEPTH || parent.children.length > 7 ? undefined : parent);
  }
  return nodes;
}

function clock(number: number): string {
  const two = (n: number) => String(n % 60).padStart(2, "0");
  return `${String(Math.floor(number / 3600) % 24).padStart(2, "0")}${two(Math.floor(number / 60))}${two(number)}`;
}

function* transcript(
  node: Node,
  rows: number,
  size: number,
  dice: Dice,
  blocks: string[],
): Generator<[string, string]> {
  const waiting = [...node.children];
  let counter = 0;
  let made = 0;
  const entry = (origin: string, text: string, more = 1): [string, string] => {
    counter += 1;
    made += more;
    return [`${String(counter).padStart(3, "0")}-${origin}`, text];
  };
  const mail = (from: string, text: string, head = "") =>
    entry(`${from}.md`, `---\nfrom: ${from}\ndeposited_at: 2027-01-01T00:00:00Z\n${head}---\n${text}`);

  yield mail(node.depth === 0 ? "user" : node.id.split("-").slice(0, -2).join("-"), prose(dice, size));
  while (made < rows - 1 || waiting.length > 0) {
    const child = waiting.shift();
    const use = child === undefined ? toolUse(size, dice, blocks) : dispatching(child, dice);
    const id = `call_${counter}`;
    const content = [
      ...(dice(2) === 0 ? [{ type: "thinking", text: prose(dice, size / 4), signature: null }] : []),
      ...(dice(3) === 0 ? [{ type: "text", text: prose(dice, size / 4) }] : []),
      { type: "tool_use", id, name: use.name, input: use.input },
    ];
    yield entry("model-1.2.json", reply(content, dice), content.length);
    const failed = child === undefined && dice(9) === 0;
    const result = `Exit code: ${failed ? 1 : 0}\n${use.output}${failed ? "--- stderr ---\nerror: it failed\n" : ""}`;
    yield entry(
      "tool.json",
      JSON.stringify([
        { type: "tool_result", tool_use_id: id, content: [{ type: "text", text: result }], is_error: failed },
      ]),
    );
    if (child !== undefined && dice(5) > 0) {
      const epitaph = dice(8) === 0 ? "budget-exhausted" : "final-response";
      yield mail(child.id, prose(dice, size / 2), `epitaph: ${epitaph}\nterminal_ref: ${"0".repeat(40)}\n`);
    }
    if (dice(30) === 0) yield mail("user", prose(dice, size / 3));
  }
  yield entry("model-1.2.json", reply([{ type: "text", text: prose(dice, size) }], dice));
}

function reply(content: readonly unknown[], dice: Dice): string {
  const usage = { input_tokens: 500 + dice(4000), output_tokens: 20 + dice(900), cache_read_tokens: dice(90_000) };
  return JSON.stringify({ content, usage });
}

interface Use {
  readonly name: string;
  readonly input: unknown;
  readonly output: string;
}

/** By bytes about half code, a sixth terminal, an eighth JSON, a twelfth patches. */
function toolUse(size: number, dice: Dice, blocks: string[]): Use {
  const bytes = size * (1 + dice(3));
  const turn = dice(12);
  if (turn < 6)
    return {
      name: "read_file",
      input: { path: `src/${title(dice).split(":", 1)[0] ?? "x"}.ts` },
      output: readAgain(bytes, dice, blocks),
    };
  if (turn < 9) return { name: "bash", input: { command: command(dice) }, output: terminal(dice, bytes) };
  if (turn < 11) return { name: "query", input: { limit: dice(90), where: { open: true } }, output: json(dice, bytes) };
  return { name: "apply_patch", input: { input: diff(dice, bytes) }, output: '{"status":"applied"}\n' };
}

/** Four of ten files that an agent reads, it has read before. */
function readAgain(bytes: number, dice: Dice, blocks: string[]): string {
  const old = dice(10) < 4 ? blocks[dice(blocks.length)] : undefined;
  if (old !== undefined) return old;
  const fresh = code(dice, bytes);
  if (blocks.length < 400) blocks.push(fresh);
  else blocks[dice(400)] = fresh;
  return fresh;
}

function dispatching(child: Node, dice: Dice): Use {
  const output = `${JSON.stringify({ status: "in_progress", handle: child.id })}\n`;
  return { name: "dispatch", input: { role: "worker", goal: title(dice) }, output };
}
