import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownWords, readCommands } from "../../src/projection/shell-words.ts";

const words = (line: string) => readCommands(line).map((command) => command.words.join(" "));

describe("a command line", () => {
  it("is told apart into its programs", () => {
    expect(readCommands("cd a && npm test | tail -5; echo done || true &")).toEqual([
      { words: ["cd", "a"], writes: [], next: "&&" },
      { words: ["npm", "test"], writes: [], next: "|" },
      { words: ["tail", "-5"], writes: [], next: ";" },
      { words: ["echo", "done"], writes: [], next: "||" },
      { words: ["true"], writes: [], next: "&" },
    ]);
  });

  it("keeps what quotes and escapes hold in one word", () => {
    expect(words(`git commit -m "fix && ship; 'now'" a\\ b 'c"d' e"f"g`)).toEqual([
      "git commit -m fix && ship; 'now' a b c\"d efg",
    ]);
  });

  it("tells files that are written from those that are read, and from descriptors", () => {
    const [command] = readCommands("sort < in.txt > out.txt 2>> err.txt 3>&1 &> all.txt >| forced");
    expect(command?.words).toEqual(["sort"]);
    expect(command?.writes).toEqual(["out.txt", "err.txt", "all.txt", "forced"]);
  });

  it("skips the bodies of here documents", () => {
    expect(readCommands("cat > a.txt <<'EOF'\nnpm test > b.txt\nEOF\nls")).toEqual([
      { words: ["cat"], writes: ["a.txt"], next: ";" },
      { words: ["ls"], writes: [], next: "" },
    ]);
    expect(words("cat <<A <<-B\na\nA\n\tb\n\tB\nls")).toEqual(["cat", "ls"]);
    expect(words("cat <<EOF\nnever ends\nnpm test")).toEqual(["cat"]);
  });

  it("leaves substitutions, comments and continued lines as they are meant", () => {
    expect(words("echo $(npm test; ls) # npm test\nls \\\n -l")).toEqual(["echo $(npm test; ls)", "ls -l"]);
  });

  it("reads groups", () => {
    expect(words("(cd a; npm test) && { make; }")).toEqual(["cd a", "npm test", "{ make", "}"]);
  });

  it("never throws and never makes words out of nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab '\"\\$()<>|&;`\n#-12E") }), (line) => {
        for (const command of readCommands(line)) {
          for (const word of [...command.words, ...command.writes])
            expect(word.length).toBeLessThanOrEqual(line.length);
        }
      }),
    );
  });

  it("is read in a moment, however odd", () => {
    for (const piece of ["$(", "<<a ", "'", "> ", "&&", "\\"]) readCommands(piece.repeat(100_000));
  });
});

describe("the words of a program", () => {
  it.each([
    ["CI=1 npm test", "npm test"],
    ["env A=1 B=2 time -p npx --yes vitest run", "vitest run"],
    ["timeout 60 uv run pytest", "pytest"],
    ["timeout -k 5 60 make", "60 make"],
    ["sudo -n npm test", "npm test"],
    ["", ""],
  ])("come after assignments and wrappers: %s", (line, own) => {
    expect(ownWords(line.split(" ")).join(" ")).toBe(own);
  });
});
