/** What was strange about a file that could be read all the same. */
export type Oddity = "byte order mark" | "not utf-8" | "crlf head";

interface Words {
  readonly code: string;
  readonly severity: "warning" | "note";
  /** Stands on the row. */
  readonly remark: string;
  /** Stands among the diagnostics. */
  readonly says: string;
}

const WORDS: Readonly<Record<Oddity, Words>> = {
  "byte order mark": {
    code: "byte-order-mark",
    severity: "note",
    remark: "its file begins with a byte order mark",
    says: "A file begins with a byte order mark; it was passed over.",
  },
  "not utf-8": {
    code: "not-utf8",
    severity: "warning",
    remark: "some of its bytes are not UTF-8; they show as U+FFFD",
    says: "Some bytes are not UTF-8; they show as U+FFFD.",
  },
  "crlf head": {
    code: "crlf-head",
    severity: "warning",
    remark: "its head has CRLF line ends, which the engine itself would not read as a head",
    says: "A message's head has CRLF line ends; it was read as a head, which the engine would not do.",
  },
};

export function wordsFor(oddity: Oddity): Words {
  return WORDS[oddity];
}

export function remarksOn(oddities: readonly Oddity[]): readonly string[] {
  return oddities.map((oddity) => WORDS[oddity].remark);
}

/** What decoding a file brought up. */
export function odditiesOf(decoded: { readonly bom: boolean; readonly exact: boolean }): readonly Oddity[] {
  return [...(decoded.bom ? ["byte order mark" as const] : []), ...(decoded.exact ? [] : ["not utf-8" as const])];
}
