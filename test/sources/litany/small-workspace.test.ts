import { expect, it } from "vitest";
import { attempt, CHILD, call, handle, mail, ROOT, reply, result, text, thinking } from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec } from "./open.ts";

it("reads the small workspace that the format's description ends with", async () => {
  const goal = "Check the 2019 importer.";
  const workspace = await openSpec({
    agents: {
      [ROOT]: {
        goal: "Fix the date importer.",
        name: "CopperLantern",
        summary: { "001.md": "The importer was read; two formats exist. A worker was asked about the old one.\n" },
        messages: {
          "001-user.md": mail({ from: "user", at: "2027-01-01T09:00:00Z" }, "Fix the date importer.\n"),
          "005-some-model-1.2.json": reply(
            [text("I'll hand the old format to a helper."), call("call_d7", "dispatch", { role: "worker", goal })],
            {
              input_tokens: 900,
              output_tokens: 41,
            },
          ),
          "006-tool.json": result("call_d7", handle(CHILD)),
          [`007-${CHILD}.md`]: mail(
            { from: CHILD, at: "2027-01-01T09:05:30Z", epitaph: "final-response", ref: "1".repeat(40) },
            "The 2019 files still use day-first dates.\n",
          ),
          "008-some-model-1.2.json": [
            thinking("Then the branch stays."),
            text("Done: the branch stays, a test covers it."),
          ],
        },
      },
      [CHILD]: {
        goal,
        messages: {
          [`001-${ROOT}.md`]: mail({ from: ROOT, at: "2027-01-01T09:04:12Z" }, goal),
          "002-some-model-1.2.json": reply([text("The 2019 files still use day-first dates.")]),
        },
      },
    },
    inbox: {
      [ROOT]: {
        "user-001.md": mail({ from: "user", at: "2027-01-01T09:06:00Z" }, "Thanks. Also update the changelog.\n"),
      },
    },
    steps: {
      [ROOT]: {
        "004": {
          request: { model: "some-model-1.2", messages: [] },
          response: attempt({
            thinking: "Then the branch stays.",
            text: "Done: the branch stays, a test covers it.",
            finish: "stop",
          }),
          meta: { commit: "2".repeat(40), started_at: "2027-01-01T09:05:31Z", ended_at: "2027-01-01T09:05:40Z" },
        },
      },
    },
  });
  const { index } = workspace;
  expect(index.tasks).toMatchObject([
    {
      id: ROOT,
      title: "Fix the date importer.",
      agent: "CopperLantern",
      status: { word: "queued", certainty: "derived" },
    },
    { id: CHILD, parentId: ROOT, rootId: ROOT, status: { word: "succeeded", certainty: "recorded" } },
  ]);
  expect(index.edges).toMatchObject([
    {
      childTaskId: CHILD,
      established: "declared",
      call: "005-some-model-1.2.json#2",
      returns: [{ taskId: ROOT, itemId: `007-${CHILD}.md#1`, epitaph: "final-response", waiting: false }],
    },
  ]);
  expect(index.gaps.get(ROOT)).toMatchObject([
    { id: "«002–004»", kind: "compacted", before: "005-some-model-1.2.json#1", summaries: [{}] },
  ]);
  const rows = await rowsOf(workspace, ROOT);
  expect(rows.map((row) => [row.turnIndex, row.label, row.type])).toEqual([
    [0, "001", "message"],
    [1, "005.1", "message"],
    [1, "005.2", "tool-call"],
    [1, "006", "tool-result"],
    [2, "007", "message"],
    [2, "008.1", "reasoning"],
    [2, "008.2", "message"],
  ]);
  expect(rows.map((row) => row.usage)).toEqual([
    undefined,
    { input_tokens: 900, output_tokens: 41 },
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(rows[5]?.call).toMatchObject({ step: "004", timing: { durationMs: 9_000 }, finish: "stop" });
  expect(index.stored.get(ROOT)).toMatchObject([
    { itemId: "inbox/user-001.md", input: { storedAt: "2027-01-01T09:06:00Z" } },
  ]);
  expect(index.diagnostics).toEqual([]);
});
