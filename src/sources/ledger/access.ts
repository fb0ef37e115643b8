import type { Restriction } from "../../model/index.ts";
import { type JsonObject, member, present, textMember } from "../support/values.ts";

export interface Access {
  readonly restricted?: Restriction;
  /** There is a mark, and it is none that the format knows. */
  readonly unknown: boolean;
}

/** What a record's access mark says. In doubt it withholds: only a record without a mark is open. */
export function accessOf(record: JsonObject): Access {
  const mark = member(record, "access");
  if (mark === undefined || mark === null) return { unknown: false };
  const restricted = present({ rule: textMember(record, "accessRule"), reason: textMember(record, "accessReason") });
  return { restricted, unknown: mark !== "restricted" };
}
