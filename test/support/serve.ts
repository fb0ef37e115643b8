import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { listFiles } from "../gates/files.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** What Jenkins sends with every artifact unless somebody loosened it. */
export const JENKINS = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';";

/** Serves the files of a folder on this machine alone, under Jenkins' policy. */
export async function serveAsJenkins(folder: string): Promise<{ readonly base: string; close(): Promise<void> }> {
  const files = new Set(listFiles(folder));
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1).split("?", 1)[0] ?? "");
    if (!files.has(path)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(path)] ?? "text/plain";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": JENKINS });
    createReadStream(join(folder, path)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { base: `http://127.0.0.1:${port}/`, close };
}
