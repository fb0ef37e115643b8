import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Row } from "../../src/model/index.ts";
import { HOME_RULE, redact, SECRET_RULES, watchForSecrets } from "../../src/policy/index.ts";
import { createMask, maskDeep } from "../../src/policy/mask.ts";
import { scan } from "../../src/policy/secret-rules.ts";
import { call, gap, input, message, result, task } from "../support/rows.ts";
import { everythingSeen, rowsOf, workspaceOf } from "../support/workspace.ts";
import { LOOK_ALIKES, SECRETS } from "./labelled-secrets.ts";

const OFF = new Set([HOME_RULE]);
const TOKEN = `gh${"p_"}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`;
const OTHER = `gh${"p_"}Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8`;
const said = (text: string) => ({ parts: [{ type: "text", text } as const] });
const clean = (text: string) => text.replaceAll("~", "");

async function masked(workspace: ReturnType<typeof workspaceOf>, off: ReadonlySet<string> = OFF) {
  const watch = watchForSecrets(workspace, off);
  for (const { id } of workspace.index.tasks) await rowsOf(watch.workspace, id);
  const found = await watch.found();
  return { found, view: redact(workspace, found, off, JSON.stringify) };
}

describe("on texts labelled by hand", () => {
  it.each(SECRETS.map((text) => [clean(text)]))("finds the secret in %j", async (labelled) => {
    const text = labelled.replaceAll(/[«»]/g, "");
    const [findings = []] = await scan([text], OFF);
    const secret = /«([\s\S]*)»/.exec(labelled)?.[1];
    const seen = findings.map(({ start, end }) => text.slice(start, end));
    if (secret === undefined) expect(seen[0]?.startsWith("-----BEGIN")).toBe(true);
    else expect(seen.some((found) => found.includes(secret))).toBe(true);
  });

  it.each(LOOK_ALIKES.map((text) => [text]))("masks nothing in %j", async (text) => {
    expect(await scan([text], OFF)).toEqual([[]]);
  });

  it("has enough of both to mean something", () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(60);
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(60);
  });
});

