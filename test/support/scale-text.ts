/** Whole numbers from 0 up to, not including, `limit`; the same row of them for the same seed. */
export type Dice = (limit: number) => number;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const NOUNS =
  "amount batch cache client cursor entry feed field header index journal ledger line node parser pool profile queue record reply row sheet signal source statement stream table token total value window writer".split(
    " ",
  );
const VERBS =
  "apply build check close convert count drain fetch flush join link load mark merge open parse pick plan read rebase render reset scan seal send skip split store trim walk write".split(
    " ",
  );
const WORDS =
  "after again although before behind both but by carries cause could each enough every finds fixed for fresh from has held here how in instead is it keeps known last later less like long more must never no not now of often old on once one only or other over own plain rather same says second seen short so still such than that the then there they this though to too two under until was what when where which while whole why with".split(
    " ",
  );

const pick = (dice: Dice, from: readonly string[]): string => from[dice(from.length)] ?? "";
const camel = (dice: Dice): string => {
  const noun = pick(dice, NOUNS);
  return pick(dice, VERBS) + noun.charAt(0).toUpperCase() + noun.slice(1);
};

function sentence(dice: Dice): string {
  const words = Array.from({ length: 6 + dice(14) }, () => pick(dice, dice(4) === 0 ? NOUNS : WORDS));
  const first = words[0] ?? "it";
  words[0] = first.charAt(0).toUpperCase() + first.slice(1);
  if (dice(5) === 0) words[words.length - 1] = `\`${camel(dice)}\``;
  return `${words.join(" ")}.`;
}

/** Lines of `line` until there are about `bytes` of them. */
function upTo(bytes: number, line: () => string): string {
  const lines: string[] = [];
  for (let length = 0; length < bytes; ) {
    const next = line();
    lines.push(next);
    length += next.length + 1;
  }
  return `${lines.join("\n")}\n`;
}

export function prose(dice: Dice, bytes: number): string {
  return upTo(bytes, () => {
    if (dice(9) === 0) return `\n## ${sentence(dice)}\n`;
    if (dice(5) === 0) return `- **${pick(dice, NOUNS)}**: ${sentence(dice)}`;
    if (dice(14) === 0) return `\n\`\`\`ts\n${code(dice, 240)}\`\`\`\n`;
    return `${sentence(dice)} ${sentence(dice)} ${sentence(dice)}`;
  });
}

export function code(dice: Dice, bytes: number): string {
  return upTo(bytes, () => {
    const [name, value, other] = [camel(dice), pick(dice, NOUNS), pick(dice, NOUNS)];
    const lines = [
      `export function ${name}(${value}: string, ${other}: readonly number[]): Map<string, number> {`,
      `  const ${value} = ${other}.filter((item) => item.${pick(dice, NOUNS)} !== undefined && item.size > ${dice(900)});`,
      `  if (${value}.length === 0) return new Map([["${other}", ${dice(1000)}]]);`,
      `  // ${sentence(dice)}`,
      `  for (const [key, ${value}] of ${other}.entries()) ${name}(\`\${key}:${pick(dice, NOUNS)}\`, ${value} * ${dice(64)});`,
      `  throw new RangeError("${sentence(dice)}");`,
      "}",
      "",
    ];
    return lines[dice(lines.length)] ?? "";
  });
}

export function terminal(dice: Dice, bytes: number): string {
  return upTo(bytes, () => {
    const file = `test/${pick(dice, NOUNS)}/${pick(dice, NOUNS)}.test.ts`;
    if (dice(12) === 0) return ` \u001b[31m×\u001b[39m ${file} \u001b[2m>\u001b[22m ${sentence(dice)}`;
    if (dice(20) === 0) return `    at ${camel(dice)} (src/${pick(dice, NOUNS)}.ts:${1 + dice(400)}:${1 + dice(80)})`;
    return ` \u001b[32m✓\u001b[39m ${file} \u001b[2m>\u001b[22m ${sentence(dice)}\u001b[32m ${dice(90)}\u001b[2mms\u001b[22m\u001b[39m`;
  });
}

export function json(dice: Dice, bytes: number): string {
  const items: unknown[] = [];
  for (let length = 0; length < bytes; length += 150) {
    const key = pick(dice, NOUNS);
    items.push({
      id: dice(1e9),
      name: camel(dice),
      [key]: { count: dice(1000), ok: dice(2) === 0, note: sentence(dice) },
    });
  }
  return `${JSON.stringify(items, null, 2)}\n`;
}

export function diff(dice: Dice, bytes: number): string {
  const body = code(dice, bytes);
  const lines = body
    .trimEnd()
    .split("\n")
    .map((line) => `${" +-  "[dice(5)] ?? " "}${line}`);
  return `*** Begin Patch\n*** Update File: src/${pick(dice, NOUNS)}.ts\n@@\n${lines.join("\n")}\n*** End Patch`;
}

export function command(dice: Dice): string {
  const word = pick(dice, NOUNS);
  const all = [
    `npm test -- ${word}`,
    `grep -rn "${camel(dice)}" src | head -${1 + dice(40)}`,
    `git log --oneline -S ${camel(dice)} -- src/${word}.ts`,
  ];
  return all[dice(all.length)] ?? "";
}

export function title(dice: Dice): string {
  return `${camel(dice)}: ${sentence(dice)}`;
}
