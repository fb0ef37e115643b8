import { plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { childBlocks, outcomeOfChildren } from "./children.ts";
import { anyField } from "./fields.ts";
import { asProseOrJson, resultBlocks } from "./results.ts";

const SHOWN = 3;

/** A wait for children or other things that run. Field: `targets?`, a list of their ids; without it, whatever comes first. */
export const wait: ToolCard = {
  kind: "wait",
  show(tool) {
    const targets = anyField(tool, "targets");
    const ids = targets === undefined ? [] : Array.isArray(targets) ? targets : [targets];
    if (tool.call === undefined || !ids.every((id) => typeof id === "string" || typeof id === "number"))
      return undefined;
    const outcome = outcomeOfChildren(tool);
    const titles = [...new Set(tool.delegations.map(({ child }) => child.title))];
    const names = titles.length > 0 ? titles : ids.map(String);
    const more = names.length > SHOWN ? ` and ${plural(names.length - SHOWN, "more", "more")}` : "";
    return {
      kind: "Wait",
      about: names.length === 0 ? "for whatever comes first" : `for ${names.slice(0, SHOWN).join(", ")}${more}`,
      ...(outcome !== undefined && { outcome }),
      blocks: [
        ...childBlocks(tool.delegations),
        ...(ids.length === 0 || names !== titles
          ? []
          : [{ type: "fields", fields: [{ name: "targets", value: { text: ids.join(", "), code: true } }] } as const]),
        ...resultBlocks(tool, asProseOrJson),
      ],
    };
  },
};
