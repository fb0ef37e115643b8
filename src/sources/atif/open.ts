import type { OpenWorkspace } from "../../model/index.ts";
import { bytesAt, type OpenFile, openInside, readInside } from "../support/safe-read.ts";
import { inTreeOrder } from "../support/tree-order.ts";
import { listFiles, NOTES } from "./account.ts";
import { findCopies } from "./copies.ts";
import { diagnose } from "./diagnostics.ts";
import { readDocuments } from "./document.ts";
import { findEdges } from "./edges.ts";
import type { TrajectoryFacts } from "./facts.ts";
import { joinFamily } from "./family.ts";
import type { Location } from "./locate.ts";
import { walkRows } from "./rows.ts";
import { scanTrajectory } from "./scan.ts";
import { describeTasks } from "./tasks.ts";
import { joinThreads } from "./threads.ts";

/** The index pass, file by file, then rows on demand. */
export function openLocation(location: Location): OpenWorkspace {
  const { root } = location;
  const unreadable: string[] = [];
  const trajectories = location.trajectories.flatMap((path) => scanFile(root, path, unreadable));
  const family = joinFamily(joinThreads(trajectories));
  const order = inTreeOrder([...family.threads.keys(), ...family.mentioned.keys()], family.parentOf);
  const copies = new Map([...family.threads].map(([id, thread]) => [id, findCopies(thread, family)]));
  return {
    index: {
      format: "atif",
      tasks: describeTasks(family, order),
      edges: findEdges(family, order),
      gaps: new Map(),
      stored: new Map(),
      files: listFiles(location, trajectories),
      notes: NOTES,
      diagnostics: diagnose(location, family, unreadable),
    },
    async *rows(taskId) {
      const thread = family.threads.get(taskId);
      if (thread === undefined) return;
      const files = new Map<string, OpenFile>();
      try {
        yield* walkRows(
          thread,
          copies.get(taskId) ?? new Map(),
          ({ path }, { start, end }) => fileAt(root, path, files)?.read(start, end) ?? new Uint8Array(),
        );
      } finally {
        for (const file of files.values()) file.close();
      }
    },
    async bytes(place) {
      return bytesAt(root, place);
    },
    async request() {
      return undefined;
    },
    async close() {},
  };
}

function scanFile(root: string, path: string, unreadable: string[]): readonly TrajectoryFacts[] {
  const outcome = readInside(root, path);
  if (outcome.type !== "read") {
    unreadable.push(path);
    return [];
  }
  return readDocuments(path, outcome.bytes).map((document) => scanTrajectory(document, outcome.bytes));
}

/** One file after another is held open while the rows of a thread are read. */
function fileAt(root: string, path: string, files: Map<string, OpenFile>): OpenFile | undefined {
  const held = files.get(path);
  if (held !== undefined) return held;
  for (const file of files.values()) file.close();
  files.clear();
  const opened = openInside(root, path);
  if (opened.type !== "open") return undefined;
  files.set(path, opened.file);
  return opened.file;
}
