import { describe, expect, it } from "vitest";
import type { NoResult } from "../../../src/projection/index.ts";
import { DELEGATION } from "./sample.ts";
import { pageOf, rowClasses } from "./support.ts";
import { gap, message, notice, orphan, PLACE, reasoning, result, tool } from "./views.ts";

describe("a gap", () => {
  it("says what is compacted, in its source's unit, with the labels in the gutter", async () => {
    const { text, page } = await pageOf([gap()]);
    expect(text).toMatch(/gap 002–004.*Compacted\. Entries 002–004 are not in this record\./);
    expect(rowClasses(page)).toEqual(["row gap stay"]);
  });

  it("says of a hole that nothing says why, and never calls it compacted", async () => {
    const { text } = await pageOf([gap({ kind: "missing" })]);
    expect(text).toContain("Missing. Entries 002–004 are not in the record; nothing says why.");
    expect(text.toLowerCase()).not.toContain("compact");
  });

  it("speaks of one entry as one, and of a bare count as a count", async () => {
    expect((await pageOf([gap({ from: "007", to: "007", count: 1 })])).text).toContain(
      "Entry 007 is not in this record.",
    );
    const counted = gap({ count: 12 });
    if (counted.type !== "gap") throw new Error("no gap");
    const { from, to, ...bare } = counted.gap;
    expect([from, to]).toEqual(["002", "004"]);
    expect((await pageOf([{ type: "gap", gap: bare }])).text).toMatch(
      /gap 12 entries.*Compacted\. 12 entries are not in this record\./,
    );
    const { count, ...nothing } = bare;
    expect(count).toBe(12);
    expect((await pageOf([{ type: "gap", gap: nothing }])).text).toContain("Some entries are not in this record.");
  });

  it("folds every summary with its place, and says when the pairing is not recorded", async () => {
    const summaries = [
      { text: "First half.", record: "a", place: { file: "agents/a/summary/004.md" } },
      { text: "Second half.", record: "b", place: { file: "agents/a/summary/009.md" } },
    ];
    const { text } = await pageOf([gap({ summaries, pairing: "not recorded" })]);
    expect(text).toContain("The record does not say which summary replaced which entries");
    expect(text).toMatch(/004\.md · 11 characters.*First half\..*009\.md · 12 characters.*Second half\./);
    expect((await pageOf([gap({ summaries })])).text).not.toContain("does not say which");
  });
});

describe("reasoning", () => {
  it("is one line with its length, and stays readable behind it", async () => {
    const { text, page } = await pageOf([reasoning({ text: "Because the year comes last." })]);
    expect(text).toMatch(/Reasoning Because the year comes last\. 28 characters/);
    expect(rowClasses(page)).toEqual(["row reasoning"]);
  });

  it("is never an empty box when its provider keeps it", async () => {
    const { text, page } = await pageOf([reasoning({ withheld: "signature only" })]);
    expect(text).toContain("reasoning exists, its provider does not disclose it (signature only)");
    expect(rowClasses(page)).toEqual(["row reasoning stay"]);
  });

  it("shows what is readable beside what is withheld", async () => {
    const { text, page } = await pageOf([reasoning({ text: "Half of it.", withheld: "encrypted" })]);
    expect(text).toContain("more reasoning exists, its provider does not disclose it (encrypted)");
    expect(text).toContain("Half of it.");
    expect(rowClasses(page)).toEqual(["row reasoning stay"]);
  });

  it.each([{}, { text: "" }])("says that it is recorded without text", async (over) => {
    expect((await pageOf([reasoning(over)])).text).toContain("Reasoning is recorded here without text.");
  });
});

