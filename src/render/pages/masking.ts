import type { Masking, ReportFacts } from "../../projection/index.ts";
import type { Desk } from "../desk.ts";
import { type Html, text } from "../html.ts";
import { count, oneLine, plural } from "../words.ts";

/** What stands between the record and the reader, in a few words for every page's footer. */
export function maskingWords({ masking }: ReportFacts): string {
  const secrets = masking.counts.reduce((sum, rule) => sum + rule.secrets, 0);
  const masked = !masking.redaction
    ? "secrets not looked for"
    : secrets === 0
      ? "no secret masked"
      : `${plural(secrets, "secret")} masked (${masking.counts.map(({ rule }) => rule).join(", ")})`;
  const { policy, lean, imagesLeftOut } = masking;
  const under = policy && (policy.name === undefined ? "under a policy" : `policy “${oneLine(policy.name, 60)}”`);
  return [
    masked,
    ...(under ? [under] : []),
    ...(lean ? ["lean"] : []),
    ...(imagesLeftOut === undefined ? [] : ["images left out"]),
  ].join(" · ");
}

/** The same for an outside reader: the rules that withhold, with their reasons, and what redaction did and did not do. */
export function maskingSection(desk: Desk, masking: Masking): Html {
  return desk.fill("pages/masking", {
    redaction: masking.redaction,
    off: masking.rulesOff.join(", "),
    home: masking.home,
    lean: masking.lean,
    images: masking.imagesLeftOut === undefined ? undefined : plural(masking.imagesLeftOut, "row"),
    counts: masking.counts.map(({ rule, secrets, places }) => ({
      rule,
      secrets: count(secrets),
      places: count(places),
    })),
    policy: masking.policy && {
      name: masking.policy.name === undefined ? undefined : text(masking.policy.name),
      rules: masking.policy.rules.map(({ id, reason }) => ({ id: text(id), reason: text(reason) })),
    },
  });
}
