import type { z } from "zod";
import { isJsonObject, type JsonObject } from "../support/values.ts";

/** What of a record fits its shape. */
export interface Mended<S extends z.ZodObject> {
  readonly data: Partial<z.output<S>>;
  /** Fields that are there and are not what the shape asks for; they, or the faulty part of them, are left out. */
  readonly faulty: readonly string[];
  /** Fields that the shape asks for and that are not there. */
  readonly missing: readonly string[];
}

const partials = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Reads a record that may be ill-formed: a bad field costs that field, a bad member of a list or object only that member.
 * A `null` where the shape allows none counts as absent.
 */
export function mend<S extends z.ZodObject>(schema: S, value: JsonObject): Mended<S> {
  const whole = schema.safeParse(value);
  if (whole.success) return mended(whole.data, [], []);
  const faulty = new Map<string, Set<PropertyKey> | "whole">();
  const missing = new Set<string>();
  const kept: Record<string, unknown> = Object.fromEntries(Object.entries(value));
  for (const { path } of whole.error.issues) {
    const [first, inner] = path;
    const name = String(first);
    if (!Object.hasOwn(value, name) || value[name] === null) {
      delete kept[name];
      if (!isOptional(schema, name)) missing.add(name);
      continue;
    }
    const members = faulty.get(name) ?? new Set();
    faulty.set(name, inner === undefined || members === "whole" ? "whole" : members.add(inner));
  }
  for (const [name, members] of faulty) {
    if (members === "whole") delete kept[name];
    else kept[name] = without(kept[name], members);
  }
  const partial = partialOf(schema);
  const second = partial.safeParse(kept);
  if (second.success) return mended(second.data, faulty.keys(), missing);
  // What is left of a field may lack a part that it needs.
  for (const { path } of second.error.issues) delete kept[String(path[0])];
  return mended(partial.parse(kept), faulty.keys(), missing);

  function mended(data: unknown, bad: Iterable<string>, gone: Iterable<string>): Mended<S> {
    // The partial schema has just read it; the compiler cannot follow a generic schema that far.
    return { data: data as Partial<z.output<S>>, faulty: [...bad], missing: [...gone] };
  }
}

function without(field: unknown, members: ReadonlySet<PropertyKey>): unknown {
  if (Array.isArray(field)) return field.filter((_, at) => !members.has(at));
  if (isJsonObject(field)) return Object.fromEntries(Object.entries(field).filter(([key]) => !members.has(key)));
  return field;
}

function partialOf(schema: z.ZodObject): z.ZodObject {
  const known = partials.get(schema) ?? schema.partial();
  partials.set(schema, known);
  return known;
}

function isOptional(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name];
  return field === undefined || field.safeParse(undefined).success;
}