describe("masking", () => {
  it("gives the same secret the same number through the whole report, by first appearance", async () => {
    const workspace = workspaceOf([
      { task: task("a", { title: `about ${OTHER}` }), rows: [message(1, said(`${TOKEN} and ${OTHER}`))] },
      { task: task("b"), rows: [message(2, said(`again ${TOKEN}`))] },
    ]);
    const { view } = await masked(workspace);
    expect(view.index.tasks[0]?.title).toBe("about [redacted: github-token 1]");
    expect((await rowsOf(view, "a"))[0]).toMatchObject(
      said("[redacted: github-token 2] and [redacted: github-token 1]"),
    );
    expect((await rowsOf(view, "b"))[0]).toMatchObject(said("again [redacted: github-token 2]"));
  });

  it.each([
    ["message text", [message(1, said(`x ${TOKEN} y`))]],
    ["reasoning", [{ ...message(1), type: "reasoning", text: TOKEN } as Row]],
    ["a tool's input, nested", [call(1, "x", { input: { a: [{ b: TOKEN }] }, fields: { a: [{ b: TOKEN }] } })]],
    ["a key of a tool's input", [call(1, "x", { input: { [TOKEN]: 1 }, fields: {} })]],
    ["a result's output", [result(1, "x", { output: [{ type: "text", text: TOKEN }] })]],
    ["a result's streams", [result(1, "x", { streams: { stdout: "", stderr: `fatal: ${TOKEN}` } })]],
    ["a tool's name", [call(1, "x", { name: TOKEN })]],
    ["a sender", [input(1, { input: { kind: "mailbox", sender: { id: TOKEN } } })]],
    [
      "a file name",
      [
        message(1, {
          place: { file: `agents/${TOKEN}.json` },
          record: `agents/${TOKEN}.json`,
          itemId: `${TOKEN}.json#1`,
          label: TOKEN,
        }),
      ],
    ],
    ["a row that could not be read", [{ ...message(1), type: "raw", text: `{"a": "${TOKEN}`, says: "torn" } as Row]],
  ])("reaches %s", async (_, rows) => {
    const { view, found } = await masked(workspaceOf([{ task: task("a"), rows }]));
    expect(found.places.length).toBeGreaterThan(0);
    expect(await everythingSeen(view)).not.toContain(TOKEN);
  });

  it("reaches goals, summaries, mail that waits, and requests", async () => {
    const gaps = new Map([["a", [gap(5, { summaries: [{ text: TOKEN, record: "s", place: { file: "s" } }] })]]]);
    const stored = new Map([
      [
        "a",
        [
          {
            itemId: "inbox/1",
            record: "i",
            place: { file: "inbox/1" },
            input: { kind: "mailbox" as const },
            ...said(TOKEN),
          },
        ],
      ],
    ]);
    const request = { system: [TOKEN], tools: [], messages: [], settings: {} };
    const rows = [message(5, { call: { step: "1", request: { file: "steps/1" } } })];
    const { view } = await masked(workspaceOf([{ task: task("a", { goal: TOKEN }), rows }], { gaps, stored, request }));
    expect(await everythingSeen(view)).not.toContain(TOKEN);
  });

  it("finds a secret inside JSON escapes, and one that only the recorded bytes hold", async () => {
    const workspace = workspaceOf([{ task: task("a"), rows: [message(1)] }]);
    const escaped = TOKEN.replace("a1B2", "\\u00611B2");
    const recorded = { ...workspace, bytes: async () => Buffer.from(`{"unmodelled":"${escaped}"}`) };
    const { view, found } = await masked(recorded);
    expect(found.secrets.has(TOKEN)).toBe(true);
    expect(await everythingSeen(view)).not.toContain(escaped);
    expect((await rowsOf(view, "a"))[0]?.place.rewritten).toBe(true);
  });

  it("finds a secret that a border between batches cuts", async () => {
    const filler = "x".repeat(256 * 1024 - 20);
    const { view } = await masked(
      workspaceOf([{ task: task("a"), rows: [message(1, said(`${filler} ${TOKEN} ${filler}`))] }]),
    );
    expect(await everythingSeen(view)).not.toContain(TOKEN);
  });

  it("says that bytes are written anew, and gives neither range nor size of the recorded ones", async () => {
    const { view } = await masked(
      workspaceOf([
        { task: task("a"), rows: [message(1, { ...said(TOKEN), place: { file: "f", start: 1, end: 9 } }), message(2)] },
      ]),
    );
    const [first, second] = await rowsOf(view, "a");
    expect(first?.place).toEqual({ file: "f", rewritten: true });
    expect(second?.place).toEqual(message(2).place);
  });

  it("keeps joins: ids are masked alike wherever they stand", async () => {
    const id = `agent-${TOKEN}`;
    const workspace = workspaceOf([{ task: task(id), rows: [call(1, TOKEN), result(2, TOKEN)] }]);
    const { view } = await masked(workspace);
    const shown = view.index.tasks[0]?.id ?? "";
    const rows = await rowsOf(view, shown);
    expect(rows.map((row) => ("toolCallId" in row ? row.toolCallId : ""))).toEqual([
      "[redacted: github-token 1]",
      "[redacted: github-token 1]",
    ]);
  });

  it("masks a short password where it stands and leaves the word alone elsewhere", async () => {
    const { view } = await masked(
      workspaceOf([
        {
          task: task("a"),
          rows: [message(1, said("DB_PASSWORD=tulip7\n")), message(2, said("I like tulip7 and tulips."))],
        },
      ]),
    );
    const [first, second] = await rowsOf(view, "a");
    expect(first).toMatchObject(said("DB_PASSWORD=[redacted: assignment 1]\n"));
    expect(second).toMatchObject(said("I like tulip7 and tulips."));
  });

  it("does not let a comment switch the scanner off", async () => {
    const { found } = await masked(
      workspaceOf([{ task: task("a"), rows: [message(1, said(`// secretlint-disable\n${TOKEN}\n`))] }]),
    );
    expect(found.secrets.has(TOKEN)).toBe(true);
  });

  it("leaves what a switched-off rule would mask", async () => {
    const { view } = await masked(
      workspaceOf([{ task: task("a"), rows: [message(1, said(TOKEN))] }]),
      new Set([...OFF, "github-token"]),
    );
    expect(await everythingSeen(view)).toContain(TOKEN);
  });

  it("does not scan images", async () => {
    const data = Buffer.from(TOKEN.repeat(40)).toString("base64");
    const row = message(1, { parts: [{ type: "image", mediaType: "image/png", data }] });
    expect((await masked(workspaceOf([{ task: task("a"), rows: [row] }]))).found.places).toEqual([]);
  });

  it("gives the workspace back untouched where there is nothing to mask", async () => {
    const workspace = workspaceOf([{ task: task("a"), rows: [message(1)] }]);
    expect((await masked(workspace)).view).toBe(workspace);
  });

  it("masks home paths and login names when asked", async () => {
    const text = "/home/jo.average/src and /Users/jo.average, run by jo.average; C:\\Users\\jo.average\\x";
    const { view } = await masked(workspaceOf([{ task: task("a"), rows: [message(1, said(text))] }]), new Set());
    const [row] = await rowsOf(view, "a");
    expect(row).toMatchObject(said("/home/[user 1]/src and /Users/[user 1], run by [user 1]; C:\\Users\\[user 1]\\x"));
  });
});

describe("the mask", () => {
  const secret = { rule: "r", number: 1, elsewhere: "anywhere" } as const;

  it("leaves no secret in any text, however they stand together", () => {
    const part = fc.stringMatching(/^[ab]{12,16}$/);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(fc.oneof(part, fc.constant(" "), fc.constant("a")), { maxLength: 12 }),
        (secrets, pieces) => {
          const mask = createMask(new Map(secrets.map((text, i) => [text, { ...secret, number: i + 1 }])), OFF);
          const text = mask(pieces.join(" "));
          for (const one of secrets) expect(text).not.toContain(one);
        },
      ),
    );
  });

  it("changes nothing in data that holds no secret, and gives the very same object back", () => {
    const mask = createMask(new Map([[TOKEN, secret]]), OFF);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(maskDeep(value, mask)).toBe(value);
      }),
    );
  });

  it("reaches data nested 20,000 deep, and keys that name object members", () => {
    const mask = createMask(new Map([[TOKEN, secret]]), OFF);
    let deep: unknown = TOKEN;
    for (let i = 0; i < 20_000; i += 1) deep = { __proto__: null, nested: deep };
    expect(() => maskDeep(deep, mask)).not.toThrow();
    const own = JSON.parse(`{"__proto__": "${TOKEN}", "constructor": "${TOKEN}"}`);
    expect(JSON.stringify(maskDeep(own, mask))).toBe('{"__proto__":"[redacted: r 1]","constructor":"[redacted: r 1]"}');
  });

  it("names every rule that can be switched off", () => {
    for (const rule of ["github-token", "assignment", "authorization", "url-password", "private-key"])
      expect(SECRET_RULES).toContain(rule);
  });
});
