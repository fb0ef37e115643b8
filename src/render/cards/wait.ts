import type { Outcome, ToolItem } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import { count, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { childBlocks, outcomeOfChildren } from "./children.ts";
import { anyField, isObject, memberOf } from "./fields.ts";
import { asProseOrJson, parseJson, resultBlocks, resultText } from "./results.ts";

const SHOWN = 3;

/** A wait for children or other things that run. Field: `targets?`, a list of their ids; without it, whatever comes first. */
export const wait: ToolCard = {
  kind: "wait",
  show(tool) {
    const targets = anyField(tool, "targets");
    const ids = targets === undefined ? [] : Array.isArray(targets) ? targets : [targets];
    if (tool.call === undefined || !ids.every((id) => typeof id === "string" || typeof id === "number"))
      return undefined;
    const told = readReports(tool);
    const outcome = told?.outcome ?? outcomeOfChildren(tool);
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
        ...(told?.blocks ?? resultBlocks(tool, asProseOrJson)),
      ],
    };
  },
};

/** `{"status": {"<id>": {"completed": "…"}}, "timed_out": true}`: what each of those that ended reports. */
function readReports(tool: ToolItem): { readonly outcome: Outcome; readonly blocks: readonly Block[] } | undefined {
  const value = tool.failed ? undefined : parseJson(resultText(tool) ?? "");
  if (!isObject(value)) return undefined;
  const [status, timedOut] = [memberOf(value, "status"), memberOf(value, "timed_out")];
  if (!isObject(status) || typeof timedOut !== "boolean" || Object.keys(value).length !== 2) return undefined;
  const reports = Object.entries(status).map(([id, report]) => reportOf(tool, id, report));
  if (!reports.every((report) => report !== undefined)) return undefined;
  const words = [
    ...(reports.length === 0 ? [] : [`${count(reports.length)} reported`]),
    ...(timedOut ? ["the time was up"] : []),
  ];
  return {
    outcome: { words: words.join(", ") || "nothing reported", tone: reports.length === 0 ? "quiet" : "good" },
    blocks: reports,
  };
}

function reportOf({ delegations }: ToolItem, id: string, report: unknown): Block | undefined {
  const child = delegations.find((one) => one.child.id === id)?.child.title ?? id;
  if (typeof report === "string") return { type: "prose", markdown: report, title: child };
  const [entry, another] = isObject(report) ? Object.entries(report) : [];
  if (entry === undefined || another !== undefined || typeof entry[1] !== "string") return undefined;
  return { type: "prose", markdown: entry[1], title: `${child}: ${entry[0]}` };
}
