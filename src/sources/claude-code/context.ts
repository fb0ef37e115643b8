import type { Place, RecordId } from "../../model/index.ts";
import type { About } from "./ledger.ts";
import type { Speaker } from "./voices.ts";

/** What converting one record needs to know of the rest of its ledger. */
export interface Context {
  readonly speaker: Speaker;
  readonly about: About;
  readonly record: RecordId;
  readonly place: Place;
  /** The record's bytes as text, for what could not be read. */
  readonly text: () => string;
  /** The kind of tool that a call was of. */
  readonly kindOf: (callId: string) => string | undefined;
}
