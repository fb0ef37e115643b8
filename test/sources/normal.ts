/** One normalisation for both sides of a comparison: white space, control marks and U+FFFD removed. */
export function normalise(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\ufffd\ud800-\udfff]+/g, "");
}

/** Every string in a value, without recursion: values may be nested deeper than the stack is high. */
export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === "string") found.push(next);
    else if (Array.isArray(next)) for (const one of next) stack.push(one);
    else if (typeof next === "object" && next !== null) for (const one of Object.values(next)) stack.push(one);
  }
  return found;
}