describe("a tool card", () => {
  const reasons: readonly (readonly [NoResult, string])[] = [
    ["running at copy time", "the call was running, or had just been cut off, when the copy was made"],
    ["task ended first", "the Task ended first"],
    ["interrupted", "the call was interrupted, later rows exist"],
    ["in a gap", "its place lies in a gap"],
    ["provider side", "the provider ran this call itself and recorded no result"],
  ];

  it.each(reasons)("says why it has no result: %s", async (noResult, words) => {
    const { text, page } = await pageOf([tool({ noResult })]);
    expect(text).toContain(`No result recorded: ${words}.`);
    expect(rowClasses(page)).toEqual(["row tool k-more stay"]);
  });

  it("keeps a result whose call is not in the record", async () => {
    const { text, page } = await pageOf([orphan(result({ output: [{ type: "text", text: "lonely" }] }))]);
    expect(text).toContain("Result without call: the call that this result answers is not in the record.");
    expect(text).toContain("lonely");
    expect(rowClasses(page)).toEqual(["row tool k-more stay"]);
  });

  it("holds both rows, each under an id of its own, and numbers the call in the gutter", async () => {
    const { page, html } = await pageOf([tool({ result: result() })]);
    const ids = page.elements.map(({ attributes }) => attributes.get("id")).filter((id) => id?.startsWith("t-"));
    expect(new Set(ids).size).toBe(2);
    expect(ids).toHaveLength(2);
    expect(html).toContain('<span class="vh">row </span>005.2</a>');
    expect(html).toMatch(/result <a id="t-[^"]+" href="#t-[^"]+">006<\/a>/);
  });

  it("stands open when it failed or delegated, and is closed otherwise", async () => {
    const open = async (over: Parameters<typeof tool>[0]) => {
      const { page } = await pageOf([tool({ result: result(), ...over })]);
      return page.elements.some(({ attributes }) => attributes.get("class") === "body card" && attributes.has("open"));
    };
    expect(await open({})).toBe(false);
    expect(await open({ failed: true })).toBe(true);
    expect(await open({ delegations: [DELEGATION] })).toBe(true);
  });

  it("links the child of any call, whatever its card knows of children", async () => {
    const { text } = await pageOf([tool({ result: result(), delegations: [DELEGATION] })]);
    expect(text).toContain("Check the 2019 integration · succeeded");
    expect(text).toContain("returned at 013");
  });

  it("says the duration beside the outcome, and where the raw payloads stand", async () => {
    const raw = { call: { text: '{"a":1}', bytes: 7, place: { file: "m/005.json", start: 10, end: 17 } } };
    const { text } = await pageOf([tool({ result: result({ timing: { durationMs: 3200 } }), raw })]);
    expect(text).toContain("· 3.2 s");
    expect(text).toContain("Raw payload · call as recorded");
    expect(text).toContain("call, 7 bytes, m/005.json, bytes 10–17");
  });

  it("says from where a cut output was completed", async () => {
    const { text } = await pageOf([tool({ result: result({ completedFrom: { file: "steps/a/004/output.json" } }) })]);
    expect(text).toContain("The recorded output was cut. It is completed here from steps/a/004/output.json");
  });
});

