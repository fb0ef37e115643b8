import { z } from "zod";

/** The request cannot be carried out as it was made. Its message is one friendly sentence that says what to do. */
export class UsageError extends Error {}

const common = {
  /** Path of the workspace. */
  workspace: z.string().min(1),
  /** The id of a format; told from content when absent. */
  format: z.string().min(1).optional(),
  /** Path of a policy, YAML or JSON: what is withheld. */
  policy: z.string().min(1).optional(),
  /** Whether secrets in shown text are masked. */
  redact: z.boolean().default(true),
  /** Rules of redaction that are switched off, by name. */
  redactOff: z.array(z.string().min(1)).default([]),
  /** Whether home paths and login names are masked as well. */
  maskHome: z.boolean().default(false),
};

/** What every command that reads a workspace takes. */
export type ReadOptions = z.output<z.ZodObject<typeof common>>;

const buildSchema = z.strictObject({
  ...common,
  /** Folder that the report becomes. */
  out: z.string().min(1).default("report"),
  /** The report's title; the first root's title when absent. */
  title: z.string().min(1).optional(),
  /** Whether code is coloured. It never changes what text a page holds. */
  highlight: z.boolean().default(true),
  /** Leaves out raw folds, raw files and exact views, and says so. */
  lean: z.boolean().default(false),
});

const exportSchema = z.strictObject({
  ...common,
  /** Folder that the export becomes: absent or empty. */
  out: z.string().min(1),
  /** The id of the format to write. */
  to: z.string().min(1).default("ledger"),
});

const inspectSchema = z.strictObject(common);

export type BuildOptions = z.input<typeof buildSchema>;
export type ExportOptions = z.input<typeof exportSchema>;
export type InspectOptions = z.input<typeof inspectSchema>;
export type ResolvedBuildOptions = z.output<typeof buildSchema>;

/** Unknown in, total out, once. */
export function resolveBuildOptions(given: unknown): ResolvedBuildOptions {
  return resolve(buildSchema, given);
}

export function resolveExportOptions(given: unknown): z.output<typeof exportSchema> {
  return resolve(exportSchema, given);
}

export function resolveInspectOptions(given: unknown): z.output<typeof inspectSchema> {
  return resolve(inspectSchema, given);
}

function resolve<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const names = [...new Set(read.error.issues.map((issue) => issue.path.map(String).join(".") || "options"))];
  throw new UsageError(
    `These options are missing or not what they should be: ${names.join(", ")}. See taskfolio --help.`,
  );
}
