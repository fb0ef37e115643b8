import { readFile } from "node:fs/promises";
import type { OpenWorkspace, TaskId } from "./model/index.ts";
import { type ReadOptions, UsageError } from "./options.ts";
import {
  type Decisions,
  decide,
  findLeaks,
  HOME_RULE,
  type Leak,
  leaveImagesOut,
  type Policy,
  PolicyError,
  parsePolicy,
  redact,
  SECRET_RULES,
  type SecretPlace,
  watchForSecrets,
  withhold,
} from "./policy/index.ts";
import type { Masking, Survey } from "./projection/index.ts";
import { openWorkspace, type ReadWorkspace, type SurveyHow, surveyAll } from "./read.ts";
import { printJson } from "./render/index.ts";

/** A workspace as everybody sees it: what the policy withholds is blank, what redaction found is masked. */
export interface SeenWorkspace extends ReadWorkspace {
  readonly surveys: ReadonlyMap<TaskId, Survey>;
  readonly masking: Masking;
  /** Present under a policy. */
  readonly decisions?: Decisions;
  readonly secrets: readonly SecretPlace[];
  readonly leaks: readonly Leak[];
  /** Rules and Task ids of the policy that match nothing: a typing error would else go unnoticed. */
  readonly warnings: readonly string[];
}

/**
 * Opens a workspace, leaves images out where that is asked for, lays policy and redaction over it, in this order (what is
 * withheld is not even scanned), and surveys what is then to be seen. Secrets are looked for while it is surveyed; only where there are any is it surveyed again.
 */
export async function seeWorkspace(options: ReadOptions, how: SurveyHow = WEIGHTLESS): Promise<SeenWorkspace> {
  const off = maskedRules(options);
  const policy = options.policy === undefined ? undefined : await readPolicy(options.policy);
  const { workspace: opened, because } = await openWorkspace(options);
  const images = options.images ? undefined : leaveImagesOut(opened, printJson);
  const recorded = images?.workspace ?? opened;
  const decisions = policy || recorded.index.restricts ? await decide(recorded, policy ?? EVERYTHING) : undefined;
  const shown = decisions ? withhold(recorded, decisions, printJson) : recorded;
  const leaks = decisions ? await findLeaks(recorded, shown, decisions) : [];
  const masked = options.redact || options.maskHome ? await mask(shown, off, how) : undefined;
  const places = masked?.places ?? [];
  const surveys = masked?.surveys ?? (await surveyAll(shown, how));
  return {
    workspace: masked?.workspace ?? shown,
    surveys,
    because,
    ...(policy && decisions && { decisions }),
    warnings: policy && decisions ? policyWarnings(policy, decisions) : [],
    secrets: places,
    leaks,
    masking: {
      redaction: options.redact,
      rulesOff: options.redactOff,
      home: options.maskHome,
      lean: how.lean === true,
      counts: countSecrets(places),
      ...(images && { imagesLeftOut: images.rows() }),
      ...(policy && { policy: policyFacts(policy) }),
    },
  };
}

async function mask(shown: OpenWorkspace, off: ReadonlySet<string>, how: SurveyHow) {
  const watch = watchForSecrets(shown, off);
  const surveys = await surveyAll(watch.workspace, how);
  const found = await watch.found();
  if (found.secrets.size === 0) return { workspace: shown, surveys, places: found.places };
  const workspace = redact(shown, found, off, printJson);
  return { workspace, surveys: await surveyAll(workspace, how), places: found.places };
}

function policyFacts({ name, rules }: Policy): NonNullable<Masking["policy"]> {
  return { ...(name !== undefined && { name }), rules: rules.map(({ id, reason }) => ({ id, reason })) };
}

/** For who makes no pages. */
const WEIGHTLESS: SurveyHow = { weigh: () => ({ bytes: 0, elements: 0, headline: undefined }), lean: true };

/** Shows everything; the source's own marks still hold. */
const EVERYTHING: Policy = { default: "show", rules: [] };

/** The rules that are off, by the user's word or because nobody asked for them. */
function maskedRules({ redact, redactOff, maskHome }: ReadOptions): ReadonlySet<string> {
  const unknown = redactOff.filter((rule) => !SECRET_RULES.includes(rule));
  if (unknown.length > 0) {
    throw new UsageError(
      `There is no redaction rule named ${unknown.join(", ")}: --redact-off takes ${SECRET_RULES.filter((rule) => rule !== HOME_RULE).join(", ")}.`,
    );
  }
  const off = new Set(redact ? redactOff : SECRET_RULES);
  if (maskHome) off.delete(HOME_RULE);
  else off.add(HOME_RULE);
  return off;
}

async function readPolicy(file: string): Promise<Policy> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError("The policy cannot be read: give --policy the path of a YAML or JSON file.");
  });
  try {
    return parsePolicy(text);
  } catch (error) {
    if (error instanceof PolicyError) throw new UsageError(`The policy cannot be used.\n${error.message}`);
    throw error;
  }
}

/** By rule, in the order of first appearance: how many secrets, in how many places. */
function countSecrets(places: readonly SecretPlace[]): Masking["counts"] {
  const rules = new Map<string, { secrets: Set<number>; places: number }>();
  for (const { rule, number } of places) {
    const sum = rules.get(rule) ?? { secrets: new Set(), places: 0 };
    rules.set(rule, sum);
    sum.secrets.add(number);
    sum.places += 1;
  }
  return [...rules].map(([rule, sum]) => ({ rule, secrets: sum.secrets.size, places: sum.places }));
}

function policyWarnings(policy: Policy, { matched, unknownTasks }: Decisions): readonly string[] {
  return policy.rules.flatMap(({ id }) => [
    ...(unknownTasks.get(id) ?? []).map((task) => `rule ${id} names a Task that is not in this workspace: ${task}`),
    ...(matched.get(id)?.length === 0 ? [`rule ${id} matches nothing in this workspace`] : []),
  ]);
}
