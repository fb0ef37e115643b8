import type { ToolItem } from "../../projection/index.ts";
import type { Block, ChecklistItem } from "../block.ts";
import { oneLine, plural } from "../words.ts";
import type { ToolCard } from "./card.ts";
import { isObject, listField, memberOf, structuredMember } from "./fields.ts";
import { asTextOrJson, parseJson, resultBlocks, resultText } from "./results.ts";

const ABOUT = 160;

interface Question {
  readonly id?: string;
  readonly question: string;
  readonly options: readonly string[];
}

/** Questions to the user. Field: `questions`, a list of `{ question, options?, id? }`. The answers are looked for in the result. */
export const ask: ToolCard = {
  kind: "ask",
  show(tool) {
    const questions = listField(tool, "questions")?.map(questionOf);
    if (questions === undefined || questions.length === 0) return undefined;
    if (!questions.every((one) => one !== undefined)) return undefined;
    const answers = questions.map((question) => answerTo(question, tool));
    const [first] = questions;
    const more = questions.length === 1 ? "" : ` and ${plural(questions.length - 1, "more question")}`;
    const told = answers.flatMap((answer) => answer ?? []);
    return {
      kind: "Ask the user",
      about: oneLine(first?.question ?? "", ABOUT) + more,
      ...(told.length > 0 &&
        !tool.failed && { outcome: { words: oneLine(told.join(", "), 80), tone: "good" } as const }),
      blocks: [
        ...questions.flatMap((question, at) => questionBlocks(question, answers[at])),
        ...resultBlocks(tool, asTextOrJson),
      ],
    };
  },
};

function questionOf(value: unknown): Question | undefined {
  if (!isObject(value)) return undefined;
  const [question, options = [], id] = ["question", "options", "id"].map((name) => memberOf(value, name));
  if (typeof question !== "string" || !Array.isArray(options)) return undefined;
  if (!options.every((option) => typeof option === "string")) return undefined;
  return { question, options, ...(typeof id === "string" && { id }) };
}

/** Also an answer that is none of the options. `undefined` where the result holds none that can be told. */
function answerTo({ question, id }: Question, tool: ToolItem): readonly string[] | undefined {
  const kept = structuredMember(tool, "answers") ?? answersInText(resultText(tool) ?? "");
  if (!isObject(kept)) return undefined;
  const answer = memberOf(kept, question) ?? (id === undefined ? undefined : memberOf(kept, id));
  const list = isObject(answer) ? memberOf(answer, "answers") : answer;
  if (typeof list === "string") return [list];
  return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : undefined;
}

/** `{"answers": {…}}` as Codex writes it. */
function answersInText(text: string): unknown {
  const value = parseJson(text);
  return isObject(value) ? memberOf(value, "answers") : undefined;
}

function questionBlocks({ question, options }: Question, answer: readonly string[] | undefined): readonly Block[] {
  // Several options that were chosen are one text in some records.
  const chosen = (option: string) => answer?.some((one) => one === option || one.split(", ").includes(option)) === true;
  const items = options.map((option): ChecklistItem => {
    const is = chosen(option);
    return { text: option, state: is ? "done" : "open", word: is ? "chosen" : "" };
  });
  const own = answer?.filter(
    (one) => !options.includes(one) && !one.split(", ").every((part) => options.includes(part)),
  );
  return [
    { type: "prose", markdown: question, title: "Question" },
    ...(items.length === 0 ? [] : [{ type: "checklist", items } as const]),
    ...(own === undefined || own.length === 0
      ? []
      : [{ type: "prose", markdown: own.join("\n\n"), title: "Answer" } as const]),
  ];
}
