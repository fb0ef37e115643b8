import type { SourceFile } from "../../model/index.ts";
import { readDocumentHead } from "./reader.ts";
import type { FileScan } from "./scan.ts";
import type { ClaudeWorkspace } from "./workspace.ts";

/** Every file by path, with the records that were read from it. */
export function listFiles(workspace: ClaudeWorkspace): readonly SourceFile[] {
  const { location, layout, journals } = workspace;
  const scans = new Map(workspace.scans.map((scan) => [scan.file.path, scan]));
  const main = new Set(workspace.households.map(({ session }) => session.scan));
  const listed: SourceFile[] = [];
  for (const [path, stands] of location.kinds) {
    if (stands === "folder") continue;
    const kind = layout.get(path);
    if (kind === undefined) {
      const what = stands === "link" ? "symbolic link, not followed" : "pipe, socket or device, not opened";
      listed.push({ path, kind: what, records: 0 });
      continue;
    }
    switch (kind.type) {
      case "transcript": {
        const scan = scans.get(path);
        const what =
          scan?.file.shape === "document"
            ? "web export"
            : scan !== undefined && main.has(scan)
              ? "session"
              : "sub-agent transcript";
        listed.push({
          path,
          kind: what,
          records: scan === undefined ? 0 : scan.facts.length + headRecords(workspace, scan),
        });
        break;
      }
      case "workflow journal":
        listed.push({ path, kind: kind.type, records: journals.get(path)?.length ?? 0 });
        break;
      case "agent description":
      case "workflow record":
        listed.push({ path, kind: kind.type, records: 1 });
        break;
      default:
        listed.push({ path, kind: kind.type, records: 0 });
    }
  }
  return listed;
}

/** What stands beside `loglines` in a web export is a record of its own. */
export function headRecords({ location }: ClaudeWorkspace, { file }: FileScan): number {
  return file.shape === "document" && Object.keys(readDocumentHead(location.root, file.path)).length > 0 ? 1 : 0;
}
