import type { ItemId, OpenWorkspace, Restriction, Row, StoredMessage, Task, TaskId } from "../model/index.ts";
import { createMatcher, type Matcher } from "./match.ts";
import type { Policy } from "./policy.ts";

/** What a rule, or the policy's default, says of one thing. */
export interface Verdict {
  readonly restriction: Restriction;
  /** Absent where the default withholds. */
  readonly rule?: Policy["rules"][number];
}

const BY_DEFAULT: Verdict = {
  restriction: { rule: "default", reason: "it is not on the list of what this report may show" },
};

/** One thing that a rule means: a Task as a whole, a row, or a message that waits. */
export interface Match {
  readonly taskId: TaskId;
  /** Absent for a Task as a whole. */
  readonly row?: { readonly itemId: ItemId; readonly label: string; readonly type: Row["type"] | "stored" };
}

/** Holds a policy's rules against Tasks, rows and messages, and counts what each rule means. */
export function createJudge(policy: Policy, tasks: readonly Task[]) {
  const matchers = policy.rules.map((rule) => createMatcher(rule, tasks));
  const matched = new Map<string, Match[]>(policy.rules.map((rule) => [rule.id, []]));
  const judge = (match: Match, means: (matcher: Matcher, i: number) => boolean): Verdict | undefined => {
    let verdict: Verdict | undefined;
    let allowed = false;
    for (const [i, matcher] of matchers.entries()) {
      if (!means(matcher, i)) continue;
      const { rule } = matcher;
      matched.get(rule.id)?.push(match);
      if (rule.show) allowed = true;
      else verdict ??= { restriction: { rule: rule.id, reason: rule.reason }, rule };
    }
    return verdict ?? (policy.default === "withhold" && !allowed ? BY_DEFAULT : undefined);
  };
  return {
    matched: matched as ReadonlyMap<string, readonly Match[]>,
    unknownTasks: new Map(matchers.map((matcher) => [matcher.rule.id, matcher.unknownTasks])),
    /** The rule that withholds a Task whole. The default never does: what may be shown of it is told row by row. */
    wholeTask(task: Task): Verdict | undefined {
      const verdict = judge(
        { taskId: task.id },
        (matcher) => matcher.wholeTasks && matcher.tasks?.has(task.id) === true,
      );
      return verdict?.rule ? verdict : undefined;
    },
    stored: (task: Task, { itemId, input, place }: StoredMessage) =>
      judge(
        { taskId: task.id, row: { itemId, label: "mailbox", type: "stored" } },
        (matcher) => !matcher.wholeTasks && matcher.matchesInput(task, input, place.file),
      ),
    /** Every row of a Task with its verdict. Reads the ledger twice where rules speak of calls, since a result can stand before its call. */
    async *rows(
      workspace: OpenWorkspace,
      task: Task,
    ): AsyncGenerator<{ readonly row: Row; readonly verdict: Verdict | undefined }> {
      const meant = matchers.map(() => new Set<string>());
      if (matchers.some((matcher) => matcher.aboutCalls)) {
        for await (const row of workspace.rows(task.id)) {
          if (row.type !== "tool-call") continue;
          for (const [i, matcher] of matchers.entries())
            if (matcher.aboutCalls && matcher.meansCall(row)) meant[i]?.add(row.toolCallId);
        }
      }
      for await (const row of workspace.rows(task.id)) {
        const callId = row.type === "tool-call" || row.type === "tool-result" ? row.toolCallId : undefined;
        const { itemId, label, type } = row;
        const verdict = judge({ taskId: task.id, row: { itemId, label, type } }, (matcher, i) => {
          const callMeant = callId !== undefined && meant[i]?.has(callId) === true;
          return !matcher.wholeTasks && matcher.matches(task, row, callMeant);
        });
        yield { row, verdict };
      }
    },
  };
}
export type Judge = ReturnType<typeof createJudge>;
