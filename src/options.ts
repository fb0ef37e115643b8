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
  /** Whether images are shown. Redaction cannot read them. */
  images: z.boolean().default(true),
};

/** What every command that reads a workspace takes. */
export type ReadOptions = z.output<z.ZodObject<typeof common>>;

/** A summary that says anything, and what no host takes. */
const SUMMARY_LEAST = 1_000;
const SUMMARY_MOST = 10_000_000;

const buildSchema = z.strictObject({
  ...common,
  /** Folder that the report becomes. */
  out: z.string().min(1).default("report"),
  /** The report's title; the first root's title when absent. */
  title: z.string().min(1).optional(),
  /** Whether code is coloured. It never changes what text a page holds. */
  highlight: z.boolean().default(true),
  /** Threads that a build may use, at least 1; as many as there are processors when absent. A report does not depend on it. */
  jobs: z.int().positive().optional(),
  /** Folder that keeps what was coloured from build to build. A report does not depend on it. */
  cache: z.string().min(1).optional(),
  /** Leaves out raw folds, raw files and exact views, and says so. */
  lean: z.boolean().default(false),
  /** Leaves the script out, so that mail hosts take the report. Everything can be read without it. */
  mailable: z.boolean().default(false),
  /** Also writes the report as one zip: path of the file. */
  zip: z.string().min(1).optional(),
  /** Also writes the report as one HTML page: path of the file. */
  singleFile: z.string().min(1).optional(),
  /** Bytes beyond which the single page leaves out images, then raw payloads, then exact views. */
  singleFileLimit: z.int().positive().default(10_000_000),
  /** Where the report will be found: the summary's links begin with it instead of being relative. */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Bytes that the summary may have. */
  summaryLimit: z.int().min(SUMMARY_LEAST).max(SUMMARY_MOST).default(60_000),
});

const verifySchema = z.strictObject({
  /** Path of the folder or the zip of a report. */
  report: z.string().min(1),
  /** The sha256 of SHA256SUMS that a build told. */
  expect: z.stringFormat("sha256", /^[0-9a-f]{64}$/).optional(),
  /** Path of the workspace that the report is to be made of again. */
  prove: z.string().min(1).optional(),
  /** The policy that the report was made under: no report holds it. */
  policy: z.string().min(1).optional(),
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
export type VerifyOptions = z.input<typeof verifySchema>;
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

export function resolveVerifyOptions(given: unknown): z.output<typeof verifySchema> {
  return resolve(verifySchema, given);
}

/** The options that change what a report holds, as its manifest lists them. Those that name paths stay out. */
export function contentOptions({
  workspace: _workspace,
  out: _out,
  zip: _zip,
  singleFile: _singleFile,
  singleFileLimit: _singleFileLimit,
  jobs: _jobs,
  cache: _cache,
  policy,
  ...content
}: ResolvedBuildOptions): Readonly<Record<string, unknown>> {
  return { ...content, policy: policy !== undefined };
}

/** The same options again, from a manifest; `undefined` when it lists some that this version does not know. */
export function optionsOfManifest(listed: unknown): Omit<BuildOptions, "workspace"> | undefined {
  const read = contentSchema.safeParse(listed);
  return read.success ? read.data : undefined;
}

const contentSchema = buildSchema.omit({
  workspace: true,
  out: true,
  zip: true,
  singleFile: true,
  singleFileLimit: true,
  jobs: true,
  cache: true,
  policy: true,
});

function resolve<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const names = [...new Set(read.error.issues.map((issue) => issue.path.map(String).join(".") || "options"))];
  throw new UsageError(
    `These options are missing or not what they should be: ${names.join(", ")}. See taskfolio --help.`,
  );
}
