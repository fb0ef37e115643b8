import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { build } from "../../src/build.ts";
import type { OpenWorkspace, Row } from "../../src/model/index.ts";
import { decide } from "../../src/policy/decide.ts";
import { leaveImagesOut, redact, watchForSecrets, withhold } from "../../src/policy/index.ts";
import { printJson } from "../../src/render/index.ts";
import { memoryWriter } from "../../src/site/index.ts";
import { call, message, result, task } from "../support/rows.ts";
import { tempTree } from "../support/temp.ts";
import { everythingSeen, rowsOf, workspaceOf } from "../support/workspace.ts";

/** A picture's bytes as a record holds them: those that tell its kind, and others of their own. */
function picture(beginning: string, mark = "Qm"): string {
  return beginning + mark.repeat(60);
}
const PNG = picture("iVBORw0KGgoAAAANSUhEUg");

function without(rows: readonly Row[], more: Parameters<typeof workspaceOf>[1] = {}) {
  return leaveImagesOut(workspaceOf([{ task: task("a"), rows }], more), printJson);
}

async function seen(workspace: OpenWorkspace): Promise<readonly Row[]> {
  return rowsOf(workspace, "a");
}

describe("without its images a workspace", () => {
  it("has a mark in the place of each, and all that stands beside them", async () => {
    const image = { type: "image" as const, mediaType: "image/png", data: PNG };
    const text = { type: "text" as const, text: "Look:" };
    const { workspace, rows } = without([message(1, { parts: [text, image] }), result(2, "c", { output: [image] })]);
    const mark = { type: "text", text: "[image left out: image/png]" };
    const [said, answered] = await seen(workspace);
    expect(said).toMatchObject({ parts: [text, mark], place: { rewritten: true } });
    expect(answered).toMatchObject({ output: [mark], place: { rewritten: true } });
    expect(rows()).toBe(2);
    expect(await everythingSeen(workspace)).not.toContain("QmQm");
  });

  it.each([
    ["PNG", "iVBORw0KGgo"],
    ["JPEG", "/9j/4AAQ"],
    ["GIF", "R0lGODlh"],
    ["WebP", "UklGRiQA"],
    ["SVG", "PHN2ZyB4"],
    ["SVG with a head", "PD94bWwg"],
    ["AVIF", "AAAAIGZ0eXBhdmlm"],
    ["anything that a data URL calls one", "data:image/x-odd;charset=utf-8;base64,AAAA"],
  ])("holds none in values and texts: %s", async (_, beginning) => {
    const data = picture(beginning);
    const input = { source: { data }, note: `see ${data}= or not` };
    const { workspace } = without([call(1, "c", { input, fields: input })]);
    const [row] = await seen(workspace);
    const kept = { source: { data: "[image left out]" }, note: "see [image left out] or not" };
    expect(row).toMatchObject({ input: kept, fields: kept });
    expect(await everythingSeen(workspace)).not.toContain("QmQm");
  });

  it("holds none in recorded bytes that no row tells of, slashes escaped or not", async () => {
    const recorded = JSON.stringify({ extra: picture("/9j/4AAQ"), url: picture("data:image/png;base64,AA/") });
    for (const text of [recorded, recorded.replaceAll("/", "\\/")]) {
      const base = workspaceOf([{ task: task("a"), rows: [message(1)] }]);
      const { workspace, rows } = leaveImagesOut({ ...base, bytes: async () => Buffer.from(text) }, printJson);
      expect((await seen(workspace))[0]?.place.rewritten).toBe(true);
      expect(rows()).toBe(1);
      expect(await everythingSeen(workspace)).not.toContain("QmQm");
    }
  });

  it("holds none in mail, in what was sent, or in a Task's own words", async () => {
    const part = { type: "image" as const, mediaType: "image/bmp", data: picture("Qk0x") };
    const stored = {
      itemId: "m",
      record: "m",
      place: { file: "m" },
      input: { kind: "mailbox" as const },
      parts: [part],
    };
    const request = {
      system: [PNG],
      tools: [],
      settings: {},
      messages: [{ role: "user", items: [{ type: "part" as const, part }] }],
    };
    const rows = [message(1, { call: { step: "001", request: { file: "step" } } })];
    const goal = `Draw ${PNG}`;
    const base = workspaceOf([{ task: task("a", { goal }), rows }], { request, stored: new Map([["a", [stored]]]) });
    const { workspace } = leaveImagesOut(base, printJson);
    expect(await everythingSeen(workspace)).not.toContain("QmQm");
    expect(workspace.index.tasks[0]?.goal).toBe("Draw [image left out]");
  });

  it("keeps rows without one as they are, and what only looks a little like one", async () => {
    const plain = [
      message(1),
      message(2, { parts: [{ type: "text", text: "iVBORw0KGgo is how a PNG begins; /9j/ a JPEG" }] }),
    ];
    const { workspace, rows } = without(plain);
    expect(await seen(workspace)).toEqual(plain);
    expect(rows()).toBe(0);
    expect(Buffer.from(await workspace.bytes({ file: "messages/001" })).toString()).toContain("message 1");
  });

  it("takes no longer than its text is long", async () => {
    const long = `data:image/png;base64,${"A/".repeat(1_000_000)} ${"iVBORw0KGgo ".repeat(50_000)}`;
    const { workspace } = without([message(1, { parts: [{ type: "text", text: long }] })]);
    expect(JSON.stringify(await seen(workspace)).length).toBeLessThan(700_000);
  });

  it("keeps the raw bytes of its rows when redaction and policy are laid over it", async () => {
    const image = { type: "image" as const, mediaType: "image/png", data: PNG };
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const rows = [
      message(1, { parts: [{ type: "text", text: `token ${secret}` }] }),
      message(2, { parts: [{ type: "text", text: "beside it" }, image] }),
      message(3),
    ];
    const { workspace } = without(rows);
    const policy = { default: "show" as const, rules: [{ id: "r", reason: "r", match: { type: ["reasoning"] } }] };
    const shown = withhold(workspace, await decide(workspace, policy as never), printJson);
    const watch = watchForSecrets(shown, new Set());
    await rowsOf(watch.workspace, "a");
    const masked = redact(shown, await watch.found(), new Set(), printJson);
    const all = await everythingSeen(masked);
    expect(all).not.toContain(secret);
    expect(all).not.toContain("QmQm");
    const [, second] = await rowsOf(masked, "a");
    if (second === undefined) throw new Error("the row is gone");
    expect(Buffer.from(await masked.bytes(second.place)).toString()).toContain("beside it");
  });
});

