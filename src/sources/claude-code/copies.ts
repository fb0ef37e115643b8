import type { Session } from "./family.ts";
import { baseOf } from "./ids.ts";
import type { Line } from "./ledger.ts";
import { isUuid } from "./names.ts";
import { saySame } from "./repeats.ts";

/**
 * A session that was forked or resumed into a new file begins with copies of the old one's records. Such a copy is
 * inherited: its rows are shown, but belong to the session that made them.
 */
export function markCopies(root: string, sessions: readonly Session[]): void {
  const originals = new Map<string, { readonly session: Session; readonly line: Line }>();
  for (const session of sessions.toSorted(byAge)) {
    for (const line of session.ledger.lines) {
      const { uuid } = line.facts;
      if (uuid === undefined || !isUuid(uuid) || line.fate !== undefined) continue;
      const known = originals.get(uuid);
      if (known === undefined) originals.set(uuid, { session, line });
      else if (known.session !== session && saySame(root, known.line, line)) {
        const { occurrence } = known.line.about;
        line.about.inheritedFrom = {
          taskId: known.session.taskId,
          base: baseOf(known.line.thread.file, known.line.facts),
          ...(occurrence === undefined ? {} : { occurrence }),
        };
      }
    }
  }
}

/** The session that ended first made what it shares with others; where that does not tell, the order of paths does. */
function byAge(one: Session, other: Session): number {
  const [a, b] = [lastTime(one), lastTime(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function lastTime({ ledger }: Session): string {
  return ledger.lines.findLast(({ facts }) => facts.at !== undefined)?.facts.at ?? "";
}
