import { describe, expect, it } from "vitest";
import { call, factsOf, gap, message, result, task } from "../support/rows.ts";

describe("the sentence on what a record lacks", () => {
  it("says that a whole record is complete as copied", async () => {
    expect((await factsOf([message(1)])).lacks).toBe("This record is complete as copied.");
  });

  it("names the entries that a compaction removed", async () => {
    const facts = await factsOf([message(1), message(5)], { gaps: [gap(5)] });
    expect(facts.lacks).toBe("This record lacks entries 002–004 (compacted). All else is as copied.");
  });

  it("never calls a hole without a summary compacted", async () => {
    const facts = await factsOf([message(1), message(5)], { gaps: [gap(5, { kind: "missing" })] });
    expect(facts.lacks).toBe("This record lacks entries 002–004 (missing). All else is as copied.");
    expect(JSON.stringify(facts.absences)).not.toContain("compact");
  });

  it("speaks of one entry in the singular", async () => {
    const facts = await factsOf([message(2)], {
      gaps: [gap(2, { from: "001", to: "001", count: 1, kind: "missing" })],
    });
    expect(facts.lacks).toContain("entry 001 (missing)");
    expect(facts.absences[0]?.says).toBe("Entry 001 is not in the record; nothing says why.");
  });

  it("joins several lacks in words", async () => {
    const rows = [
      message(1),
      call(5, "x"),
      result(6, "gone"),
      message(7, { type: "reasoning", withheld: "encrypted" } as never),
    ];
    const facts = await factsOf(rows, { gaps: [gap(5)] });
    expect(facts.lacks).toBe(
      "This record lacks entries 002–004 (compacted), one tool result, one tool call whose result is here and " +
        "one piece of reasoning that its provider does not disclose. All else is as copied.",
    );
  });

  it("says of a Task known by mention only that nothing of it is here", async () => {
    const facts = await factsOf([], { of: task("a", { record: "absent" }) });
    expect(facts.lacks).toBe("Nothing of this Task's record is in this workspace.");
    expect(facts.absences.map((absence) => absence.kind)).toEqual(["not in this workspace"]);
  });

  it("does not call an unreadable record absent: it is shown as bytes", async () => {
    const raw = { ...message(1), type: "raw", text: "{", says: "not JSON" } as never;
    expect((await factsOf([raw])).lacks).toBe(
      "This record is complete as copied. One record could not be read and is shown as bytes.",
    );
  });
});
