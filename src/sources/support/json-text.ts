/** `JSON.stringify` for any depth: the same text, and no overflow where values nest thousands of levels deep. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (error instanceof RangeError) return deepJsonText(value);
    throw error;
  }
}

/** Text that is ready, or a value that is still to be written. */
type Pending = { readonly text: string } | { readonly value: unknown };

function deepJsonText(root: unknown): string {
  const pieces: string[] = [];
  const pending: Pending[] = [{ value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ("text" in next) {
      pieces.push(next.text);
      continue;
    }
    const { value } = next;
    if (typeof value !== "object" || value === null) pieces.push(JSON.stringify(value) ?? "null");
    else if (Array.isArray(value))
      pushAll(
        pending,
        "[",
        value.map((inner) => ({ key: "", value: inner })),
        "]",
      );
    else {
      const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
      pushAll(
        pending,
        "{",
        members.map(([key, inner]) => ({ key: `${JSON.stringify(key)}:`, value: inner })),
        "}",
      );
    }
  }
  return pieces.join("");
}

/** Last first, since the end of the list is written next. */
function pushAll(
  pending: Pending[],
  open: string,
  members: readonly { readonly key: string; readonly value: unknown }[],
  close: string,
): void {
  pending.push({ text: close });
  for (let at = members.length - 1; at >= 0; at -= 1) {
    const member = members[at];
    if (member === undefined) continue;
    pending.push({ value: member.value }, { text: (at === 0 ? "" : ",") + member.key });
  }
  pending.push({ text: open });
}
