import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenWorkspace, Row, Task, WorkspaceIndex } from "../../../src/model/index.ts";
import { atif, atifExporter } from "../../../src/sources/atif/index.ts";
import { codex } from "../../../src/sources/codex/index.ts";
import { call, input, message, result } from "../../support/rows.ts";
import { tempTree } from "../../support/temp.ts";
import type { Raw } from "../raw.ts";
import { rowsOf } from "../records.ts";
import { fixturePath, openPath } from "./open.ts";

interface Written {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly losses: readonly string[];
}

async function write(workspace: OpenWorkspace): Promise<Written> {
  const files = new Map<string, Uint8Array>();
  const losses = await atifExporter.write(workspace, async ({ path, bytes }) => {
    files.set(path, bytes);
  });
  return { files, losses };
}

async function readBack({ files }: Written): Promise<OpenWorkspace> {
  return openPath(tempTree(Object.fromEntries(files)));
}

function parsed({ files }: Written): readonly Raw[] {
  return [...files]
    .filter(([path]) => path.endsWith(".json"))
    .map(([, bytes]) => JSON.parse(Buffer.from(bytes).toString()));
}

/** What the format holds of a row. Its place in a file, our remarks and the head's own row are not of the ledger. */
function held(rows: readonly Row[], ids: boolean) {
  return rows
    .filter((row) => !(row.type === "notice" && row.code === "trajectory"))
    .map((row) => {
      const {
        place: _place,
        record: _record,
        remarks: _remarks,
        sequence: _sequence,
        label: _label,
        itemId,
        inheritedFrom,
        ...rest
      } = row;
      const summaries = rest.type === "compaction" ? { summaries: rest.summaries.map((summary) => summary.text) } : {};
      return { ...rest, ...summaries, ...(ids ? { itemId, inheritedFrom } : {}) };
    });
}

/** Workspaces whose rows the format can hold, and whether each Task is one file already, so that steps keep their numbers. */
const CASES: readonly (readonly [string, boolean])[] = [
  ["typical", true],
  ["delegation", true],
  ["summarised", true],
  ["continued", false],
  ["embedded", true],
  ["one-line", true],
  ["empty", true],
];

