import type { Outcome, ToolItem } from "../../projection/index.ts";
import { oneLine } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { structuredMember, textField } from "./fields.ts";
import { asProseOrJson, resultBlocks } from "./results.ts";

const ABOUT = 200;
const WORD = 40;

/** A page that was fetched, and often what a model read in it. Fields: `url`, `prompt?`. */
export const webFetch: ToolCard = {
  kind: "web-fetch",
  show(tool) {
    const url = textField(tool, "url");
    if (url === undefined) return undefined;
    const prompt = textField(tool, "prompt");
    const outcome = outcomeOfFetch(tool);
    return {
      kind: "Fetch",
      about: oneLine(url, ABOUT),
      ...(outcome !== undefined && { outcome }),
      blocks: [
        {
          type: "fields",
          fields: [
            { name: "address", value: { text: url, to: { url } } },
            ...(prompt === undefined ? [] : [{ name: "asked of it", value: { text: prompt } }]),
          ],
        },
        ...resultBlocks(tool, asProseOrJson),
      ],
    };
  },
};

/** `200 OK`, where the source keeps it. */
function outcomeOfFetch(tool: ToolItem): Outcome | undefined {
  const code = structuredMember(tool, "code");
  if (tool.failed || typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  const words = structuredMember(tool, "codeText");
  return {
    words: typeof words === "string" && words !== "" ? `${code} ${oneLine(words, WORD)}` : String(code),
    tone: code >= 400 ? "bad" : "good",
  };
}
