import type { StoredMessage } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { sender, source } from "./message.ts";
import { partBlocks } from "./parts.ts";
import { restricted } from "./restricted.ts";
import { type Owner, rowFrame } from "./row.ts";

/** Mail that no row shows the model to have seen. */
export function stored(desk: Desk, message: StoredMessage, owner: Owner): Html {
  const from = message.input.sender;
  const body = desk.fill("items/stored", {
    who: from === undefined ? text("unknown sender") : sender(desk, from),
    source: source(desk, message.input, "not delivered"),
    empty: message.parts.length === 0 && message.restricted === undefined,
    content: message.restricted
      ? restricted(desk, "this message is", message.restricted)
      : desk.blocks(partBlocks(message.parts)),
  });
  return rowFrame(desk, {
    ref: { taskId: owner.id, itemId: message.itemId },
    label: "mail",
    what: "stored",
    classes: "stay",
    body,
    remarks: message.remarks,
  });
}
