import type {
  OpenWorkspace,
  Place,
  RecordId,
  Row,
  RowRef,
  SentRequest,
  StoredMessage,
  Task,
  TaskId,
} from "../model/index.ts";
import { scan } from "./secret-rules.ts";
import { HOME_RULE } from "./shell-rules.ts";
import { valueStrings } from "./strings.ts";

/** One secret, by the text that must not be shown. */
export interface Secret {
  readonly rule: string;
  /** 1-based among the secrets of its rule, by first appearance in tree order, then sequence. */
  readonly number: number;
  /** Where else its text is masked: any place at all, whole words only, or just where a rule sees it in its place. */
  readonly elsewhere: "anywhere" | "words" | "nowhere";
}

/** Where a secret was found; never what it is. */
export interface SecretPlace {
  readonly rule: string;
  readonly number: number;
  readonly taskId: TaskId;
  /** Absent in a Task's own facts. */
  readonly row?: RowRef & { readonly label: string; readonly place: Place };
}

export interface FoundSecrets {
  /** By the secret's text. */
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly places: readonly SecretPlace[];
  /** Records in which any was found: all that is shown of their bytes is written anew. */
  readonly records: ReadonlySet<RecordId>;
}

type Where = Omit<SecretPlace, "rule" | "number">;

/** No rule finds anything in a shorter text. */
const SHORTEST = 8;
/** A shorter secret can be an ordinary word elsewhere, so that masking it there would mask words. */
const UNMISTAKABLE = 12;

/** How much text is scanned in one go: enough to forget what a scan costs by itself. */
const BATCH = 256 * 1024;
/** A run of base64 this long in recorded bytes is an image or document; those are not scanned. */
const IMAGE = 2_000;
const LONG_BASE64 = /[A-Za-z0-9+/]{2000,}={0,2}/g;

/**
 * Looks for secrets in everything that is read through it, while the first pass over the ledgers reads it anyway: decoded
 * and as recorded, in the order of reading. What is found is masked wherever its text appears.
 */
export function watchForSecrets(
  workspace: OpenWorkspace,
  off: ReadonlySet<string>,
): { readonly workspace: OpenWorkspace; found(): Promise<FoundSecrets> } {
  const scanner = createScanner(off);
  const decoder = new TextDecoder();
  const tasks = new Map(workspace.index.tasks.map((task) => [task.id, task]));
  const watched: OpenWorkspace = {
    ...workspace,
    async *rows(taskId) {
      const task = tasks.get(taskId);
      if (task) await scanner.add(taskStrings(task, workspace), { taskId });
      for await (const row of workspace.rows(taskId)) {
        const at = { taskId, row: { taskId, itemId: row.itemId, label: row.label, place: row.place } };
        const raw = row.restricted ? "" : unescaped(decoder.decode(await workspace.bytes(row.place)));
        await scanner.add(
          [raw.length < IMAGE ? raw : raw.replace(LONG_BASE64, " "), ...notIn(raw, scannable(row))],
          at,
          row.record,
        );
        const request = row.call?.request && (await workspace.request(row.call.request));
        if (request) await scanner.add(scannable(request), at);
        yield row;
      }
    },
  };
  return { workspace: watched, found: scanner.found };
}

/** Collects findings; numbers secrets by first appearance. */
function createScanner(off: ReadonlySet<string>) {
  const secrets = new Map<string, Secret>();
  const numbers = new Map<string, number>();
  const places: SecretPlace[] = [];
  const records = new Set<RecordId>();
  let batch: { readonly text: string; readonly at: Where; readonly record: RecordId | undefined }[] = [];
  let size = 0;
  const note = (value: string, rule: string, at: Where, record: RecordId | undefined) => {
    const known = secrets.get(value);
    const secret = known ?? { rule, number: (numbers.get(rule) ?? 0) + 1, elsewhere: elsewhere(rule, value) };
    if (!known) {
      numbers.set(rule, secret.number);
      secrets.set(value, secret);
    }
    places.push({ rule: secret.rule, number: secret.number, ...at });
    if (record !== undefined) records.add(record);
  };
  const flush = async () => {
    const scanned = batch;
    batch = [];
    size = 0;
    const findings = await scan(
      scanned.map(({ text }) => text),
      off,
    );
    for (const [i, { text, at, record }] of scanned.entries()) {
      for (const { rule, start, end } of findings[i] ?? []) note(text.slice(start, end), rule, at, record);
    }
  };
  return {
    async add(texts: Iterable<string>, at: Where, record?: RecordId): Promise<void> {
      for (const text of texts) {
        if (text.length < SHORTEST) continue;
        batch.push({ text, at, record });
        size += text.length;
      }
      if (size >= BATCH) await flush();
    },
    async found(): Promise<FoundSecrets> {
      await flush();
      return { secrets, places: distinct(places), records };
    },
  };
}

const ESCAPE = /\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Recorded bytes as a reader of JSON would see their strings; other text as it is. */
function unescaped(raw: string): string {
  if (!/^\s*[[{"]/.test(raw) || !raw.includes("\\")) return raw;
  return raw.replace(ESCAPE, (_, short: string | undefined, code: string | undefined) =>
    short === undefined ? String.fromCharCode(Number.parseInt(code ?? "0", 16)) : (SHORT_ESCAPES[short] ?? short),
  );
}

/** A long string that stands in the raw text as it is need not be scanned twice. */
const LONG = 64;
/** So many are looked for; beyond, scanning costs less than looking. */
const LOOKED_FOR = 100;

function notIn(raw: string, strings: readonly string[]): readonly string[] {
  let looked = 0;
  return strings.filter((text) => {
    if (text.length < LONG || looked >= LOOKED_FOR) return true;
    looked += 1;
    return !raw.includes(text);
  });
}

function elsewhere(rule: string, value: string): Secret["elsewhere"] {
  if (rule === HOME_RULE) return value.length >= 4 && !COMMON_LOGIN.test(value) ? "words" : "nowhere";
  return value.length >= UNMISTAKABLE ? "anywhere" : "nowhere";
}

/** Logins that are words of their own. */
const COMMON_LOGIN =
  /^(?:root|user|users|admin|node|runner|ubuntu|debian|test|tester|build|builder|code|docker|agent|guest|jenkins|vscode|codespace|developer|linuxbrew)$/i;

function taskStrings(task: Task, { index }: OpenWorkspace): readonly string[] {
  const own = index.stored.get(task.id) ?? [];
  return [...valueStrings(task), ...own.flatMap(scannable), ...valueStrings(index.gaps.get(task.id) ?? [])];
}

/** Every string of a row or message but the bytes of images and documents. */
function scannable(thing: Row | StoredMessage | SentRequest): readonly string[] {
  return valueStrings(thing, (key, value) => key === "data" && typeof value === "string" && value.length > 64);
}

function distinct(places: readonly SecretPlace[]): readonly SecretPlace[] {
  const seen = new Set<string>();
  return places.filter(({ rule, number, taskId, row }) => {
    const key = JSON.stringify([rule, number, taskId, row?.itemId]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
