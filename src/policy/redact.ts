import type { OpenWorkspace, Place, Row, TaskId } from "../model/index.ts";
import { createMask, maskDeep, maskIndex } from "./mask.ts";
import { type PrintJson, rewriteBytes } from "./rewrite.ts";
import type { FoundSecrets } from "./secrets.ts";

/**
 * The workspace with every found secret masked wherever its text stands: content, keys, names and ids alike, so that what
 * joins by id still joins. Raw bytes that hold one are written anew.
 */
export function redact(
  workspace: OpenWorkspace,
  found: FoundSecrets,
  off: ReadonlySet<string>,
  print: PrintJson,
): OpenWorkspace {
  if (found.secrets.size === 0) return workspace;
  const mask = createMask(found.secrets, off);
  const recorded = new Map<TaskId, TaskId>(workspace.index.tasks.map(({ id }) => [mask(id), id]));
  const rewritten = rewriteBytes(workspace, print);
  // A masked place may no longer name its file; the workspace below knows it by the place that it gave out.
  const givenOut = new WeakMap<Place, Place>();
  const decoder = new TextDecoder();
  return {
    index: maskIndex(workspace.index, mask),
    async *rows(taskId) {
      for await (const row of workspace.rows(recorded.get(taskId) ?? taskId)) {
        const masked = maskDeep(row, mask);
        const dirty =
          masked !== row ||
          found.records.has(row.record) ||
          mask.hits(decoder.decode(await workspace.bytes(row.place)));
        if (!dirty) {
          if (row.place.rewritten) rewritten.remember(row);
          yield row;
          continue;
        }
        const { file, line } = masked.place;
        const seen = { ...masked, place: { file, ...(line !== undefined && { line }), rewritten: true } } as Row;
        rewritten.remember(seen);
        if (seen.call?.request && row.call?.request) givenOut.set(seen.call.request, row.call.request);
        yield seen;
      }
    },
    async bytes(place) {
      const bytes = await rewritten.bytes(givenOut.get(place) ?? place);
      if (place.rewritten) return bytes;
      const text = decoder.decode(bytes);
      return mask.hits(text) ? Buffer.from(mask(text), "utf8") : bytes;
    },
    async request(place) {
      const request = await workspace.request(givenOut.get(place) ?? place);
      return request && maskDeep(request, mask);
    },
    close: () => workspace.close(),
  };
}
