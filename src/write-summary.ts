import type { OverviewView } from "./projection/index.ts";
import { visible } from "./render/index.ts";
import type { Shared } from "./shared.ts";
import { markdownText, summaryMarkdown, utf8 } from "./site/index.ts";

/** Writes `summary.md`: what a pull request comment or a job summary says of the report. */
export async function writeSummary(
  { plan, output }: Pick<Shared, "plan" | "output">,
  view: OverviewView,
  { baseUrl, summaryLimit }: { readonly baseUrl?: string | undefined; readonly summaryLimit: number },
): Promise<void> {
  const text = summaryMarkdown(view, {
    text: markdownText(visible),
    limit: summaryLimit,
    link: (path) => (baseUrl === undefined ? path : `${base(baseUrl)}${path}`),
    task: (id) => plan.taskPage(id, 1),
    row: plan.row,
  });
  await output.write({ path: "summary.md", bytes: utf8(text) });
}

/** The URL as a folder, with nothing in it that would end a link in Markdown. */
function base(url: string): string {
  const whole = new URL(url).href.replace(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return whole.endsWith("/") ? whole : `${whole}/`;
}
