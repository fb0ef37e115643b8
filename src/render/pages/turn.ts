import type { Item, TurnView } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, NOTHING, text } from "../html.ts";
import { renderItem } from "../items/index.ts";
import { restricted } from "../items/restricted.ts";
import type { Owner } from "../items/row.ts";
import { endsOf, timeOf } from "../parts/time.ts";
import { counterWords, tokensOf } from "../parts/usage.ts";
import { count, duration, oneLine, plural } from "../words.ts";

/** Names and counters in a header are bounded, since every turn of a page has one. */
const NAME = 60;
const COUNTERS = 12;

/** One model interaction: what is known of the call, then its rows. */
export function turn(desk: Desk, view: TurnView, task: Owner): Html {
  const { call } = view;
  return desk.fill("pages/turn", {
    title: `Turn ${count(view.index + 1)}`,
    pause: view.pauseMs === undefined ? "" : duration(view.pauseMs),
    started: view.startedAt && timeOf(desk, view.startedAt),
    continued: view.continued,
    call: callFacts(desk, view),
    request: call?.request && desk.links.request(task.id, call.request.file),
    withheld: call?.restricted && restricted(desk, "the request as sent to the model is", call.restricted),
    rows: rows(desk, view.items, task),
  });
}

/** What is known of a turn's call: the telling part as one line, all else behind it. Nothing where nothing is known. */
export function callFacts(desk: Desk, { model, usage = {}, call }: Pick<TurnView, "model" | "usage" | "call">): Html {
  const tokens = tokensOf(usage, false);
  const ms = call?.timing?.durationMs;
  const line = [
    ...(model === undefined ? [] : [desk.fill("parts/name", { name: text(oneLine(model, NAME)) })]),
    ...(tokens === undefined ? [] : [text(`tokens ${tokens}`)]),
    ...(ms === undefined ? [] : [text(duration(ms))]),
    ...(call?.attempts === undefined ? [] : [text(plural(call.attempts, "attempt"))]),
  ];
  const more = [
    ...(call === undefined ? [] : [text(`step ${oneLine(call.step, NAME)}`)]),
    ...endsOf(desk, call?.timing),
    ...(call?.finish === undefined ? [] : [text(`stopped: ${oneLine(call.finish, NAME)}`)]),
    ...counterWords(usage, COUNTERS).map(text),
  ];
  if (line.length === 0 && more.length === 0) return NOTHING;
  return desk.fill("pages/call-facts", { line, more });
}

/** The rows in order, with a line where another run begins. */
function rows(desk: Desk, items: readonly Item[], task: Owner): readonly Html[] {
  let run: string | undefined;
  return items.map((item) => {
    const html = renderItem(desk, item, task);
    const now = runOf(item);
    const boundary = run !== undefined && now !== undefined && now !== run;
    run = now ?? run;
    return boundary ? desk.fill("items/run-edge", { run: text(run ?? ""), row: html }) : html;
  });
}

function runOf(item: Item): string | undefined {
  if (item.type === "streak") return item.items[0]?.call?.runId;
  if (item.type === "tool") return (item.call ?? item.result)?.runId;
  return "row" in item ? item.row.runId : undefined;
}
