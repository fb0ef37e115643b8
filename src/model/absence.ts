import type { Part } from "./content.ts";
import type { ItemId, Place, RecordId } from "./place.ts";
import type { Restriction } from "./restriction.ts";
import type { InputSource, Summary } from "./row.ts";

/** A place in a ledger where something is known not to be there. */
export interface Gap {
  /** Unique in the Task, shared with no row: litany `«002–004»`. */
  readonly id: ItemId;
  /** Stands directly before this row; `null` is the end of the ledger. */
  readonly before: ItemId | null;
  /** `compacted` needs the source's own marker, or a hole and a summary; a hole alone is `missing`. */
  readonly kind: "compacted" | "missing";
  /** What the source counts, in words: `["entry", "entries"]`. */
  readonly unit: readonly [one: string, many: string];
  /** First and last that are gone, as the source labels them. */
  readonly from?: string;
  readonly to?: string;
  readonly count?: number;
  readonly summaries: readonly Summary[];
  /** The summaries are withheld; `summaries` is empty. */
  readonly restricted?: Restriction;
  /** Whether the source says that these summaries replaced just this gap. */
  readonly pairing: "recorded" | "not recorded";
}

/** A mailbox message that the model was never shown: stored, not incorporated. */
export interface StoredMessage {
  readonly itemId: ItemId;
  readonly record: RecordId;
  readonly place: Place;
  readonly input: InputSource;
  readonly parts: readonly Part[];
  /** Withheld: `parts` is empty. */
  readonly restricted?: Restriction;
  readonly remarks?: readonly string[];
}
