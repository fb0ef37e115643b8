import type { RecordNote, SourceFile } from "../../model/index.ts";
import { describeFile } from "../support/files.ts";
import type { Quiet } from "./facts.ts";
import type { Family, Member } from "./family.ts";
import type { Location } from "./locate.ts";
import { itemIdOf, recordOf } from "./rows.ts";

/** What became of the lines that have no row, in order. */
export function accountFor(family: Family): readonly RecordNote[] {
  return [...family.members.values()].flatMap((member) => {
    const lines = [...member.facts.plan.quiet].sort(([a], [b]) => a - b);
    return lines.map(([line, quiet]): RecordNote => {
      const { path } = member.facts;
      return {
        record: recordOf(member.facts, line),
        file: path,
        disposition: dispositionOf(family, member, line, quiet),
      };
    });
  });
}

function dispositionOf(
  family: Family,
  { taskId, facts, copied }: Member,
  line: number,
  quiet: Quiet,
): RecordNote["disposition"] {
  switch (quiet.type) {
    case "repeated":
      return { type: "repeated", of: recordOf(facts, quiet.of) };
    case "no row":
      return quiet;
    case "joined": {
      if (quiet.to !== "task") return { type: "joined", to: { taskId, itemId: itemIdOf(facts.name, quiet.to) } };
      const origin = copied?.originOf(line);
      const original = copied === undefined ? undefined : family.members.get(copied.from);
      if (origin !== undefined && original !== undefined)
        return { type: "repeated", of: recordOf(original.facts, origin) };
      return { type: "joined", to: taskId };
    }
  }
}

/** Every file of the workspace with what it is. */
export function listFiles({ rollouts, tree }: Location, family: Family): readonly SourceFile[] {
  const records = new Map([...family.members.values()].map(({ facts }) => [facts.path, facts.records]));
  if (tree === undefined) return rollouts.map((path) => ({ path, kind: "rollout", records: records.get(path) ?? 0 }));
  return [...tree.kinds].flatMap(([path, stands]) => describeFile(path, stands, "rollout", records.get(path)));
}
