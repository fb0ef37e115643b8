import type { FileTouch, NoResult, Outcome, RawPayload, Room, ToolItem } from "../../projection/index.ts";
import { cardFor } from "../cards/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, join, NOTHING, text } from "../html.ts";
import { CARD_ROOM, less, measure } from "../measure.ts";
import { outcomeOf } from "../outcome.ts";
import { placeWords } from "../parts/place.ts";
import { endsOf } from "../parts/time.ts";
import { familyOf } from "../tool-families.ts";
import { duration, size } from "../words.ts";
import { childrenBlocks } from "./children.ts";
import { restricted } from "./restricted.ts";
import { failureLinks, type Owner, rowFrame } from "./row.ts";

/** The summary is what a person reads in passing; the card's blocks and its raw payload hold what is cut here. */
const ABOUT = 400;

const NO_RESULT: Readonly<Record<NoResult, string>> = {
  "running at copy time": "the call was running, or had just been cut off, when the copy was made.",
  "task ended first": "the Task ended first.",
  interrupted: "the call was interrupted, later rows exist.",
  "in a gap": "its place lies in a gap.",
  "provider side": "the provider ran this call itself and recorded no result.",
};

/** A call and its result as one card. The call's number stands in the gutter, the result's inside. */
export function tool(desk: Desk, item: ToolItem, owner: Owner): Html {
  const { call, result, noResult, delegations, failed } = item;
  const row = call ?? result;
  if (row === undefined) throw new Error("a tool item holds neither call nor result");
  const card = cardFor(item);
  const withheld = [
    ...(call?.restricted ? [restricted(desk, "the input of this call is", call.restricted)] : []),
    ...(result?.restricted ? [restricted(desk, "the result of this call is", result.restricted)] : []),
  ];
  const body = (blocks: Html, raw: Html) =>
    desk.fill("items/tool", {
      ...summary(item),
      open: failed || delegations.length > 0 || withheld.length > 0,
      noResult: noResult && NO_RESULT[noResult],
      orphan: call === undefined,
      withheld,
      blocks,
      result:
        call && result
          ? { id: desk.links.anchor({ taskId: owner.id, itemId: result.itemId }), label: text(result.label) }
          : undefined,
      timing: endsOf(desk, result?.timing),
      completedFrom: result?.completedFrom && text(placeWords(result.completedFrom)),
      neighbours: failed ? failureLinks(desk, owner, row.itemId) : NOTHING,
      raw,
    });
  const frame = (html: Html) =>
    rowFrame(desk, {
      ref: { taskId: owner.id, itemId: row.itemId },
      label: row.label,
      what: "row",
      classes: classes(item, withheld.length > 0),
      body: html,
      inheritedFrom: row.inheritedFrom,
      cleared: row.cleared,
      remarks: [...(call?.remarks ?? []), ...(result?.remarks ?? [])],
    });
  // A page that has less than the usual room has it for the whole card, so what is always there is taken off first.
  const room = item.room === undefined ? CARD_ROOM : less(item.room, measure(frame(body(NOTHING, NOTHING))));
  const folds = less(room, RAW_LEAST);
  const blocks = desk.blocks([...childrenBlocks(delegations, card.blocks), ...card.blocks], folds);
  return frame(body(blocks, rawFold(desk, item, less(room, measure(blocks)))));
}

/** What lists say of a card, and the files that it speaks of. */
export interface Headline {
  readonly kind: string;
  readonly about: string;
  readonly outcome: Outcome;
  readonly touches: readonly FileTouch[];
}

export function headline(item: ToolItem): Headline {
  const { kind, about, outcome, touches = [] } = cardFor(item);
  return { kind, about, outcome: outcome ?? outcomeOf(item), touches };
}

function summary(item: ToolItem) {
  const { kind, about, outcome } = headline(item);
  const ms = item.result?.timing?.durationMs;
  return {
    kind: text(kind),
    about: text(about.length > ABOUT ? `${Array.from(about.slice(0, ABOUT)).slice(0, -1).join("")}…` : about),
    tone: outcome.tone,
    outcome: text(ms === undefined ? outcome.words : `${outcome.words} · ${duration(ms)}`),
  };
}

/** What is not there stays whatever a filter hides. */
function classes(item: ToolItem, withheld: boolean): string {
  const { call, noResult, failed, delegations } = item;
  const stays = noResult !== undefined || call === undefined || withheld;
  return [
    "tool",
    `k-${familyOf(item)}`,
    failed ? "fails" : "",
    delegations.length > 0 ? "leads" : "",
    stays ? "stay" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
}

/** Kept back for the raw fold: two payloads that are shortened to nothing, each with its sentence and link. */
const RAW_LEAST: Room = { bytes: 4_000, elements: 30 };

function rawFold(desk: Desk, { raw }: ToolItem, room: Room): Html {
  const payloads = [
    ...(raw.call === undefined ? [] : [{ what: "call", payload: raw.call }]),
    ...(raw.result === undefined ? [] : [{ what: "result", payload: raw.result }]),
  ];
  if (payloads.length === 0) return NOTHING;
  let left = less(room, { bytes: 800, elements: 12 });
  const written = payloads.map(({ what, payload }) => {
    const html = onePayload(desk, what, payload, left);
    left = less(left, measure(html));
    return html;
  });
  return desk.fill("items/raw-fold", {
    what: payloads.map(({ what }) => what).join(" and "),
    payloads: join(written),
  });
}

function onePayload(desk: Desk, what: string, { text: recorded, bytes, place }: RawPayload, room: Room): Html {
  return desk.fill("items/raw-payload", {
    what,
    size: place.rewritten ? "written anew, since something of the record is withheld or masked" : size(bytes),
    place: text(placeWords(place)),
    content: desk.blocks(recorded === "" ? [] : [{ type: "code", text: recorded }], room),
  });
}
