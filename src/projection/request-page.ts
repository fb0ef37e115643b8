import type { SentItem, SentRequest } from "../model/index.ts";
import type { Graph } from "./graph.ts";
import type { Survey, SurveyedRequest } from "./surveyed.ts";
import type { LabelledRow, ReportFacts, RequestView } from "./view.ts";

/** What a request is told with: either it reads as one, or its bytes are shown. */
export interface ReadRequest {
  readonly request: SentRequest | undefined;
  readonly unreadable?: string;
}

/** Tells a request against the ledger: what equals a row becomes a link to it. */
export function requestPage(
  report: ReportFacts,
  graph: Graph,
  survey: Survey,
  surveyed: SurveyedRequest,
  read: ReadRequest,
  digest: (text: string) => string,
): RequestView {
  const facts = graph.facts(survey.taskId);
  if (!facts) throw new Error("a request was surveyed for a Task that the graph does not hold");
  const { request } = read;
  const labelled = (itemId: string | undefined): LabelledRow | undefined => {
    const label = itemId === undefined ? undefined : graph.label(survey.taskId, itemId);
    return itemId === undefined || label === undefined ? undefined : { ref: { taskId: survey.taskId, itemId }, label };
  };
  const byText = (text: string) => labelled(survey.texts.get(digest(text)));
  return {
    report,
    facts,
    step: surveyed.step,
    turnIndex: surveyed.turnIndex,
    ...(surveyed.timing && { timing: surveyed.timing }),
    request,
    ...(read.unreadable !== undefined && { unreadable: read.unreadable }),
    systemRows: (request?.system ?? []).map(byText),
    itemRows: (request?.messages ?? []).map((message) =>
      message.items.map((item) => itemRow(item, survey, byText, labelled)),
    ),
  };
}

function itemRow(
  item: SentItem,
  survey: Survey,
  byText: (text: string) => LabelledRow | undefined,
  labelled: (itemId: string | undefined) => LabelledRow | undefined,
): LabelledRow | undefined {
  switch (item.type) {
    case "part":
      return item.part.type === "text" ? byText(item.part.text) : undefined;
    case "reasoning":
      return byText(item.text);
    case "tool-call":
      return labelled(survey.calls.get(item.toolCallId));
    case "tool-result": {
      // A result counts as the row's only where its text is the row's: what was sent may have been cut or cleared.
      const row = byText(item.text);
      return row && row.ref.itemId === survey.results.get(item.toolCallId) ? row : undefined;
    }
  }
}
