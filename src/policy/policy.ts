import picomatch from "picomatch";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";

/** Something in a policy is not what it should be: where, and one sentence that says what to do. */
export interface PolicyProblem {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly says: string;
}

/** The policy cannot be used; nothing was read under it. */
export class PolicyError extends Error {
  readonly problems: readonly PolicyProblem[];
  constructor(problems: readonly PolicyProblem[]) {
    super(problems.map(({ line, column, says }) => `line ${line}, column ${column}: ${says}`).join("\n"));
    this.problems = problems;
  }
}

const ROW_TYPES = ["message", "reasoning", "tool-call", "tool-result", "compaction", "notice", "raw"] as const;

/** One word or a list of them; lists combine by *or*. */
const words = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).transform((one) => [one].flat());
const globs = words.check((context) => {
  for (const glob of context.value) {
    const fault = globFault(glob);
    if (fault) context.issues.push({ code: "custom", message: fault, input: glob });
  }
});

const matchSchema = z
  .strictObject({
    /** Task ids. */
    task: words.optional(),
    /** With `task`: its descendants as well. */
    subtree: z.boolean().default(false),
    type: z
      .union([z.enum(ROW_TYPES), z.array(z.enum(ROW_TYPES)).min(1)])
      .transform((one) => [one].flat())
      .optional(),
    /** Tool names as recorded. */
    tool: words.optional(),
    /** Kinds of tool. */
    kind: words.optional(),
    /** Globs against the paths in a tool's input. */
    path: globs.optional(),
    /** Sender ids or names. */
    sender: words.optional(),
    /** Globs against source files, relative to the workspace. */
    source: globs.optional(),
  })
  .refine((match) => Object.entries(match).some(([key, value]) => key !== "subtree" && value !== undefined), {
    message: "match needs at least one of task, type, tool, kind, path, sender, source",
  })
  .refine((match) => !match.subtree || match.task !== undefined, { message: "subtree goes with task" });

const ruleSchema = z.strictObject({
  /** Public: pages name it. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "an id is lower-case letters, digits and hyphens"),
  /** Public: pages give it to the reader. */
  reason: z.string().trim().min(1, "a rule needs a reason"),
  match: matchSchema,
  /** `true`: what matches is shown, in a policy whose default is to withhold. */
  show: z.boolean().default(false),
  /** `true`: a matching Task's title, goal and result are withheld as well. */
  title: z.boolean().default(false),
  /** `true`: summaries of a Task from which this rule withholds rows are shown all the same. */
  summaries: z.boolean().default(false),
});

const policySchema = z
  .strictObject({
    /** Public: the report says which policy it was made under. */
    name: z.string().trim().min(1).optional(),
    default: z.enum(["show", "withhold"]).default("show"),
    rules: z.array(ruleSchema),
  })
  .check((context) => {
    const seen = new Set<string>();
    for (const [i, rule] of context.value.rules.entries()) {
      if (seen.has(rule.id))
        context.issues.push({
          code: "custom",
          message: "two rules have this id",
          path: ["rules", i, "id"],
          input: rule.id,
        });
      seen.add(rule.id);
      if (rule.show && context.value.default === "show") {
        context.issues.push({
          code: "custom",
          message: "show: true needs a policy with default: withhold",
          path: ["rules", i, "show"],
          input: true,
        });
      }
    }
  });

export type Policy = z.output<typeof policySchema>;
export type Rule = Policy["rules"][number];

/**
 * Reads a policy, YAML or JSON.
 * @throws PolicyError with every problem and its place.
 */
export function parsePolicy(text: string): Policy {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: "1.2", strict: true, uniqueKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const broken = document.errors[0];
  if (broken) throw new PolicyError([{ ...at(broken.pos[0]), says: "this is not well-formed YAML or JSON" }]);
  const read = policySchema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (read.success) return read.data;
  throw new PolicyError(
    read.error.issues.map((issue) => ({
      ...at(offsetOf(document, issue.path)),
      says: problemWords(issue, issue.path.length === 0 || document.hasIn(issue.path)),
    })),
  );
}

/** Where the innermost node on a path stands that the document really has. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return Number(node.range[0]);
  }
  return 0;
}

function problemWords(issue: z.core.$ZodIssue, isThere: boolean): string {
  const where = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  if (issue.code === "invalid_type" && !isThere) return `${where} is missing`;
  if (issue.code === "custom" || issue.code === "too_small" || issue.code === "invalid_format")
    return `${where}: ${issue.message}`;
  return `${where || "the policy"} is not what it should be`;
}

/** Why a glob can never match, or `undefined` where it can. */
function globFault(glob: string): string | undefined {
  for (const [open, close, name] of [
    ["{", "}", "brace"],
    ["[", "]", "bracket"],
    ["(", ")", "parenthesis"],
  ] as const) {
    if (count(glob, open) !== count(glob, close)) return `this glob has an open ${name} and can never match`;
  }
  try {
    picomatch.makeRe(glob, { dot: true, debug: true });
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "this glob can never match";
    throw error;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
