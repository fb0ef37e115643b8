import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { childBlocks, outcomeOfChildren } from "./children.ts";
import { textField } from "./fields.ts";
import { asProseOrJson, asTextOrJson, resultBlocks } from "./results.ts";

const ABOUT = 160;

/** Work given to a child Task. Fields: `goal`, `role?`, `name?`. */
export const delegate: ToolCard = {
  kind: "delegate",
  show(tool) {
    const goal = textField(tool, "goal");
    const [first] = tool.delegations;
    if (goal === undefined && first === undefined) return undefined;
    const outcome = outcomeOfChildren(tool);
    const fields = ["role", "name"].flatMap((name) => {
      const value = textField(tool, name);
      return value === undefined ? [] : [{ name, value: { text: value } }];
    });
    return {
      kind: "Delegate",
      about: oneLine(first?.child.title ?? goal ?? "", ABOUT),
      ...(outcome !== undefined && { outcome }),
      blocks: [
        ...childBlocks(tool.delegations),
        ...(fields.length === 0 ? [] : [{ type: "fields", fields } as const]),
        ...(goal === undefined ? [] : [{ type: "prose", markdown: goal, title: "Goal" } as const]),
        // What the call answers at once says that the child was started and never how it ended.
        ...resultBlocks(tool, (text) =>
          (tool.failed ? asTextOrJson : asProseOrJson)(text, "What the call itself returned"),
        ),
      ],
    };
  },
};
