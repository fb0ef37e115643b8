import type { NoticeRow } from "../../model/index.ts";
import { jsonText } from "../support/json-text.ts";
import { isJsonObject, member, textMember } from "../support/values.ts";
import type { Document } from "./document.ts";

/** What a trajectory's head says beside its steps, for a reader. */
export function quoteHead({ head, agent }: Document): NoticeRow["quotes"] {
  const metrics = member(head, "final_metrics");
  const tools = agent.tool_definitions.map(toolName);
  const quotes: readonly (readonly [string, string | undefined])[] = [
    ["Session", textMember(head, "session_id")],
    ["Trajectory", textMember(head, "trajectory_id")],
    ["Schema version", textMember(head, "schema_version")],
    ["Agent", [agent.name, agent.version].filter((word) => word !== undefined).join(" ")],
    ["Model", agent.model_name],
    ["Tools", tools.join(", ")],
    ["Agent, further facts", agent.extra === undefined ? undefined : jsonText(agent.extra)],
    ["Notes", textMember(head, "notes")],
    ["Totals", isJsonObject(metrics) ? jsonText(metrics) : undefined],
    ["Continued by", textMember(head, "continued_trajectory_ref")],
    ["Further facts", head.extra === undefined || head.extra === null ? undefined : jsonText(member(head, "extra"))],
  ];
  return quotes.flatMap(([title, text]) => (text === undefined || text === "" ? [] : [{ title, text }]));
}

function toolName(definition: unknown): string {
  const wrapped = isJsonObject(definition) ? member(definition, "function") : undefined;
  const named = isJsonObject(wrapped) ? wrapped : isJsonObject(definition) ? definition : {};
  return textMember(named, "name") ?? "(no name)";
}
