import type { Block } from "../block.ts";
import { printJson } from "../print-json.ts";
import { checklistLine } from "./checklist.ts";
import { inlineText } from "./inline.ts";
import { fileText } from "./patch.ts";
import { tableText } from "./table.ts";

/** All that a block says, as plain text for a file. */
export function blockText(block: Block): string {
  const title = "title" in block && block.title !== undefined ? `${block.title}\n` : "";
  switch (block.type) {
    case "code":
    case "terminal":
    case "patch":
      return title + block.text;
    case "diff":
      return title + block.files.map(fileText).join("\n");
    case "checklist":
      return title + block.items.map(checklistLine).join("\n");
    case "table":
      return title + tableText(block);
    case "prose":
      return title + block.markdown;
    case "json":
      return title + printJson(block.value);
    case "fields":
      return block.fields.map(({ name, value }) => `${name}: ${value.text}`).join("\n");
    case "list":
      return title + block.items.map(inlineText).join("\n");
    case "image":
      return block.data;
    case "section":
      return [`${block.kind} ${block.about} ${block.outcome?.words ?? ""}`, ...block.blocks.map(blockText)].join("\n");
    case "note":
      return inlineText(block.text);
  }
}
