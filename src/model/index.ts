/** What was recorded: plain readonly data. The waist of the hourglass; it imports nothing. */
export type * from "./absence.ts";
export type * from "./content.ts";
export type * from "./place.ts";
export type * from "./record.ts";
export type * from "./request.ts";
export type * from "./restriction.ts";
export type * from "./row.ts";
export * from "./task.ts";
export type * from "./workspace.ts";
