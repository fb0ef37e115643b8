import type { ItemId, SearchRow, StatusWord, TaskId } from "../projection/index.ts";
import type { SiteFile } from "./file.ts";
import { anchor } from "./names.ts";
import { utf8 } from "./output.ts";
import { searchCost, searchScript } from "./search-script.ts";

/** Loaded on first use: titles and the start of each row. */
export const SEARCH_FIRST = "assets/search-data.js";

/** What the first data may take, and how it is shared between titles and rows. */
const FIRST_BYTES = 2_000_000;
const TITLE_BYTES = 700_000;
/** Tasks that the first data names at most. */
const MOST_TASKS = 5_000;
/** What a Task, and a row, takes beside its title or text. */
const TASK_FRAME = 80;
const ROW_FRAME = 80;
/** The place of a row, and what stands between its parts. */
const ROW_PUNCTUATION = 45;
const LONGEST_TITLE = 160;
const LONGEST_START = 160;
/** A shard is closed once its text passes this. */
const SHARD_BYTES = 1_000_000;

export interface SearchTask {
  readonly id: TaskId;
  readonly slug: string;
  readonly title: string;
  readonly status: StatusWord;
  readonly parentId?: TaskId | undefined;
  pageOf(itemId: ItemId): number | undefined;
}

/** Gathers search data while pages are written: starts of rows for the first data, texts for the shards of each Task. */
export interface SearchData {
  open(task: SearchTask): { add(row: SearchRow): void; take(): readonly SiteFile[]; close(): readonly SiteFile[] };
  /** The first data, once every Task is closed. */
  finish(): SiteFile;
}

/** `clean` makes hidden characters visible. `totals` decide how much of each row the first data holds. */
export function createSearchData(
  totals: { readonly tasks: number; readonly rows: number },
  clean: (text: string) => string,
): SearchData {
  const shownTasks = Math.min(totals.tasks, MOST_TASKS);
  const titleRoom = Math.min(LONGEST_TITLE, Math.floor(TITLE_BYTES / Math.max(1, shownTasks)) - TASK_FRAME);
  const rowRoom =
    Math.floor((FIRST_BYTES - shownTasks * (titleRoom + TASK_FRAME)) / Math.max(1, totals.rows)) - ROW_FRAME;
  // Where starts would be too short to tell anything, the shards alone know the rows.
  const startRoom = rowRoom < 10 || shownTasks < totals.tasks ? 0 : Math.min(LONGEST_START, rowRoom);
  const kinds = new Map<string, number>();
  const numbers = new Map<TaskId, number>();
  // As JSON: a piece of a string would keep all of it, and with it the whole text of its row.
  const tasks: string[] = [];
  let rows = 0;
  let started = 0;
  let left = FIRST_BYTES;
  // What names cost is not foreseen, so the last word is had here.
  const start = (place: readonly [number, string], kind: string, label: string, text: string): string | undefined => {
    if (startRoom === 0) return undefined;
    const known = kinds.get(kind);
    const words = cutTo(text, startRoom);
    const cost = ROW_PUNCTUATION + searchCost(words) + searchCost(label) + (known === undefined ? searchCost(kind) : 0);
    if (cost > left) return undefined;
    left -= cost;
    started += 1;
    if (known === undefined) kinds.set(kind, kinds.size);
    return JSON.stringify([...place, known ?? kinds.size - 1, label, words]).slice(1, -1);
  };

  return {
    open({ id, slug, title, status, parentId, pageOf }) {
      const starts: string[] = [];
      let shard: unknown[] = [];
      let bytes = 0;
      let shards = 0;
      const ready: SiteFile[] = [];
      const flush = () => {
        if (shard.length === 0) return;
        shards += 1;
        ready.push({ path: shardPath(slug, shards), bytes: utf8(searchScript(JSON.stringify([slug, shards, shard]))) });
        shard = [];
        bytes = 0;
      };
      const take = () => ready.splice(0, ready.length);
      return {
        take,
        add({ itemId, label, kind, text }) {
          const page = pageOf(itemId);
          if (page === undefined) return;
          rows += 1;
          const shown = clean(text);
          const place = [page, anchor("", itemId).slice(1)] as const;
          const names = [clean(kind), clean(label).slice(0, 24)] as const;
          shard.push(...place, ...names, shown);
          bytes += shown.length + ROW_FRAME;
          if (bytes > SHARD_BYTES) flush();
          const begins = start(place, ...names, shown);
          if (begins !== undefined) starts.push(begins);
        },
        close() {
          flush();
          if (tasks.length < shownTasks) {
            numbers.set(id, tasks.length);
            const parent = (parentId === undefined ? undefined : numbers.get(parentId)) ?? -1;
            const named = cutTo(clean(title), titleRoom);
            left -= searchCost(named) + TASK_FRAME;
            const head = JSON.stringify([slug, named, status, parent, shards]).slice(1, -1);
            tasks.push(`[${head},[${starts.join(",")}]]`);
          }
          return take();
        },
      };
    },
    finish: () => ({
      path: SEARCH_FIRST,
      bytes: utf8(
        searchScript(
          `[${JSON.stringify([[totals.tasks, rows, started], [...kinds.keys()]]).slice(1, -1)},[${tasks.join(",")}]]`,
        ),
      ),
    }),
  };
}

function shardPath(slug: string, number: number): string {
  return `assets/${slug}-${number}.js`;
}

/** The start of a text that takes at most so many bytes once written. */
function cutTo(text: string, room: number): string {
  let start = text.slice(0, room);
  for (let cost = searchCost(start); cost > room; cost = searchCost(start)) {
    start = start.slice(0, Math.min(start.length - 1, Math.floor((start.length * room) / cost)));
  }
  return start;
}