describe("a trajectory that is read, written and read again", () => {
  it.each(CASES)("%s has the same rows, Tasks and links", async (name, ids) => {
    const before = await openPath(fixturePath(name));
    const written = await write(before);
    const after = await readBack(written);
    for (const task of before.index.tasks)
      expect(held(await rowsOf(after, task.id), ids)).toEqual(held(await rowsOf(before, task.id), ids));
    const facts = (index: WorkspaceIndex) =>
      index.tasks
        .map(({ id, parentId, rootId, title, goal, agent, status, result: came, record, helper }) => ({
          id,
          parentId,
          rootId,
          title,
          goal,
          agent,
          status,
          came: came?.parts,
          record,
          helper,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(facts(after.index)).toEqual(facts(before.index));
    const links = (index: WorkspaceIndex) =>
      index.edges
        .map(({ basis: _basis, call: from, returns, ...edge }) => ({
          ...edge,
          from: ids ? from : "",
          returns: returns.length,
        }))
        .sort((a, b) => (a.childTaskId < b.childTaskId ? -1 : 1));
    expect(links(after.index)).toEqual(links(before.index));
  });

  it("is written the same again from what was written", async () => {
    for (const [name] of CASES) {
      const once = await write(await openPath(fixturePath(name)));
      const twice = await write(await readBack(once));
      expect(parsed(twice).map((one) => one.steps)).toEqual(parsed(once).map((one) => one.steps));
    }
  });

  it("loses nothing that the format can hold, and says what it cannot", async () => {
    expect((await write(await openPath(fixturePath("typical")))).losses).toEqual([]);
    expect((await write(await openPath(fixturePath("delegation")))).losses).toEqual([
      "1 Task without a transcript here has no file; references name it by id.",
    ]);
    expect((await write(await openPath(fixturePath("broken")))).losses).toEqual(
      expect.arrayContaining(["2 rows that could not be read are left out."]),
    );
  });

  it("keeps pieces of content and the images that it points at", async () => {
    const before = await openPath(fixturePath("parts"));
    const written = await write(before);
    expect(parsed(written)[0].steps[0].message.slice(0, 2)).toEqual([
      { type: "text", text: "What is on this picture?" },
      { type: "image", source: { media_type: "image/png", path: "images/sky.png" } },
    ]);
    expect(parsed(written)[0].steps[1].observation.results[0].content[0].source).toEqual({
      media_type: "image/jpeg",
      path: "images/zoom.jpg",
    });
    expect(written.losses).toEqual(["ATIF content is text and images: 1 other piece stands as text."]);
  });
});

function task(more: Partial<Task> = {}): Task {
  return {
    id: "t",
    rootId: "t",
    title: "A Task",
    status: { word: "unknown", basis: "a test", certainty: "derived" },
    record: "present",
    attached: true,
    places: [],
    ...more,
  };
}

function workspaceOf(rows: readonly Row[], more: Partial<WorkspaceIndex> = {}): OpenWorkspace {
  const index: WorkspaceIndex = {
    format: "test",
    tasks: [task()],
    edges: [],
    gaps: new Map(),
    stored: new Map(),
    files: [],
    notes: [],
    diagnostics: [],
    ...more,
  };
  return {
    index,
    async *rows(id) {
      if (id === "t") yield* rows;
    },
    bytes: async () => new Uint8Array(),
    request: async () => undefined,
    close: async () => {},
  };
}

async function stepsOf(...rows: readonly Row[]) {
  const written = await write(workspaceOf(rows));
  return { steps: parsed(written)[0].steps, losses: written.losses };
}

function reasoning(n: number, text: string | undefined, more: Partial<Row> = {}): Row {
  const { type: _type, role: _role, parts: _parts, ...head } = message(n);
  return { ...head, ...more, type: "reasoning", ...(text === undefined ? {} : { text }) } as Row;
}

describe("any workspace, written as trajectories", () => {
  it("has what a trajectory must have, in the order that the format gives it", async () => {
    const { files } = await write(
      workspaceOf([input(1)], {
        tasks: [task({ agent: "Wren", parentId: "p", usage: { input_tokens: 5, cached_input_tokens: 2, other: 1 } })],
      }),
    );
    expect([...files.keys()]).toEqual(["1-t.trajectory.json"]);
    const text = Buffer.from([...files.values()][0] ?? new Uint8Array()).toString();
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      schema_version: "ATIF-v1.6",
      session_id: "t",
      agent: { name: "Wren", version: "unknown", extra: { parent_session_id: "p" } },
      steps: [{ step_id: 1, source: "user" }],
      final_metrics: {
        total_prompt_tokens: 5,
        total_cached_tokens: 2,
        total_steps: 1,
        extra: { input_tokens: 5, cached_input_tokens: 2, other: 1 },
      },
    });
  });

  it("puts a reply into one step, with the results of its calls", async () => {
    const { steps, losses } = await stepsOf(
      input(1),
      reasoning(2, "why"),
      message(3, { model: "m", usage: { input_tokens: 7 } }),
      call(4, "a"),
      call(5, "b"),
      result(6, "b"),
      result(7, "a"),
    );
    expect(losses).toEqual([]);
    expect(steps).toEqual([
      { step_id: 1, source: "user", message: "message 1" },
      {
        step_id: 2,
        source: "agent",
        model_name: "m",
        message: "message 3",
        reasoning_content: "why",
        tool_calls: [
          { tool_call_id: "a", function_name: "bash", arguments: { command: "ls" } },
          { tool_call_id: "b", function_name: "bash", arguments: { command: "ls" } },
        ],
        observation: {
          results: [
            { source_call_id: "b", content: "out 6" },
            { source_call_id: "a", content: "out 7" },
          ],
        },
        metrics: { prompt_tokens: 7, extra: { input_tokens: 7 } },
      },
    ]);
  });

  it("begins a step with each turn, and splits a reply whose order a step cannot hold", async () => {
    expect((await stepsOf(message(1), message(2, { turnIndex: 1 }))).steps).toHaveLength(2);
    const { steps, losses } = await stepsOf(call(1, "a"), message(2), reasoning(3, "why"), result(4, "a"));
    expect(
      steps.map((step: { message: string; reasoning_content?: string }) => [step.message, step.reasoning_content]),
    ).toEqual([
      ["", undefined],
      ["message 2", undefined],
      ["", "why"],
    ]);
    expect(losses).toEqual([
      "A result stands in the step of its call: 1 that came later is moved there.",
      "A step has reasoning, then words, then calls: 2 replies in another order are split into several steps.",
    ]);
  });

  it("merges what a step has place for once, and says so", async () => {
    const { steps, losses } = await stepsOf(reasoning(1, "a"), reasoning(2, "b"), message(3), message(4));
    expect(steps).toMatchObject([
      {
        reasoning_content: "a\n\nb",
        message: [
          { type: "text", text: "message 3" },
          { type: "text", text: "message 4" },
        ],
      },
    ]);
    expect(losses).toEqual(["A step has one reasoning and one message: 2 rows are merged with the one before."]);
  });

  it("gives results to the calls of their id in order, and keeps one that has none", async () => {
    const { steps, losses } = await stepsOf(
      call(1, "a"),
      result(2, "a"),
      call(3, "a", { turnIndex: 1 }),
      result(4, "a", { turnIndex: 1 }),
      result(5, "z", { turnIndex: 1 }),
    );
    expect(
      steps.map((step: { observation?: { results: readonly { content: string }[] } }) =>
        step.observation?.results.map((one) => one.content),
      ),
    ).toEqual([["out 2"], ["out 4"], undefined]);
    expect(steps[2]).toMatchObject({ source: "system", message: "out 5" });
    expect(losses).toEqual(["A result needs its call: 1 result without one stands as the system's words."]);
  });

  it("writes images as files, and everything else that is no text as text", async () => {
    const parts = [
      { type: "image", mediaType: "image/png", data: "AAAA" },
      { type: "image", mediaType: "image/svg+xml", data: "AAAA" },
      { type: "document", mediaType: "application/pdf", data: "AAAA", name: "a.pdf" },
      { type: "link", what: "document", url: "b.pdf" },
      { type: "json", value: { a: 1 } },
    ] as const;
    const written = await write(workspaceOf([input(1, { parts })]));
    expect([...written.files].map(([path, bytes]) => [path, path.endsWith(".png") ? [...bytes] : "json"])).toEqual([
      ["1-t.trajectory.json", "json"],
      ["images/1-1.png", [0, 0, 0]],
    ]);
    expect(parsed(written)[0].steps[0].message).toEqual([
      { type: "image", source: { media_type: "image/png", path: "images/1-1.png" } },
      { type: "text", text: "[image of type image/svg+xml]" },
      { type: "text", text: "[document: a.pdf]" },
      { type: "text", text: "[document: b.pdf]" },
      { type: "text", text: '{"a":1}' },
    ]);
    expect(written.losses).toEqual(["ATIF content is text and images: 4 other pieces stand as text."]);
  });

  it("writes withheld rows as one word, and no content of them", async () => {
    const restricted = { rule: "no-env" };
    const { steps, losses } = await stepsOf(
      input(1, { parts: [], restricted }),
      reasoning(2, undefined, { restricted }),
      message(3, { parts: [], restricted }),
      call(4, "a", { input: undefined, fields: {}, restricted }),
      result(5, "a", { output: [], restricted }),
    );
    expect(steps).toMatchObject([
      { message: "[withheld]" },
      {
        reasoning_content: "[withheld]",
        message: "[withheld]",
        tool_calls: [{ arguments: {} }],
        observation: { results: [{ content: "[withheld]" }] },
      },
    ]);
    expect(losses).toEqual(['5 withheld rows stand as the word "[withheld]" alone.']);
  });

  it("wraps an input that is no object", async () => {
    const { steps, losses } = await stepsOf(
      call(1, "a", { input: "*** Begin Patch" }),
      call(2, "b", { input: undefined }),
    );
    expect(steps[0].tool_calls.map((one: { arguments: unknown }) => one.arguments)).toEqual([
      { input: "*** Begin Patch" },
      {},
    ]);
    expect(losses).toEqual(['Arguments have to be an object: 1 input stands under the name "input".']);
  });

  it("writes values that are nested deeper than the stack is high", async () => {
    let deep: unknown = [];
    for (let at = 0; at < 20_000; at += 1) deep = [deep];
    const written = await write(workspaceOf([call(1, "a", { input: { deep } })]));
    expect(Buffer.from([...written.files.values()][0] ?? []).toString()).toContain("[".repeat(20_001));
  });

  it("refers to children from the results of their calls, and by their head where there is none", async () => {
    const tasks = [
      task(),
      task({ id: "u", rootId: "t", parentId: "t" }),
      task({ id: "v", rootId: "t", parentId: "t", record: "absent", title: "Gone" }),
    ];
    const edge = { parentTaskId: "t", kind: "created", established: "declared", basis: "a test", returns: [] } as const;
    const edges = [
      { ...edge, childTaskId: "u", call: call(1, "a").itemId },
      { ...edge, childTaskId: "v", call: call(2, "b").itemId },
      { ...edge, childTaskId: "u", kind: "waited", call: call(1, "a").itemId } as const,
    ];
    const written = await write(workspaceOf([call(1, "a"), call(2, "b"), result(3, "a")], { tasks, edges }));
    const [parent, child] = parsed(written);
    expect(parent.steps[0].observation.results).toEqual([
      {
        source_call_id: "a",
        content: "out 3",
        subagent_trajectory_ref: [{ session_id: "u", trajectory_path: "2-u.trajectory.json" }],
      },
    ]);
    expect(child.agent.extra).toEqual({ parent_session_id: "t" });
    expect(written.losses).toEqual([
      "1 Task without a transcript here has no file; references name it by id.",
      "ATIF tells who was started, not who was waited for: 1 such link is left out.",
      "A link stands with the result of its call: 1 child of calls without one is linked by its own head at most.",
    ]);
  });

  it("names files by number and by what is left of an id, whatever the id is", async () => {
    const tasks = ["../../etc/passwd", "a/b", "a\\b", "x".repeat(300)].map((id) => task({ id, rootId: id }));
    const { files } = await write(workspaceOf([], { tasks }));
    expect([...files.keys()]).toEqual([
      "1-.._.._etc_passwd.trajectory.json",
      "2-a_b.trajectory.json",
      "3-a_b.trajectory.json",
      `4-${"x".repeat(60)}.trajectory.json`,
    ]);
  });

  it("says once of each thing that has no place, with how often, and of nothing that is not there", async () => {
    const place = { file: "f" };
    const rows: readonly Row[] = [
      input(1, { role: "agent", input: { kind: "mailbox", sender: { id: "p" } }, runId: "1" }),
      reasoning(2, undefined, { withheld: "encrypted", runId: "2" } as Partial<Row>),
      message(3, {
        cleared: true,
        inheritedFrom: { taskId: "p", itemId: "x" },
        call: { step: "1", timing: { durationMs: 5 } },
      }),
      call(4, "a", { turnIndex: 1, createdAt: "t1", providerSide: true }),
      result(5, "a", { turnIndex: 1, createdAt: "t2", isError: true, timing: { durationMs: 5 }, completedFrom: place }),
      {
        ...message(6),
        type: "notice",
        code: "error",
        severity: "failure",
        says: "an error",
        quotes: [],
      } as unknown as Row,
      { ...message(7), type: "raw", text: "x", says: "bad" } as unknown as Row,
    ];
    const summary = { text: "s", record: "r", place };
    const index: Partial<WorkspaceIndex> = {
      tasks: [task({ status: { word: "failed", basis: "b", certainty: "recorded" } })],
      gaps: new Map([
        [
          "t",
          [
            {
              id: "g",
              before: null,
              kind: "missing",
              unit: ["row", "rows"],
              summaries: [summary],
              pairing: "not recorded",
            },
          ],
        ],
      ]),
      stored: new Map([["t", [{ itemId: "m", record: "r", place, input: { kind: "mailbox" }, parts: [] }]]]),
    };
    const { losses } = await write(workspaceOf(rows, index));
    expect(losses).toHaveLength(16);
    for (const sentence of losses) expect(sentence).toMatch(/^(?:[A-Z]|\d).* .*\.$/);
    expect(new Set(losses).size).toBe(losses.length);
    expect((await write(workspaceOf([input(1)]))).losses).toEqual([]);
  });
});

describe("transcripts of another format, written as trajectories", () => {
  const codexFixture = (name: string) => new URL(`../../../fixtures/codex/${name}`, import.meta.url).pathname;

  it.each(["typical", "family", "compaction", "turns", "old-shape", "broken", "review"])(
    "%s can be read again, with every word of its rows",
    async (name) => {
      const before = await codex.open({ path: codexFixture(name) });
      const written = await write(before);
      const after = await readBack(written);
      for (const one of before.index.tasks) {
        const text = JSON.stringify(await rowsOf(after, one.id));
        for (const row of await rowsOf(before, one.id)) {
          const said = row.type === "message" ? row.parts : row.type === "tool-result" ? row.output : [];
          for (const part of said)
            if (part.type === "text") expect(text).toContain(JSON.stringify(part.text).slice(1, -1));
          if (row.type === "tool-call") expect(text).toContain(JSON.stringify(row.toolCallId));
        }
      }
      expect(after.index.tasks.filter((one) => one.parentId !== undefined)).toHaveLength(
        before.index.tasks.filter((one) => one.parentId !== undefined).length,
      );
      expect(written.losses.length).toBeGreaterThan(0);
    },
  );

  it("says of a family what became of its links", async () => {
    const { losses } = await write(await codex.open({ path: codexFixture("family") }));
    expect(losses).toEqual(
      expect.arrayContaining([
        "ATIF has no status: how 1 Task ended, and how that is known, is left out.",
        "1 Task without a transcript here has no file; references name it by id.",
        "ATIF tells who was started, not who was waited for: 2 such links are left out.",
      ]),
    );
  });
});

const corpus = process.env.TASKFOLIO_CORPUS ?? "";
const sets = corpus !== "" && existsSync(join(corpus, "atif")) ? readdirSync(join(corpus, "atif")).sort() : [];

describe.runIf(sets.length > 0)("every ATIF set of the corpus, written and read again", () => {
  it.each((sets.length > 0 ? sets : [""]).map((name, at) => [at + 1, name] as const))(
    "has the same rows, number %i",
    async (_, name) => {
      const before = await atif.open({ path: join(corpus, "atif", name) });
      const after = await readBack(await write(before));
      expect(after.index.tasks.map((one) => one.id).sort()).toEqual(before.index.tasks.map((one) => one.id).sort());
      for (const one of before.index.tasks)
        expect(held(await rowsOf(after, one.id), false)).toEqual(held(await rowsOf(before, one.id), false));
    },
  );
});
