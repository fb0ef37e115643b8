/** What it means: passes over rows, and the views that pages are made from. */

export type {
  CompactionRow,
  DelegationEdge,
  Diagnostic,
  Gap,
  InputSource,
  ItemId,
  MessageRow,
  ModelCall,
  NoticeRow,
  Part,
  Place,
  RawRow,
  ReasoningRow,
  Restriction,
  ResultSection,
  Row,
  RowRef,
  Sender,
  SentItem,
  SentMessage,
  SentRequest,
  Status,
  StatusWord,
  StoredMessage,
  Summary,
  Task,
  TaskId,
  Timing,
  ToolCallRow,
  ToolResultRow,
  Usage,
} from "../model/index.ts";
export { accountLines, closeAccount } from "./account.ts";
export { type ExactSources, exactPage } from "./exact-page.ts";
export { allFiles, filePage, filesPage, fileTotals } from "./files.ts";
export { gapsByRow } from "./gaps.ts";
export { createGraph, edgeReturns, type Graph } from "./graph.ts";
export type * from "./items.ts";
export { about, allAbsences, gapsPage, overview } from "./overview.ts";
export { type ReadRequest, requestPage } from "./request-page.ts";
export { SEARCH_HEAD, SEARCH_TAIL, type SearchRow, searchGap, searchRow, searchStored } from "./search.ts";
export type { StripKind, StripTick, StripView } from "./strip-view.ts";
export { survey } from "./survey.ts";
export type { Entry, Survey, SurveyContext, SurveyedRequest, Weight } from "./surveyed.ts";
export { asTree, byStatus, byTitle } from "./task-list.ts";
export { type PageSources, type PlannedPage, taskPage } from "./task-page.ts";
export { byTool, searchPage } from "./tool-list.ts";
export type * from "./view.ts";
