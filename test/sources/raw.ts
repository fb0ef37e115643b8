/** Recorded JSON in a count that is written apart from the readers and their types, so that the two can disagree. */
// biome-ignore lint/suspicious/noExplicitAny: naming its shape would be to read it as the readers do
export type Raw = any;
