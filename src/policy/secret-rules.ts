import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules as presetRules } from "@secretlint/secretlint-rule-preset-recommend";
import { mayHoldSecret, SHELL_RULES } from "./shell-rules.ts";

/** A secret found in a text: `[start, end)` in UTF-16 units. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

// The scanner times itself and keeps every mark for ever: a kilobyte each, dozens for each scan.
secretLintProfiler.mark = () => undefined;

/** Names of the scanner's rules that read better otherwise; the others keep theirs. */
const NAMES: Readonly<Record<string, string>> = {
  github: "github-token",
  gitlab: "gitlab-token",
  npm: "npm-token",
  privatekey: "private-key",
  slack: "slack-token",
};

/** Left to our own rules, which mask the secret alone (or, of the first, a way to switch the scanner off from a comment). */
const LEFT_OUT = /rule-(?:filter-comments|aws|basicauth|database-connection-string)$/;

const scanners = presetRules
  .filter((rule) => !LEFT_OUT.test(rule.meta.id))
  .map((rule) => ({ rule, name: publicName(rule.meta.id) }));

/** Every rule that `--redact-off` can name. */
export const SECRET_RULES: readonly string[] = [
  ...new Set([...scanners.map(({ name }) => name), ...SHELL_RULES.map(({ name }) => name)]),
].sort();

function publicName(id: string): string {
  const own = id.replace(/^.*secretlint-rule-/, "");
  return Object.hasOwn(NAMES, own) ? (NAMES[own] ?? own) : own;
}

/** Between texts that are scanned in one go; no rule matches across it. */
const BETWEEN = "\n\u0000\n";

/**
 * Looks for secrets in many texts at once; the scanner is dear to call and cheap to feed. Findings come by text, merged
 * where they overlap, in order.
 */
export async function scan(
  texts: readonly string[],
  off: ReadonlySet<string>,
): Promise<readonly (readonly Finding[])[]> {
  const found: Finding[][] = texts.map((text) => shellFindings(text, off));
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + BETWEEN.length;
  }
  const content = texts.join(BETWEEN);
  const result = await lintSource({
    source: { content, filePath: "text", contentType: "text" },
    options: {
      noPhysicFilePath: true,
      config: { rules: scanners.filter(({ name }) => !off.has(name)).map(({ rule }) => ({ id: rule.meta.id, rule })) },
    },
  });
  for (const { ruleId, range } of result.messages) {
    const [from, to] = range;
    // A finding that reaches over a border is cut at it: each text has its own part.
    for (let i = textAt(starts, from); i < texts.length && (starts[i] ?? length) < to; i += 1) {
      const start = Math.max(0, from - (starts[i] ?? 0));
      const end = Math.min(texts[i]?.length ?? 0, to - (starts[i] ?? 0));
      if (end > start) found[i]?.push({ rule: publicName(ruleId), start, end });
    }
  }
  return found.map(merge);
}

/** What the rules say that need no scanner. */
export function shellFindings(text: string, off: ReadonlySet<string>): Finding[] {
  if (!mayHoldSecret(text)) return [];
  return SHELL_RULES.filter(({ name }) => !off.has(name)).flatMap(({ name, find }) =>
    find(text).map((range) => ({ rule: name, ...range })),
  );
}

/** The last text that starts at or before the offset. */
function textAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In order, none overlapping: where two rules see one secret, the longer reach and the first name stay. */
export function merge(findings: readonly Finding[]): readonly Finding[] {
  const sorted = [...findings].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged[merged.length - 1];
    if (last && finding.start < last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, finding.end) };
    else merged.push(finding);
  }
  return merged;
}
