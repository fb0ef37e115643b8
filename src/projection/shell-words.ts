/** One program of a command line with its words; quotes and escapes are undone. */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** Files that its output is sent to. */
  readonly writes: readonly string[];
  /** What stands between it and the next one. */
  readonly next: "&&" | "||" | "|" | ";" | "&" | "";
}

// What comes after is hardly typed by hand: the body of a script, or data.
const LONGEST = 20_000;

interface Draft {
  words: string[];
  writes: string[];
}

/**
 * The programs that a command line runs, in order, as far as they can be told without being a shell: bodies of here
 * documents are skipped, what stands in `$(…)` and backquotes stays part of its word.
 */
export function readCommands(line: string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let draft: Draft = { words: [], writes: [] };
  let word: string | undefined;
  /** The next word is a file that is written, that is read, or the end of a here document. */
  let role: "word" | "write" | "read" | "here" = "word";
  let awaited: string[] = [];
  let at = 0;

  const endWord = () => {
    if (word === undefined) return;
    if (role === "word") draft.words.push(word);
    else if (role === "write") draft.writes.push(word);
    else if (role === "here") awaited.push(word);
    role = "word";
    word = undefined;
  };
  const endCommand = (next: SimpleCommand["next"]) => {
    endWord();
    role = "word";
    if (draft.words.length > 0 || draft.writes.length > 0) commands.push({ ...draft, next });
    draft = { words: [], writes: [] };
  };
  const text = line.slice(0, LONGEST);
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\n") {
      endCommand(";");
      at = awaited.length > 0 ? afterBodies(text, at + 1, awaited) : at + 1;
      awaited = [];
    } else if (character === " " || character === "\t" || character === "\r") {
      endWord();
      at++;
    } else if (character === "#" && word === undefined) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (character === "'" || character === '"' || character === "`") {
      const quoted = readQuoted(text, at);
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (character === "\\") {
      if (text.charAt(at + 1) !== "\n") word = (word ?? "") + text.charAt(at + 1);
      at += 2;
    } else if (character === "$" && text.charAt(at + 1) === "(") {
      const end = afterParens(text, at + 1);
      word = (word ?? "") + text.slice(at, end);
      at = end;
    } else if (character === ">" || (character === "&" && text.charAt(at + 1) === ">")) {
      // `2>` and `&>`: the digit is no word. `>&2` sends output to output and writes no file.
      if (word !== undefined && /^\d$/.test(word)) word = undefined;
      endWord();
      const [whole = ">"] = /^&?>[>|]?&?\s*/.exec(text.slice(at, at + 40)) ?? [];
      at += whole.length;
      role = whole.trimEnd().endsWith("&") && whole.trimEnd() !== "&" ? "read" : "write";
    } else if (character === "<") {
      endWord();
      const [whole = "<"] = /^<<?<?-?\s*/.exec(text.slice(at, at + 40)) ?? [];
      at += whole.length;
      role = /^<<(?!<)/.test(whole) ? "here" : "read";
    } else if (character === "&" || character === "|" || character === ";" || character === "(" || character === ")") {
      const pair = text.slice(at, at + 2);
      const next = pair === "&&" || pair === "||" ? pair : character === "|" || character === "&" ? character : ";";
      endCommand(next);
      at += pair === "&&" || pair === "||" || pair === ";;" || pair === "|&" ? 2 : 1;
    } else {
      word = (word ?? "") + character;
      at++;
    }
  }
  endCommand("");
  return commands;
}

function readQuoted(text: string, start: number): { readonly text: string; readonly end: number } {
  const quote = text.charAt(start);
  const pieces: string[] = [];
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) return { text: pieces.join(""), end: at + 1 };
    if (character === "\\" && quote !== "'") at++;
    pieces.push(text.charAt(at));
  }
  return { text: pieces.join(""), end: text.length };
}

function afterParens(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === "(") depth++;
    else if (text.charAt(at) === ")" && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Where the bodies of here documents end, each at a line that holds its word alone. */
function afterBodies(text: string, start: number, words: readonly string[]): number {
  let at = start;
  for (const word of words) {
    while (at < text.length) {
      const newline = text.indexOf("\n", at);
      const end = newline === -1 ? text.length : newline;
      const line = text.slice(at, end).replace(/^\t+/, "");
      at = Math.min(text.length, end + 1);
      if (line === word) break;
    }
  }
  return at;
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "command",
  "exec",
  "time",
  "env",
  "sudo",
  "nice",
  "nohup",
  "stdbuf",
  "xvfb-run",
  "npx",
  "bunx",
  "pnpx",
  "if",
  "then",
  "else",
  "do",
  "while",
  "!",
  "{",
]);
/** Two words that run what comes after them. */
const LONG_WRAPPERS: ReadonlySet<string> = new Set([
  "bundle exec",
  "pnpm exec",
  "pnpm dlx",
  "npm exec",
  "yarn exec",
  "yarn dlx",
  "uv run",
  "poetry run",
  "pdm run",
  "hatch run",
  "mise exec",
  "rye run",
  "pipenv run",
]);

/** The words of a program without assignments before it and programs that only run another. */
export function ownWords(words: readonly string[]): readonly string[] {
  let at = 0;
  for (let last = -1; last !== at; ) {
    last = at;
    while (/^[A-Za-z_]\w*=/.test(words[at] ?? "")) at++;
    const word = words[at] ?? "";
    if (word === "timeout") at = skipOptions(words, at + 1) + 1;
    else if (WRAPPERS.has(word)) at = skipOptions(words, at + 1);
    else if (LONG_WRAPPERS.has(`${word} ${words[at + 1] ?? ""}`)) at = skipOptions(words, at + 2);
  }
  return words.slice(at);
}

function skipOptions(words: readonly string[], start: number): number {
  let at = start;
  while (words[at]?.startsWith("-")) at++;
  return at;
}
