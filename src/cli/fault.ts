import { UsageError } from "../options.ts";
import { plain } from "../terminal.ts";

/** Tells on stderr why a command ended, and whose fault it is. */
export function report(error: unknown): "usage" | "bug" {
  if (error instanceof UsageError) {
    process.stderr.write(`${plain(error.message)}\n`);
    return "usage";
  }
  process.stderr.write("This is a bug in taskfolio; please report it with the lines below.\n");
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${stack.split("\n").map(plain).join("\n")}\n`);
  return "bug";
}
