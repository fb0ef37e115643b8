/** The target is not ours to replace, or cannot be written: one sentence that says what to do. */
export class TargetError extends Error {}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EROFS", "the disk is read-only"],
  ["EACCES", "it may not be written there"],
  ["EPERM", "it may not be written there"],
  ["ENOTDIR", "a part of the path is a file"],
  ["EBUSY", "it is in use, or a mount point: choose a folder inside it"],
  ["EMFILE", "too many files are open"],
  ["ENAMETOOLONG", "the path is too long"],
]);

/** The code of a system error, such as `ENOSPC`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Runs `act`; a system error becomes a sentence that begins with `what`, any other error stays what it is. */
export async function orTell<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof TargetError || code === undefined) throw error;
    throw new TargetError(`${what}: ${REASONS.get(code) ?? "the system refuses"} (${code}).`);
  }
}
