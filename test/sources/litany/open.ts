import type { OpenWorkspace, Row } from "../../../src/model/index.ts";
import { litany } from "../../../src/sources/litany/index.ts";
import { type Content, type LitanySpec, ROOT, writeLitany } from "../../support/litany.ts";
import { tempFolder } from "../../support/temp.ts";
import { expectSoundRecord, rowsOf } from "../records.ts";

/** Writes a workspace, opens it and holds it to what every record must be. */
export async function openSpec(spec: LitanySpec): Promise<OpenWorkspace> {
  return openFolder(writeLitany(tempFolder(), spec));
}

export async function openFolder(path: string): Promise<OpenWorkspace> {
  const workspace = await litany.open({ path });
  await expectSoundRecord(workspace);
  return workspace;
}

/** The rows of one agent with these messages. */
export async function rowsFor(messages: Readonly<Record<string, Content>>): Promise<readonly Row[]> {
  return rowsOf(await openSpec({ agents: { [ROOT]: { messages } } }), ROOT);
}

/** The first row of one message file. */
export async function rowFor(name: string, content: Content): Promise<Row> {
  const row = (await rowsFor({ [name]: content }))[0];
  if (row === undefined) throw new Error("an entry gave no row");
  return row;
}

export function labels(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => row.label);
}
