import type { SentRequest } from "../../model/index.ts";
import { isJsonObject, type JsonObject, member, parseJson, present } from "../support/values.ts";
import { PLAIN, readParts } from "./parts.ts";
import { textOf } from "./payloads.ts";
import { requestRecord } from "./row-schema.ts";

/** A request that a row's `call` names; `undefined` when the bytes are none. */
export function readRequest(bytes: Uint8Array): SentRequest | undefined {
  const parsed = parseJson(textOf(bytes));
  const request = requestRecord.safeParse(parsed.type === "json" ? parsed.value : undefined);
  if (!request.success || parsed.type !== "json" || !isJsonObject(parsed.value)) return undefined;
  const { model, system, tools, messages } = request.data;
  return present({
    model,
    system,
    tools: tools.map(({ name, description }) => present({ name, description })),
    messages: messages.map(({ role, items }) => ({ role, items: items.map(itemOf) })),
    // As recorded: a schema would lose a key that is named like a prototype.
    settings: settingsOf(parsed.value),
  });
}

type RecordedItem = NonNullable<
  ReturnType<typeof requestRecord.safeParse>["data"]
>["messages"][number]["items"][number];

function itemOf(item: RecordedItem): SentRequest["messages"][number]["items"][number] {
  switch (item.type) {
    case "part": {
      const [part] = readParts([item.part], PLAIN);
      return { type: "part", part: part ?? { type: "json", value: item.part } };
    }
    case "tool-call":
      return { type: "tool-call", toolCallId: item.toolCallId, name: item.name, input: item.input };
    default:
      return item;
  }
}

function settingsOf(request: JsonObject): JsonObject {
  const settings = member(request, "settings");
  return isJsonObject(settings) ? settings : {};
}
