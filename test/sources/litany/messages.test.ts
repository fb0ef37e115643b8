import { describe, expect, it } from "vitest";
import { CHILD, mail, ROOT } from "../../support/litany.ts";
import { rowsOf } from "../records.ts";
import { openSpec, rowFor, rowsFor } from "./open.ts";

describe("delivered messages", () => {
  it("keeps the head out of the body, and the body's last line end", async () => {
    const row = await rowFor("001-user.md", mail({ from: "user", at: "2027-01-01T09:00:00Z" }, "Fix it.\n"));
    expect(row).toMatchObject({
      type: "message",
      role: "user",
      parts: [{ type: "text", text: "Fix it.\n" }],
      input: { kind: "context", sender: { id: "user" }, storedAt: "2027-01-01T09:00:00Z" },
      itemId: "001-user.md#1",
      label: "001",
    });
    expect(row.type === "message" && row.input?.extra).toBeUndefined();
  });

  it("takes a file without a head whole, and the sender from its name", async () => {
    const row = await rowFor("001-user.md", "No head here.\n---\nNor a fence.\n");
    expect(row).toMatchObject({
      parts: [{ text: "No head here.\n---\nNor a fence.\n" }],
      input: { sender: { id: "user" } },
    });
    expect(row.type === "message" && row.input?.storedAt).toBeUndefined();
  });

  it("shows an agent that ended without a word by its epitaph and an empty body", async () => {
    const row = await rowFor(`001-${CHILD}.md`, mail({ from: CHILD, epitaph: "died", ref: "f".repeat(40) }, ""));
    expect(row).toMatchObject({
      role: "agent",
      parts: [],
      input: { ending: { epitaph: "died", terminalRef: "f".repeat(40) } },
    });
  });

  it("splits counter and sender at the first hyphen only", async () => {
    expect(await rowFor("001-a-b-c.md", "hello")).toMatchObject({ role: "agent", input: { sender: { id: "a-b-c" } } });
  });

  it("takes a head that is never closed as body", async () => {
    const body = "---\nfrom: user\ndeposited_at: 2027-01-01T09:00:00Z\nno fence after this";
    const row = await rowFor("001-user.md", body);
    expect(row).toMatchObject({ parts: [{ text: body }] });
    expect(row.type === "message" && row.input).toEqual({ kind: "context", sender: { id: "user" } });
  });

  it("passes over a head line without a separator and reads the others; the first of a repeated key counts", async () => {
    const head = "---\nnonsense\nfrom: user\nfrom: other\nepitaph: stopped\n---\nbody";
    const row = await rowFor("001-user.md", head);
    expect(row).toMatchObject({ parts: [{ text: "body" }], input: { ending: { epitaph: "stopped" } } });
    expect(row.remarks).toBeUndefined();
  });

  it("keeps an unknown epitaph verbatim and unknown head fields as extra data", async () => {
    const row = await rowFor("001-user.md", "---\nfrom: user\nepitaph: vanished\nmood: fine: really\n---\nx");
    expect(row).toMatchObject({ input: { ending: { epitaph: "vanished" }, extra: [["mood", "fine: really"]] } });
  });

  it("believes the file name where the head names another sender, keeps what the head says and remarks on it", async () => {
    const row = await rowFor("001-user.md", mail({ from: "somebody" }, "x"));
    expect(row).toMatchObject({ role: "user", input: { sender: { id: "user" }, extra: [["from", "somebody"]] } });
    expect(row.remarks).toEqual(["its head names another sender than its file name, which counts"]);
  });

  it("reads a head with CRLF line ends and says so", async () => {
    const workspace = await openSpec({
      agents: {
        [ROOT]: {
          messages: { "001-user.md": "---\r\nfrom: user\r\ndeposited_at: 2027-01-01T09:00:00Z\r\n---\r\nhi\r\n" },
        },
      },
    });
    const [row] = await rowsOf(workspace, ROOT);
    expect(row).toMatchObject({ parts: [{ text: "hi\r\n" }], input: { storedAt: "2027-01-01T09:00:00Z" } });
    expect(row?.remarks).toHaveLength(1);
    expect(workspace.index.diagnostics).toContainEqual(
      expect.objectContaining({ code: "crlf-head", severity: "warning" }),
    );
  });

  it("tolerates a byte order mark before the fence", async () => {
    const row = await rowFor("001-user.md", `\uFEFF${mail({ from: "user" }, "hi")}`);
    expect(row).toMatchObject({ parts: [{ text: "hi" }], remarks: ["its file begins with a byte order mark"] });
  });

  it("never drops a message for bytes that are not UTF-8", async () => {
    const row = await rowFor("001-user.md", Uint8Array.of(0x61, 0xff, 0x62));
    expect(row).toMatchObject({ parts: [{ text: "a\uFFFDb" }] });
    expect(row.remarks).toHaveLength(1);
  });

  it("gives an empty file a row with an empty body", async () => {
    expect(await rowFor("001-user.md", "")).toMatchObject({ type: "message", parts: [] });
  });

  it("shows a text of white space as it is", async () => {
    expect(await rowFor("001-user.md", " \n")).toMatchObject({ parts: [{ text: " \n" }] });
  });

  it("tells what opened the ledger from what came after a reply", async () => {
    const rows = await rowsFor({ "001-user.md": "a", "002-user.md": "b", "003-m.json": [], "004-user.md": "c" });
    expect(rows.slice(0, 4).map((row) => (row.type === "message" ? row.input?.kind : row.type))).toEqual([
      "context",
      "context",
      undefined,
      "mailbox",
    ]);
  });
});