describe("a message", () => {
  it("from the mailbox says when it was stored and from when the model saw it", async () => {
    const { text } = await pageOf([
      message({
        role: "agent",
        input: {
          kind: "mailbox",
          id: "lead-001",
          sender: { id: "lead" },
          storedAt: "2027-01-01T09:03:10Z",
          ending: { epitaph: "final-response", terminalRef: "ref-9" },
          extra: [["Priority", "high"]],
        },
      }),
    ]);
    expect(text).toContain(
      "lead · from the mailbox · stored 2027-01-01 09:03:10 UTC · visible from this turn · ended: final-response · terminal reference ref-9 · id lead-001 · Priority: high",
    );
  });

  it("without a body says so", async () => {
    expect((await pageOf([message({ parts: [] })])).text).toContain(
      "No body: the source holds this message without one.",
    );
  });

  it("keeps every kind of part", async () => {
    const { text } = await pageOf([
      message({
        parts: [
          { type: "text", text: "" },
          { type: "document", mediaType: "application/pdf", data: "JVBERg==", name: "plan.pdf" },
          { type: "link", what: "image", url: "https://host.example/a.png" },
          { type: "json", value: { odd: 7 } },
          { type: "image", mediaType: "image/png", data: "bm90IGEgcG5n" },
        ],
      }),
    ]);
    expect(text).toContain("A text without characters.");
    expect(text).toContain("Document plan.pdf, application/pdf, 8 characters of base64");
    expect(text).toContain("only points at this image, it is never loaded: https://host.example/a.png");
    expect(text).toContain("odd");
    expect(text).toContain("an image that is not what it says: image/png, 9 bytes");
  });

  it("of the system is folded under what it is, how it begins and its length", async () => {
    const said = (over: Parameters<typeof message>[0]) =>
      pageOf([message({ role: "system", input: { kind: "system" }, ...over })]);
    expect((await said({})).text).toContain("Role instructions Done. 5 characters");
    const named = await said({ input: { kind: "guidance", id: "skill_listing" } });
    expect(named.text).toContain("Role instructions skill_listing · Done. 5 characters");
    const value = await said({
      input: { kind: "guidance", id: "tools" },
      parts: [
        { type: "json", value: 1 },
        { type: "json", value: 2 },
      ],
    });
    expect(value.text).toContain("Role instructions tools 2 values");
    expect((await said({ parts: [] })).text).toMatch(/Role instructions · system ?No body: the source holds/);
  });

  it("of the system that is withheld tells neither its name nor its length", async () => {
    const { text } = await pageOf([
      message({ role: "system", input: { kind: "system", id: "x" }, parts: [], restricted: { rule: "no-roles" } }),
    ]);
    expect(text).toMatch(/Role instructions *(·|Restricted)/);
    expect(text).not.toContain("0 characters");
  });

  it("that is a copy links the original, and one that was cleared says so", async () => {
    const { text, html } = await pageOf([
      message({ inheritedFrom: { taskId: "other", itemId: "001" }, cleared: true }),
    ]);
    expect(text).toContain("Inherited: a copy of the original row, left out of sums and edges.");
    expect(html).toMatch(/<a href="t-[^"]+">the original row<\/a>/);
    expect(text).toContain("Cleared from context");
  });
});

describe("other rows", () => {
  it("quotes a notice under our titles and says that the model did not see it", async () => {
    const { text, page } = await pageOf([notice({ quotes: [{ title: "stderr", text: "reset by peer" }] })]);
    expect(text).toContain("Failure. A call of the model failed. The model did not see this.");
    expect(text).toContain("reset by peer");
    expect(rowClasses(page)).toEqual(["row fails stay"]);
  });

  it("labels an unfinished reply as partial", async () => {
    expect((await pageOf([notice({ code: "live-tail", severity: "note" })])).text).toContain(
      "Partial, an unfinished reply.",
    );
  });

  it("shows unreadable bytes with their file and why", async () => {
    const base = { sequence: 1, turnIndex: 0, itemId: "x", label: "009", record: "r", place: PLACE };
    const { text, page } = await pageOf([
      { type: "raw", row: { ...base, type: "raw", text: '{"a', says: "This file is no JSON." } },
    ]);
    expect(text).toContain(`Unreadable. This file is no JSON. ${PLACE.file}`);
    expect(text).toContain('{"a');
    expect(rowClasses(page)).toEqual(["row stay"]);
  });

  it("puts a line where another run begins", async () => {
    const { text } = await pageOf([
      message({ itemId: "1", runId: "a" }),
      message({ itemId: "2" }),
      message({ itemId: "3", runId: "b" }),
      message({ itemId: "4", runId: "b" }),
    ]);
    expect(text.split("Run boundary: another run begins here (b)")).toHaveLength(2);
  });

  it("says what is withheld by its rule and nothing else", async () => {
    const restricted = { rule: "no-env-files", reason: "environment files stay inside" };
    const { text, page } = await pageOf([
      tool({ result: result({ output: [], restricted }) }),
      message({ itemId: "9", parts: [], restricted: {} }),
    ]);
    expect(text).toContain(
      "Restricted: the result of this call is withheld by rule no-env-files: environment files stay inside",
    );
    expect(text).toContain("Restricted: this message is withheld by the source");
    expect(rowClasses(page)).toEqual(["row tool k-more stay", "row stay"]);
  });
});
