import type { SourceFile } from "../../model/index.ts";
import type { FileScan } from "./scan.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

/** Every file by path, with the records that were read from it. */
export function listFiles(workspace: ClaudeWorkspace): readonly SourceFile[] {
  const scans = new Map(workspace.scans.map((scan) => [scan.file.path, scan]));
  const sessions = new Set(workspace.households.map(({ session }) => session.scan));
  return [...workspace.location.kinds].flatMap(([path, stands]): readonly SourceFile[] => {
    if (stands === "folder") return [];
    const type = workspace.layout.get(path)?.type;
    switch (type) {
      case undefined: {
        const kind = stands === "link" ? "symbolic link, not followed" : "pipe, socket or device, not opened";
        return [{ path, kind, records: 0 }];
      }
      case "transcript": {
        const scan = scans.get(path);
        return scan === undefined ? [] : [{ path, kind: kindOf(scan, sessions), records: recordsOf(scan) }];
      }
      case "workflow journal":
        return [{ path, kind: type, records: workspace.journals.get(path)?.length ?? 0 }];
      case "agent description":
      case "workflow record":
        return [{ path, kind: type, records: 1 }];
      default:
        return [{ path, kind: type, records: 0 }];
    }
  });
}

function kindOf(scan: FileScan, sessions: ReadonlySet<FileScan | undefined>): string {
  if (scan.file.shape === "document") return "web export";
  return sessions.has(scan) ? "session" : "sub-agent transcript";
}

function recordsOf(scan: FileScan): number {
  return scan.facts.length + (hasHead(scan) ? 1 : 0);
}

/** What stands beside `loglines` in a web export is a record of its own. */
export function hasHead({ head }: FileScan): boolean {
  return head !== undefined && Object.keys(head).length > 0;
}
