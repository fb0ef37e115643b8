import type { ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { Card } from "./card.ts";

export function unknown(tool: ToolItem): Card {
  const blocks: Block[] = [];
  if (tool.call !== undefined) blocks.push({ type: "json", value: tool.call.input, title: "Input" });
  for (const part of tool.result?.output ?? []) {
    if (part.type === "text") blocks.push({ type: "code", text: part.text, title: "Output" });
    else if (part.type === "image") blocks.push(part);
    else blocks.push({ type: "json", value: part, title: "Output" });
  }
  return { kind: tool.call?.name ?? "Result", about: "", blocks };
}
