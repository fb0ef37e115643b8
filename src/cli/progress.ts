import type { WriteStream } from "node:tty";

/** Width of the bar in characters. */
const WIDTH = 24;
/** Both passes take about as long: reading fills the first half of the bar, writing the second. */
const HALF = { reading: 0, writing: WIDTH / 2 } as const;

/** A bar that fills while a build runs, with the numbers in words. Silent unless the stream is a terminal. */
export function progressLine(stream: Pick<WriteStream, "write"> & { readonly isTTY?: boolean }) {
  let shown = "";
  return {
    show(pass: "reading" | "writing", done: number, total: number): void {
      if (!stream.isTTY) return;
      const filled = HALF[pass] + Math.floor((done / Math.max(1, total)) * (WIDTH / 2));
      const line = `[${"=".repeat(filled)}${" ".repeat(WIDTH - filled)}] ${pass} ${done} of ${total} Tasks`;
      // A thousand Tasks would else write a thousand lines that look the same.
      if (line.slice(0, WIDTH + 2) === shown.slice(0, WIDTH + 2) && done < total) return;
      shown = line;
      stream.write(`\r\u001b[K${line}`);
    },
    clear(): void {
      if (shown !== "") stream.write("\r\u001b[K");
    },
  };
}
