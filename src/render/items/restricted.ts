import type { Row, StoredMessage } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";

type Restriction = NonNullable<Row["restricted"] | StoredMessage["restricted"]>;

/** Stands for what is withheld: what kind of thing, by which rule and why, and nothing else of it. */
export function restricted(desk: Desk, what: string, { rule, reason }: Restriction): Html {
  return desk.fill("items/restricted", {
    what,
    rule: rule === undefined ? undefined : text(rule),
    reason: reason === undefined ? undefined : text(reason),
  });
}
