import type { AbsenceKind } from "../../projection/index.ts";

type ByKind = Readonly<Record<AbsenceKind, string>>;

/** As a heading or a label. */
export const KIND_TITLES: ByKind = {
  compacted: "Compacted",
  missing: "Missing",
  restricted: "Restricted",
  "cleared from context": "Cleared from context",
  "unreadable by design": "Unreadable by design",
  "no result recorded": "No result recorded",
  "result without call": "Result without call",
  "not in this workspace": "Not in this workspace",
  unattached: "Unattached",
  unreadable: "Unreadable",
  "stored, not incorporated": "Stored, not incorporated",
};

/** What the kind claims, and what it does not. */
export const KIND_MEANS: ByKind = {
  compacted:
    "The source removed rows from what the model saw, and says so itself or left a summary in their place. The report shows the summary where the source pairs one. It claims no turn number, duration or continuity across the gap.",
  missing: "The source counts its entries, and some are not in the record. Nothing says why.",
  restricted:
    "Something is withheld from this report by a rule or by the source. The page says what kind of thing, by which rule and why; it says nothing of its content or size.",
  "cleared from context":
    "The source says that from some point on the model no longer saw this. The content is shown, and marked.",
  "unreadable by design":
    "Reasoning exists, its provider does not disclose it: it is encrypted, redacted, or there only as a signature.",
  "no result recorded":
    "A tool call has no result in the record. Each says why: it was running when the copy was made, the Task ended first, it was interrupted, its place lies in a gap, or the provider ran it.",
  "result without call": "A tool result whose call is not in the record. The result is shown as it is.",
  "not in this workspace":
    "A Task that other records mention and of which this workspace holds nothing. Its status is not guessed.",
  unattached: "A record that names no readable parent. It stands by itself, and no parent is guessed.",
  unreadable: "Bytes that do not parse as what their place promises. They are shown as bytes, with file and line.",
  "stored, not incorporated":
    "A message that waits in a mailbox. No row shows that the model of its receiver ever saw it.",
};
