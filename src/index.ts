/** The library: what the command line does, as functions. */
export { type BuildEffects, type BuildResult, build } from "./build.ts";
export { type ExportResult, exportWorkspace } from "./export.ts";
export { type Inspection, inspect } from "./inspect.ts";
export type { Diagnostic, OpenWorkspace, Row, Task, WorkspaceIndex } from "./model/index.ts";
export {
  type BuildOptions,
  type ExportOptions,
  type InspectOptions,
  UsageError,
  type VerifyOptions,
} from "./options.ts";
export type { Leak } from "./policy/index.ts";
export type { Masking } from "./projection/index.ts";
export { readWorkspace, type SeenModel } from "./read-workspace.ts";
export { type Problem, type Proof, type Verification, verify } from "./verify.ts";
