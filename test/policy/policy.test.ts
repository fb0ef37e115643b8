import { describe, expect, it } from "vitest";
import { PolicyError, parsePolicy } from "../../src/policy/index.ts";

function problems(text: string) {
  try {
    parsePolicy(text);
  } catch (error) {
    if (error instanceof PolicyError) return error.problems;
    throw error;
  }
  throw new Error("the policy was accepted");
}

const rule = (match: string) => `rules:\n  - {id: a, reason: because, match: {${match}}}\n`;

describe("a policy", () => {
  it("reads as YAML, one word or a list", () => {
    const policy = parsePolicy(rule('tool: bash, path: ["**/.env", "*.pem"]'));
    expect(policy.rules[0]?.match).toMatchObject({ tool: ["bash"], path: ["**/.env", "*.pem"], subtree: false });
    expect(policy).toMatchObject({ default: "show" });
  });

  it("reads as JSON", () => {
    expect(parsePolicy('{"name": "outside", "rules": []}')).toMatchObject({ name: "outside", rules: [] });
  });

  it.each([
    [
      "an unknown key",
      "rules:\n  - {id: a, reason: b, match: {type: reasoning}, hide: true}",
      2,
      5,
      'unknown key "hide"',
    ],
    [
      "an unknown key of a match",
      "rules:\n  - id: a\n    reason: b\n    match:\n      typ: reasoning",
      5,
      7,
      'unknown key "typ"',
    ],
    ["a rule without reason", "rules:\n  - {id: a, match: {type: reasoning}}", 2, 5, "rules.0.reason is missing"],
    [
      "a rule with an empty reason",
      "rules:\n  - {id: a, reason: ' ', match: {type: reasoning}}",
      2,
      21,
      "a rule needs a reason",
    ],
    ["a rule without match", "rules:\n  - {id: a, reason: b}", 2, 5, "rules.0.match is missing"],
    ["a match without a key", rule(""), 2, 37, "match needs at least one of"],
    ["subtree without task", rule("type: reasoning, subtree: true"), 2, 37, "subtree goes with task"],
    ["an unknown row type", rule("type: thought"), 2, 44, "is not what it should be"],
    ["a glob of a range that runs backwards", rule('path: "**/[z-a]"'), 2, 44, "this glob can never match"],
    ["a glob with an open brace", rule('path: "{a,b"'), 2, 44, "open brace"],
    ["a glob with an open bracket", rule('source: "a["'), 2, 46, "open bracket"],
    [
      "one id twice",
      "rules:\n  - {id: a, reason: b, match: {type: raw}}\n  - {id: a, reason: b, match: {type: raw}}",
      3,
      10,
      "two rules have this id",
    ],
    ["an id that no page could show", 'rules:\n  - {id: "A b", reason: b, match: {type: raw}}', 2, 10, "lower-case"],
    [
      "show without an allow-list",
      "rules:\n  - {id: a, reason: b, show: true, match: {type: raw}}",
      2,
      30,
      "default: withhold",
    ],
    ["no rules at all", "name: x", 1, 1, "rules is missing"],
    ["something else than a policy", "- a\n- b", 1, 1, "the policy is not what it should be"],
  ])("is refused for %s, with line and column", (_, text, line, column, says) => {
    expect(problems(text)[0]).toMatchObject({ line, column });
    expect(problems(text)[0]?.says).toContain(says);
  });

  it("is refused when it is not well-formed, with the place", () => {
    expect(problems("rules:\n  - {id: a")[0]?.line).toBeGreaterThan(1);
    expect(problems("rules: [\n]]")[0]?.says).toBe("this is not well-formed YAML or JSON");
  });

  it("is refused for aliases that would blow it up", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
      .split("")
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(",")}]`)
      .join("\n")}\nrules: *i`;
    expect(() => parsePolicy(bomb)).toThrow();
  });
});
