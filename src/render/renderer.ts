import type {
  AboutView,
  ExactItem,
  ExactPageView,
  FilePageView,
  FilesPageView,
  FileTouch,
  GapsView,
  Item,
  Outcome,
  OverviewView,
  RequestView,
  Room,
  Row,
  SearchView,
  TaskListView,
  TaskPageView,
  ToolListView,
} from "../projection/index.ts";
import { renderBlocks } from "./blocks/index.ts";
import type { Desk } from "./desk.ts";
import { type ColourStore, createHighlighter, type PageHighlighter } from "./highlight.ts";
import { type Html, join } from "./html.ts";
import { exactItem } from "./items/exact.ts";
import { renderItem } from "./items/index.ts";
import { SPEAKER } from "./items/message.ts";
import type { Owner } from "./items/row.ts";
import { streakShare } from "./items/streak.ts";
import { type Headline, headline } from "./items/tool.ts";
import type { Attachments, PageLinks } from "./links.ts";
import { measure } from "./measure.ts";
import { aboutPage } from "./pages/about.ts";
import { exactPage } from "./pages/exact.ts";
import { filePage } from "./pages/file.ts";
import { filesPage } from "./pages/files.ts";
import { gapsPage } from "./pages/gaps.ts";
import { overviewPage } from "./pages/overview.ts";
import { requestPage } from "./pages/request.ts";
import { searchPage } from "./pages/search.ts";
import { taskPage } from "./pages/task.ts";
import { taskListPage } from "./pages/task-list.ts";
import { gapEntry } from "./pages/task-side.ts";
import { toolListPage } from "./pages/tool-list.ts";
import { callFacts } from "./pages/turn.ts";
import { createTemplates } from "./templates.ts";

/** What one page is written with. */
export interface PageContext {
  readonly links: PageLinks;
  readonly attachments: Attachments;
}

/** What an item costs its page at most, highlighting included, and what a list of failures says of it. */
export interface Weight extends Room {
  readonly headline: { readonly kind: string; readonly about: string; readonly outcome: Outcome } | undefined;
  /** Files that the card of a call speaks of. */
  readonly touches: readonly FileTouch[];
}

export interface Renderer {
  /** Weighs one item by itself, as a row of `owner`'s ledger or, without one, of the dearest there can be. */
  weigh(item: Item, context: PageContext, owner?: Owner): Weight;
  overview(view: OverviewView, context: PageContext): Promise<string>;
  task(view: TaskPageView, context: PageContext): Promise<string>;
  taskList(view: TaskListView, context: PageContext): Promise<string>;
  files(view: FilesPageView, context: PageContext): Promise<string>;
  file(view: FilePageView, context: PageContext): Promise<string>;
  toolList(view: ToolListView, context: PageContext): Promise<string>;
  search(view: SearchView, context: PageContext): Promise<string>;
  gaps(view: GapsView, context: PageContext): Promise<string>;
  about(view: AboutView, context: PageContext): Promise<string>;
  request(view: RequestView, context: PageContext): Promise<string>;
  /** Weighs one row of the exact view by itself. */
  weighExact(item: ExactItem, context: PageContext, owner?: Owner): Room;
  exact(view: ExactPageView, context: PageContext): Promise<string>;
  /** To be called when the last page is made. */
  close(): Promise<void>;
}

/** Failures before and after any that is weighed, with labels as long as a gutter takes. */
const SOMEWHERE = { ref: { taskId: "", itemId: "" }, label: "0".repeat(24) };
const ANYWHERE = { previous: SOMEWHERE, next: SOMEWHERE };
/** Whoever's ledger it is: with a name as long as any that a message shows. */
const ANYBODY: Owner = { id: "", agent: "&".repeat(SPEAKER) };

/** `templates` is the absolute path of the folder of templates. */
export function createRenderer(options: {
  readonly templates: string;
  readonly highlight: boolean;
  readonly threads?: number;
  readonly store?: ColourStore | undefined;
}): Renderer {
  const templates = createTemplates(options.templates);
  const highlighter = createHighlighter({ ...options, enabled: options.highlight });

  function desk(context: PageContext, page: PageHighlighter): Desk {
    const desk: Desk = {
      links: context.links,
      attachments: context.attachments,
      highlighter: page,
      templates,
      fill: templates.render,
      blocks: (blocks, room) => renderBlocks(blocks, desk, room),
    };
    return desk;
  }

  function page<View>(write: (desk: Desk, view: View) => Html) {
    return (view: View, context: PageContext): Promise<string> => {
      const colours = highlighter.page();
      return colours.fill(String(write(desk(context, colours), view)));
    };
  }

  return {
    weigh(item, context, owner = ANYBODY) {
      const page = desk(context, highlighter.page());
      const row = rowOf(item);
      const pieces = [renderItem(page, item, { ...owner, around: () => ANYWHERE })];
      // What an item adds elsewhere on its page: a gap's line in the navigation, the facts of a call in its turn's header.
      if (item.type === "gap") pieces.push(gapEntry(page, item.gap, owner.id));
      if (row?.call !== undefined || row?.usage !== undefined) pieces.push(callFacts(page, row));
      const size = measure(join(pieces));
      const told = headlineOf(item);
      if (told === undefined) return { ...size, headline: undefined, touches: [] };
      const { touches, ...line } = told;
      const share = item.type === "tool" ? streakShare(line.about) : { bytes: 0, elements: 0 };
      return { bytes: size.bytes + share.bytes, elements: size.elements + share.elements, headline: line, touches };
    },
    overview: page(overviewPage),
    task: page(taskPage),
    taskList: page(taskListPage),
    files: page(filesPage),
    file: page(filePage),
    toolList: page(toolListPage),
    search: page(searchPage),
    gaps: page(gapsPage),
    about: page(aboutPage),
    request: page(requestPage),
    weighExact: (item, context, owner = ANYBODY) => measure(exactItem(desk(context, highlighter.page()), item, owner)),
    exact: page(exactPage),
    close: highlighter.close,
  };
}

function rowOf(item: Item): Row | undefined {
  if (item.type === "tool") return item.call ?? item.result;
  return "row" in item ? item.row : undefined;
}

function headlineOf(item: Item): Headline | undefined {
  if (item.type === "tool") return headline(item);
  if (item.type !== "notice") return undefined;
  return { kind: "Notice", about: item.row.says, outcome: { words: item.row.severity, tone: "bad" }, touches: [] };
}