it("a report without images says so, has no image, and vouches for no source file", async () => {
  const agent = "agents/20270101T000000Z-00000001";
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const content = [
    { type: "text", text: "A picture." },
    { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
  ];
  const workspace = tempTree({
    [`${agent}/goal.md`]: "Draw.",
    [`${agent}/messages/001-user.md`]: "Draw it.",
    [`${agent}/messages/002-model-1.json`]: JSON.stringify({
      content: [{ type: "tool_use", id: "c", name: "view_image", input: { path: "a.png" } }],
    }),
    [`${agent}/messages/003-tool.json`]: JSON.stringify([{ type: "tool_result", tool_use_id: "c", content }]),
  });
  const reportOf = async (images: boolean) => {
    const writer = memoryWriter();
    const { masking } = await build({ workspace, images }, { writer });
    return { files: writer.files, masking };
  };
  const withImages = await reportOf(true);
  expect([...withImages.files.keys()].filter((path) => path.endsWith(".png"))).toHaveLength(1);
  const { files, masking } = await reportOf(false);
  expect(masking.imagesLeftOut).toBe(1);
  expect([...files.keys()].filter((path) => path.endsWith(".png"))).toEqual([]);
  const pages = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")] as const);
  expect(pages.filter(([, text]) => text.includes(png.slice(20, 60))).map(([path]) => path)).toEqual([]);
  const text = new Map(pages);
  expect(text.get("about.html")).toContain("Images are left out, also of raw payloads");
  expect(text.get("index.html")).toContain("images left out");
  expect(text.get("index.html")).toContain("<li><b>Images left out</b> in 1 row</li>");
  expect(text.get("index.html")).not.toContain("Nothing that is known of");
  expect(text.get("summary.md")).toContain("- images left out of 1 row");
  expect(pages.some(([path, page]) => path.startsWith("tasks/") && page.includes("[image left out: image/png]"))).toBe(
    true,
  );
  expect(JSON.parse(text.get("manifest.json") ?? "{}").inputs).toBeNull();
  expect(readFileSync(join(workspace, `${agent}/messages/003-tool.json`), "utf8")).toContain(png);
});
