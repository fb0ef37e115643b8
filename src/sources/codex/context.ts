import type { Place, Row, Sender } from "../../model/index.ts";
import type { JsonObject } from "../support/values.ts";
import type { LinePlace, Plan } from "./facts.ts";
import type { Settings } from "./settings.ts";

type Frame =
  | "sequence"
  | "turnIndex"
  | "itemId"
  | "label"
  | "record"
  | "place"
  | "createdAt"
  | "inheritedFrom"
  | "cleared";

/** A row without what every row of its line has in common. */
export type Draft = Row extends infer R ? (R extends Row ? Omit<R, Frame> : never) : never;

/** What converting one line needs to know of the rest of its file and of its family. */
export interface Context {
  readonly plan: Plan;
  readonly line: number;
  /** Settings that held before this line. */
  readonly before: Settings | undefined;
  readonly model?: string;
  /** The session that gave this one its work, where it was another one. */
  readonly parent?: Sender;
  /** Lines of inputs that came from the parent. */
  readonly fromParent: ReadonlySet<number>;
  agent(ref: string): Sender;
  /** The command that runs as a session of this number, where one is known to. */
  commandOf(session: unknown): string | undefined;
  /** The payload of another line of the same file. */
  lookUp(place: LinePlace): JsonObject | undefined;
  placeOf(place: LinePlace): Place;
}
