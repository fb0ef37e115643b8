import type { ToolItem } from "../../projection/index.ts";

/** A field that holds text; `undefined` where it is absent or anything else. */
export function textField(tool: ToolItem, name: string): string | undefined {
  const value = field(tool, name);
  return typeof value === "string" ? value : undefined;
}

/** A field that holds a whole number from 0 on, also when it is written as text. */
export function numberField(tool: ToolItem, name: string): number | undefined {
  const value = field(tool, name);
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export function listField(tool: ToolItem, name: string): readonly unknown[] | undefined {
  const value = field(tool, name);
  return Array.isArray(value) ? value : undefined;
}

export function flagField(tool: ToolItem, name: string): boolean {
  return field(tool, name) === true;
}

/** A member of the structured copy that the source keeps beside the result, where it is an object. */
export function structuredMember({ result }: ToolItem, name: string): unknown {
  const structured = result?.structured;
  return isObject(structured) ? memberOf(structured, name) : undefined;
}

/** An own member of an object whose names are untrusted. */
export function memberOf(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function anyField(tool: ToolItem, name: string): unknown {
  return field(tool, name);
}

/** The extension of a path, which is also the name of a language for highlighting. */
export function extensionOf(path: string): string | undefined {
  return /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1];
}

function field({ call }: ToolItem, name: string): unknown {
  return call !== undefined && Object.hasOwn(call.fields, name) ? call.fields[name] : undefined;
}

/** A JSON object, as entries to read without touching names that JavaScript gives a meaning. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
