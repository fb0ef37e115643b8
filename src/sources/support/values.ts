/** A JSON object. Its keys are untrusted: look them up with `member`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member; `undefined` when the object has none of that name. */
export function member(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The first of these members that the object has; `undefined` when it has none. */
export function firstMember(value: JsonObject, ...names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(value, candidate));
  return name === undefined ? undefined : value[name];
}

/** An own member if it is a string. */
export function textMember(value: JsonObject, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** Members under our names; the first recorded name that is there counts. */
export function pick(input: JsonObject, names: Readonly<Record<string, readonly string[]>>): Record<string, unknown> {
  const found = Object.entries(names).flatMap(([field, recorded]) => {
    const name = recorded.find((candidate) => Object.hasOwn(input, candidate));
    return name === undefined ? [] : [[field, input[name]] as const];
  });
  return Object.fromEntries(found);
}

export type Parsed = { readonly type: "json"; readonly value: unknown } | { readonly type: "not json" };

/** `JSON.parse` without the exception; nesting depth is no limit. */
export function parseJson(text: string): Parsed {
  try {
    return { type: "json", value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { type: "not json" };
    throw error;
  }
}

/** Members that may be `undefined` become optional ones. */
export type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out members that are `undefined`, so that an absent fact is an absent key. */
export function present<T extends object>(value: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, found] of Object.entries(value)) if (found !== undefined) kept[name] = found;
  // The loop does to the value what `Present` does to the type; the compiler cannot follow it.
  return kept as Present<T>;
}
