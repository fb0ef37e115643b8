/** What is withheld and what is masked. Every command sees a workspace through here. */
export { type Decisions, decide } from "./decide.ts";
export { leaveImagesOut } from "./images.ts";
export type { Match } from "./judge.ts";
export { findLeaks, type Leak } from "./leaks.ts";
export { type Policy, PolicyError, type PolicyProblem, parsePolicy } from "./policy.ts";
export { redact } from "./redact.ts";
export type { PrintJson } from "./rewrite.ts";
export { SECRET_RULES } from "./secret-rules.ts";
export { type FoundSecrets, type SecretPlace, watchForSecrets } from "./secrets.ts";
export { HOME_RULE } from "./shell-rules.ts";
export { withhold } from "./withhold.ts";
