import type { OpenWorkspace } from "./model/index.ts";
import type { Graph, ReportFacts } from "./projection/index.ts";
import type { Renderer } from "./render/index.ts";
import type { Output, Plan, SearchData } from "./site/index.ts";

/** Everything that the writing of pages shares. */
export interface Shared {
  readonly workspace: OpenWorkspace;
  readonly renderer: Renderer;
  readonly output: Output;
  readonly plan: Plan;
  readonly graph: Graph;
  readonly report: ReportFacts;
  /** Paths under raw/ that are written. */
  readonly attached: Set<string>;
  /** Without raw folds, raw files and exact views. */
  readonly lean: boolean;
  readonly search: SearchData;
}
