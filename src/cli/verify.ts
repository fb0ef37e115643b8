import type { VerifyOptions } from "../options.ts";
import { plain } from "../terminal.ts";
import { type Problem, type Proof, type Verification, verify } from "../verify.ts";
import { plural } from "./words.ts";

/** Verifies, tells on stdout what is so and what is not, and answers the exit code. */
export async function runVerify(options: VerifyOptions): Promise<number> {
  const verification = await verify(options);
  process.stdout.write(`${words(verification).join("\n")}\n`);
  return verification.ok ? 0 : 1;
}

function words({ problems, files, sha256, origin, madeBy, proof }: Verification): readonly string[] {
  const lines = problems.map(problemLine);
  if (problems.length > 0) lines.push(`not as it was written: ${plural(problems.length, "problem")}`);
  else
    lines.push(
      {
        "as expected": `verified: ${plural(files, "file")}, SHA256SUMS is the one expected`,
        "not as expected": `consistent, but NOT the report that was expected: SHA256SUMS is ${sha256}`,
        "not checked": `consistent; origin not checked (${plural(files, "file")}; compare the sha256 below with what the build printed, or give it with --expect)`,
      }[origin],
    );
  if (madeBy !== undefined) lines.push(`made by taskfolio ${plain(madeBy)}`);
  if (sha256 !== undefined) lines.push(`sha256 of SHA256SUMS: ${sha256}`);
  if (proof) lines.push(...proofLines(proof));
  return lines;
}

function proofLines(proof: Proof): readonly string[] {
  switch (proof.state) {
    case "same":
      return ["proved: this workspace gives the same report, byte for byte"];
    case "impossible":
      return [`not proved: ${plain(proof.says)}`];
    case "different":
      return [
        ...proof.problems.map(problemLine),
        `not proved: ${plural(proof.problems.length, "file")} of another content than this workspace gives${proof.otherVersion ? "; another version of taskfolio made it, which may be why" : ""}`,
      ];
  }
}

function problemLine({ kind, path, says }: Problem): string {
  return `${kind}: ${path === "" ? "" : `${plain(path)} `}${says}`;
}
