import type { WriteStream } from "node:tty";

/** One line that keeps changing while a build runs. Silent unless the stream is a terminal. */
export function progressLine(stream: Pick<WriteStream, "write"> & { readonly isTTY?: boolean }) {
  let shown = false;
  return {
    show(pass: "reading" | "writing", done: number, total: number): void {
      if (!stream.isTTY) return;
      shown = true;
      stream.write(`\r\u001b[K${pass} ${done} of ${total} Tasks`);
    },
    clear(): void {
      if (shown) stream.write("\r\u001b[K");
    },
  };
}
