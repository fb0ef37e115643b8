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

function field({ call }: ToolItem, name: string): unknown {
  return call !== undefined && Object.hasOwn(call.fields, name) ? call.fields[name] : undefined;
}

/** A JSON object, as entries to read without touching names that JavaScript gives a meaning. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
