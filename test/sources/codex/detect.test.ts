import { describe, expect, it } from "vitest";
import { codex } from "../../../src/sources/codex/index.ts";
import { tempTree } from "../../support/temp.ts";
import { event, meta, says, text } from "./open.ts";

const detects = async (path: string) => (await codex.detect({ path }))?.because;

describe("telling a rollout", () => {
  it("goes by the lines of a file, whatever its name", async () => {
    const folder = tempTree({
      "session.txt": text([meta("s")]),
      "events.jsonl": text([event("task_started")]),
      "old.jsonl": '{"id":"x","timestamp":"t","instructions":null,"git":{}}\n{"record_type":"state"}\n',
    });
    for (const name of ["session.txt", "events.jsonl", "old.jsonl"])
      expect(await detects(`${folder}/${name}`)).toContain("Codex");
  });

  it("goes by the lines of any file in a folder, however deep", async () => {
    expect(await detects(tempTree({ "sessions/2027/03/09/rollout-x.jsonl": text([meta("s")]) }))).toContain("Codex");
    expect(await detects(tempTree({ ".git/rollout-x.jsonl": text([meta("s")]) }))).toBeUndefined();
    expect(await detects(tempTree({ "rollout-x.txt": text([meta("s")]) }))).toBeUndefined();
  });

  it("sees past a first line that is damaged, and needs no whole line", async () => {
    expect(await detects(tempTree({ "a.jsonl": `{"type":"session_m\n${text([says("user", "x")])}` }))).toContain(
      "Codex",
    );
    expect(
      await detects(
        tempTree({ "a.jsonl": `{"type":"session_meta","payload":{"base_instructions":"${"x".repeat(200_000)}"}}\n` }),
      ),
    ).toContain("Codex");
  });

  it("does not take other files for one, and throws for none", async () => {
    const others = [
      "",
      "\n\n",
      "text",
      "[1]",
      "{}",
      "null",
      '{"type":"user","message":{"role":"user","content":"hello"},"uuid":"u"}',
      '{"type":"session_meta"}',
      '{"id":"x","timestamp":"t"}',
      '{"payload":{},"type":"other"}',
      '{"schema_version":"ATIF-v1.5","steps":[]}',
    ];
    for (const other of others) expect(await detects(tempTree({ "a.jsonl": `${other}\n` }))).toBeUndefined();
    expect(await detects(`${tempTree({})}/not-there`)).toBeUndefined();
    expect(await detects(tempTree({}))).toBeUndefined();
  });

  it("opens a file by itself without looking at its neighbours", async () => {
    const folder = tempTree({ "a.jsonl": text([meta("a")]), "b.jsonl": text([meta("b")]) });
    const { index } = await codex.open({ path: `${folder}/a.jsonl` });
    expect(index.files.map((file) => file.path)).toEqual(["a.jsonl"]);
    expect(index.tasks.map((task) => task.id)).toEqual(["a"]);
  });

  it("answers no request, for none is recorded", async () => {
    const workspace = await codex.open({ path: tempTree({ "a.jsonl": text([meta("a")]) }) });
    expect(await workspace.request({ file: "a.jsonl" })).toBeUndefined();
    expect(await workspace.bytes({ file: "gone.jsonl" })).toHaveLength(0);
    await workspace.close();
  });
});
