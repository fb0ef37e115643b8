import { execFile } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** One agent of the workspace, whose record is bad in one way. */
export interface BadCase {
  readonly id: string;
  /** What is bad, in words. */
  readonly what: string;
  /** Paths within the workspace of what cannot be read as it should. */
  readonly bad: readonly string[];
}

export interface BadInput {
  /** The workspace; `outside` lies beside it. */
  readonly workspace: string;
  readonly cases: readonly BadCase[];
  /** Plain ASCII tokens that the pages must show: whatever stands beside the bad record. */
  readonly shown: readonly string[];
  /** Tokens that no page may hold: they stand outside the workspace, or in another agent's step. */
  readonly never: readonly string[];
  /** Whether the user of this process reads files without having the right to. */
  readonly readsAll: boolean;
}

/** Fills an empty folder with a workspace that is bad in every way that a file system permits, one agent a way. */
export async function writeBadInput(dir: string): Promise<BadInput> {
  const workspace = join(dir, "workspace");
  const outside = join(dir, "outside");
  const cases: BadCase[] = [];
  const shown: string[] = [];
  const never = ["zqoutside", "zqelsewhere"];
  const write = (path: string, content: string | Uint8Array) => writeInto(join(workspace, path), content);

  await writeInto(join(outside, "secret.md"), "---\nfrom: user\n---\nzqoutside");
  await writeInto(join(outside, "agent/messages/001-user.md"), "zqoutside");
  await writeInto(join(outside, "output.json"), toolOutput("zqoutside"));

  await add("torn", "JSON that ends early", ["003-m.json"], {
    "003-m.json": '{"content":[{"type":"text","text":"zqtorn',
  });
  shown.push("zqtorn");
  await add("garbage", "bytes that are no text", ["003-m.json", "004-tool.json"], {
    "003-m.json": Uint8Array.from({ length: 600 }, (_, i) => (i * 131 + 7) % 256),
    "004-tool.json": "\0".repeat(9000),
  });
  await add("empty", "files without a byte", ["003-m.json", "004-tool.json", "005-note.txt"], {
    "003-m.json": "",
    "004-tool.json": "",
    "005-note.txt": "",
    "006-user.md": "",
  });
  await add("folder", "a folder named like a message", ["003-user.md", "004-vendor"], {
    "003-user.md/inner.md": "x",
    "004-vendor/m.json": "[]",
  });
  await add("counters", "counters twice and beyond every number", [], {
    "003-user.md": "zqtwice1",
    "003-other.md": "zqtwice2",
    "99999999999999999999-user.md": "zqbeyond",
    "1000-user.md": "zqthousand",
    "999-user.md": "zqbefore",
    "0-user.md": "zqzero",
  });
  shown.push("zqtwice1", "zqtwice2", "zqbeyond", "zqthousand", "zqbefore", "zqzero");
  await add("long", "one line of 7 MB", [], {
    "003-m.json": JSON.stringify([{ type: "text", text: `zqlongstart ${"lorem ipsum ".repeat(600_000)}` }]),
  });
  shown.push("zqlongstart");
  await add("deep", "JSON nested 2,000 deep", [], deep(2000));
  await add("deeper", "JSON nested 20,000 deep", [], deep(20_000));
  shown.push("zqdeep2000", "zqdeep20000");
  await add("unreadable", "a file without the right to read it", ["003-user.md"], { "003-user.md": "x" });
  await chmod(join(workspace, "agents/unreadable/messages/003-user.md"), 0);

  await add("fifo", "pipes where files should be", ["003-m.json"], {});
  const pipes = [
    "agents/fifo/messages/003-m.json",
    "agents/fifo/goal.md",
    "inbox/fifo/user-001.md",
    "steps/fifo/001/response.json",
  ];
  for (const pipe of pipes) {
    await mkdir(dirname(join(workspace, pipe)), { recursive: true });
    await run("mkfifo", [join(workspace, pipe)]);
  }

  await add(
    "link",
    "links that leave the workspace, dangle and turn in circles",
    ["003-user.md", "004-user.md", "005-user.md"],
    {},
  );
  const links: readonly (readonly [path: string, to: string])[] = [
    ["agents/link/messages/003-user.md", join(outside, "secret.md")],
    ["agents/link/messages/004-user.md", "nowhere.md"],
    ["agents/link/messages/005-user.md", "005-user.md"],
    ["agents/link/goal.md", "../../../outside/secret.md"],
    ["agents/linked", join(outside, "agent")],
    ["inbox/linked", outside],
    ["steps/link", outside],
    ["agents/link/summary", outside],
  ];
  for (const [path, to] of links) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await symlink(to, join(workspace, path));
  }

  await add("cut", "cut outputs that name a place of another agent, and one outside", [], {
    ...cutCall("003", "call_1", "steps/torn/001/tools/call_1/output.json"),
    ...cutCall("005", "call_2", "steps/cut/001/tools/../../../../../outside/output.json"),
    ...cutCall("007", "call_3", "steps/cut/001/tools/call_3/output.json"),
  });
  await write("steps/torn/001/tools/call_1/output.json", toolOutput("zqelsewhere"));
  await write("steps/cut/001/tools/call_3/output.json", toolOutput("zqown"));
  shown.push("zqown");

  return { workspace, cases, shown, never, readsAll: process.getuid?.() === 0 };

  async function add(
    id: string,
    what: string,
    bad: readonly string[],
    files: Readonly<Record<string, string | Uint8Array>>,
  ) {
    const messages = `agents/${id}/messages`;
    const token = `zqgood${id}`;
    await write(`${messages}/001-user.md`, `Before: ${token}.`);
    await write(`${messages}/002-m.json`, JSON.stringify([{ type: "text", text: `Answered: ${token}2.` }]));
    for (const [name, content] of Object.entries(files)) await write(`${messages}/${name}`, content);
    await write(`${messages}/998-user.md`, `After: ${token}3.`);
    cases.push({ id, what, bad: bad.map((name) => `${messages}/${name}`) });
    shown.push(token, `${token}2`, `${token}3`);
  }
}

async function writeInto(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Written as text: no printer of JSON goes this deep. */
function deep(levels: number): Record<string, string> {
  const input = `${'{"a":['.repeat(levels / 2)}"zqdeep${levels}"${"]}".repeat(levels / 2)}`;
  return {
    "003-m.json": `{"content":[{"type":"tool_use","id":"d","name":"odd","input":${input}}]}`,
    "004-tool.json": `[{"type":"tool_result","tool_use_id":"d","content":${input}}]`,
    "005-m.json": input,
  };
}

/** The longest output there is: what was cut out of it is `token`. */
function whole(token: string): string {
  return `${"head\n".repeat(50)}${token}\n${"tail\n".repeat(50)}`;
}

function toolOutput(token: string): string {
  return JSON.stringify({ stdout: whole(token), stderr: "", exit_code: 0 });
}

function cutCall(number: string, id: string, place: string): Record<string, string> {
  const bytes = whole("zqown").length;
  const line = `[... stdout truncated: ${bytes} bytes / 101 lines total; showing the first 250 and last 250 bytes; full record: ${place} ...]`;
  const text = `Exit code: 0\n${"head\n".repeat(50)}${line}\n${"tail\n".repeat(50)}`;
  const result = String(Number(number) + 1).padStart(3, "0");
  return {
    [`${number}-m.json`]: JSON.stringify([{ type: "tool_use", id, name: "bash", input: { command: `run ${id}` } }]),
    [`${result}-tool.json`]: JSON.stringify([{ type: "tool_result", tool_use_id: id, content: text }]),
  };
}
