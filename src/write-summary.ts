import { type Account, allFiles, overview } from "./projection/index.ts";
import { replaceHidden } from "./render/index.ts";
import type { Shared } from "./shared.ts";
import { markdownText, summaryMarkdown, utf8 } from "./site/index.ts";

/** Writes `summary.md`: what a pull request comment or a job summary says of the report. */
export async function writeSummary(
  { workspace, graph, plan, report, output }: Shared,
  account: Account,
  { baseUrl, summaryLimit }: { readonly baseUrl?: string | undefined; readonly summaryLimit: number },
): Promise<void> {
  const view = overview(report, workspace.index, graph, account);
  const files = allFiles(graph).filter(({ standing }) => standing !== "only read");
  const text = summaryMarkdown(
    {
      overview: view,
      checks: view.checks.map(({ kind, last, count }) => ({
        kind,
        command: last.command,
        outcome: last.outcome.words,
        count,
        ref: last.ref,
      })),
      checkCount: view.checkCount,
      files,
    },
    {
      text: markdownText(visible),
      limit: summaryLimit,
      link: (path) => (baseUrl === undefined ? path : `${base(baseUrl)}${path}`),
      task: (id) => plan.taskPage(id, 1),
      row: plan.row,
    },
  );
  await output.write({ path: "summary.md", bytes: utf8(text) });
}

/** Characters that no reader could see, as words. */
function visible(text: string): string {
  return replaceHidden(
    text,
    (clean) => clean,
    (labels) => `[${labels}]`,
  );
}

/** The URL as a folder, with nothing in it that would end a link in Markdown. */
function base(url: string): string {
  const whole = new URL(url).href.replace(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return whole.endsWith("/") ? whole : `${whole}/`;
}
