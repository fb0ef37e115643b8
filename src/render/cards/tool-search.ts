import type { ToolItem } from "../../projection/index.ts";
import { oneLine, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { isObject, memberOf, textField } from "./fields.ts";
import { asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** A search for tools to use. Field: `query`. */
export const toolSearch: ToolCard = {
  kind: "tool-search",
  show(tool) {
    const query = textField(tool, "query");
    if (query === undefined) return undefined;
    const names = toolsFound(tool);
    return {
      kind: "Find tools",
      about: oneLine(query, ABOUT),
      ...(names !== undefined && { outcome: { words: plural(names.length, "tool"), tone: "quiet" } as const }),
      blocks:
        names === undefined
          ? resultBlocks(tool, asTextOrJson)
          : [{ type: "list", items: names.map((name) => [{ text: name, code: true }]), title: "Tools" }],
    };
  },
};

/** The names, where the result is nothing but references to tools. */
function toolsFound({ result }: ToolItem): readonly string[] | undefined {
  if (result === undefined || result.output.length === 0) return undefined;
  const names = result.output.map((part) => {
    if (part.type !== "json" || !isObject(part.value)) return undefined;
    const name = memberOf(part.value, "tool_name");
    const isReference = memberOf(part.value, "type") === "tool_reference" && Object.keys(part.value).length === 2;
    return isReference && typeof name === "string" ? name : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}
