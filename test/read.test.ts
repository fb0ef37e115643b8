import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../src/options.ts";
import { openWorkspace } from "../src/read.ts";
import { tempTree } from "./support/temp.ts";

async function refusal(workspace: string, format?: string): Promise<unknown> {
  return openWorkspace({ workspace, format }).catch((error: unknown) => error);
}

describe("opening a workspace", () => {
  it("says what told the format, or that the user named it", async () => {
    const workspace = join("fixtures", "litany", "typical");
    expect((await openWorkspace({ workspace })).because).toBe("it has agents/*/messages, inbox/, steps/");
    expect((await openWorkspace({ workspace, format: "litany" })).because).toBe("the format was named by --format");
  });

  it.each([
    [
      "litany",
      "fixtures/codex/typical",
      "This cannot be read as litany: it is neither a litany workspace nor the folder of an agent.",
    ],
    [
      "ledger",
      "fixtures/codex/typical/rollout-2027-03-09T08-00-00-019f0000-0000-7000-8000-0000000000a1.jsonl",
      "This cannot be read as ledger: it is no folder.",
    ],
    [
      "mixed",
      "fixtures/codex/typical/rollout-2027-03-09T08-00-00-019f0000-0000-7000-8000-0000000000a1.jsonl",
      "This cannot be read as mixed: no workspace of any format is in it.",
    ],
    ["codex", "fixtures/litany/typical", "There is nothing of the format codex in it."],
    ["atif", "fixtures/codex/typical", "There is nothing of the format atif in it."],
  ])("refuses in one sentence to read as %s what is not: %s", async (format, workspace, says) => {
    const error = await refusal(workspace, format);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: `${says} Leave --format out to have it told.` });
  });

  it("refuses what is no workspace of any format, and what is not there", async () => {
    expect(await refusal(tempTree({ "a.txt": "a" }))).toBeInstanceOf(UsageError);
    expect(await refusal(join(tempTree({}), "none"))).toBeInstanceOf(UsageError);
  });
});
