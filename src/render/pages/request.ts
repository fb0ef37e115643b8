import type { LabelledRow, RequestView, SentItem, SentMessage } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { Desk } from "../desk.ts";
import { framed } from "../frame.ts";
import { type Html, text } from "../html.ts";
import { partBlocks } from "../items/parts.ts";
import { linkTo, rowLink } from "../parts/links.ts";
import { timingOf } from "../parts/time.ts";
import { count, oneLine, plural } from "../words.ts";
import { createShelf } from "./shelf.ts";

/** What one step sent to the model. Text that equals a row of the ledger is a link to that row. */
export function requestPage(desk: Desk, view: RequestView): Html {
  const { facts, request, unreadable } = view;
  const title = `Step ${view.step} as sent to the model`;
  const main = desk.fill("pages/request", {
    title: text(title),
    task: linkTo(desk, facts.task),
    turn: count(view.turnIndex + 1),
    model: request?.model === undefined ? undefined : text(request.model),
    timing: timingOf(desk, view.timing),
    readable: request !== undefined,
    bytes: desk.blocks(unreadable === undefined || unreadable === "" ? [] : verbatim(unreadable)),
    ...(request !== undefined && sections(desk, view, request)),
  });
  return framed(desk, {
    report: view.report,
    title: `${title} · ${facts.task.title.slice(0, 200)}`,
    skip: "Skip to the request",
    crumbs: [linkTo(desk, { ...facts.task, title: oneLine(facts.task.title, 50) }), text(oneLine(title, 50))],
    main,
  });
}

/** System text, settings, tools and messages, as far as there is room. */
function sections(desk: Desk, view: RequestView, request: NonNullable<RequestView["request"]>) {
  const shelf = createShelf(desk);
  const system = request.system.map((words, at) =>
    shelf.put("System text", verbatim(words), () => same(desk, view.systemRows[at]) ?? desk.blocks(verbatim(words))),
  );
  const set: readonly Block[] =
    Object.keys(request.settings).length === 0 ? [] : [{ type: "json", value: request.settings }];
  const settings = shelf.put("Settings", set, () => desk.blocks(set));
  const tools = request.tools.map(({ name, description }) => {
    const described = description === undefined ? [] : verbatim(description);
    return shelf.put(`Tool ${name}`, described, () =>
      desk.fill("pages/request-tool", {
        name: text(name),
        described: described.length > 0,
        description: desk.blocks(described),
      }),
    );
  });
  const messages = request.messages.map((message, at) =>
    shelf.put(`Message, ${message.role}`, message.items.flatMap(itemBlocks), () =>
      sent(desk, message, view.itemRows[at] ?? []),
    ),
  );
  return {
    system,
    systemTitle: plural(system.length, "system text"),
    settings,
    hasSettings: set.length > 0,
    tools,
    toolsTitle: plural(tools.length, "tool"),
    messages,
    messagesTitle: plural(messages.length, "message"),
    beyond: shelf.beyond(),
  };
}

function sent(desk: Desk, message: SentMessage, rows: readonly (LabelledRow | undefined)[]): Html {
  return desk.fill("pages/request-message", {
    role: text(message.role),
    items: message.items.map((item, at) => same(desk, rows[at]) ?? desk.blocks(itemBlocks(item))),
  });
}

/** Stands for text that a row of the ledger holds as well. */
function same(desk: Desk, row: LabelledRow | undefined): Html | undefined {
  return row && desk.fill("pages/request-same", { row: rowLink(desk, row.ref, `row ${row.label}`) });
}

function itemBlocks(item: SentItem): readonly Block[] {
  switch (item.type) {
    case "part":
      return item.part.type === "text" ? verbatim(item.part.text) : partBlocks([item.part]);
    case "reasoning":
      return [{ type: "code", title: "Reasoning", text: item.text }];
    case "tool-call":
      return [{ type: "json", title: `Tool call ${item.name}, ${item.toolCallId}`, value: item.input }];
    case "tool-result":
      return [{ type: "code", title: `Tool result, ${item.toolCallId}`, text: item.text }];
  }
}

/** As sent: what a model got is characters, not a rendering of them. */
function verbatim(words: string): readonly Block[] {
  return [{ type: "code", text: words }];
}
