import type { Block, Inline } from "../block.ts";
import { oneLine, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { anyField, isObject, memberOf } from "./fields.ts";
import { asProseOrJson, parseJson, resultBlocks, resultText } from "./results.ts";

const ABOUT = 160;

/** A search of the web. Field: `query`, which a provider that searches by itself may keep. */
export const webSearch: ToolCard = {
  kind: "web-search",
  show(tool) {
    const query = anyField(tool, "query") ?? (tool.call?.providerSide ? "" : undefined);
    if (typeof query !== "string" || tool.call?.restricted) return undefined;
    const text = tool.failed ? undefined : resultText(tool);
    const found = text === undefined ? undefined : readLinks(text);
    return {
      kind: "Web search",
      about: oneLine(query, ABOUT) || "what was searched for is not recorded",
      ...(found !== undefined && { outcome: { words: plural(found.links.length, "link"), tone: "quiet" } as const }),
      blocks: found === undefined ? resultBlocks(tool, asProseOrJson) : linkBlocks(found),
    };
  },
};

interface Found {
  readonly links: readonly Inline[];
  readonly before: string;
  readonly after: string;
}

/** A line `Links: [{ "title": …, "url": … }, …]` within a text. */
function readLinks(text: string): Found | undefined {
  const line = /^Links: (\[.*\])$/m.exec(text);
  const list = line?.[1] === undefined ? undefined : parseJson(line[1]);
  if (line === null || !Array.isArray(list)) return undefined;
  const links = list.map((entry): Inline | undefined => {
    const [title, url] = isObject(entry) ? [memberOf(entry, "title"), memberOf(entry, "url")] : [];
    return typeof title === "string" && typeof url === "string" ? { text: title, to: { url } } : undefined;
  });
  if (!links.every((link) => link !== undefined)) return undefined;
  return { links, before: text.slice(0, line.index), after: text.slice(line.index + line[0].length) };
}

function linkBlocks({ links, before, after }: Found): readonly Block[] {
  const items = links.map((link) => [
    link,
    { text: ` ${"to" in link && link.to && "url" in link.to ? link.to.url : ""}`, code: true },
  ]);
  return [
    ...(before.trim() === "" ? [] : [{ type: "prose", markdown: before } as const]),
    { type: "list", items, title: "Links" },
    ...(after.trim() === "" ? [] : [{ type: "prose", markdown: after } as const]),
  ];
}
