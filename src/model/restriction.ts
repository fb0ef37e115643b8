/** Why something is withheld from this report. Nothing else of it may be said: no content, size, digest or preview. */
export interface Restriction {
  /** The id of the rule; absent when the source itself marks it. */
  readonly rule?: string;
  /** The rule's or the source's reason, for the reader. Untrusted when it comes from the source. */
  readonly reason?: string;
}
