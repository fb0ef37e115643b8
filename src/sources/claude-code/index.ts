import type { Source } from "../source.ts";
import { locate, recognise } from "./locate.ts";
import { openLocation } from "./open.ts";

/** Sessions of Claude Code: a session file, a folder of them, a web export. */
export const claudeCode: Source = {
  id: "claude-code",
  async detect(input) {
    const because = recognise(input.path, input.apart);
    return because === undefined ? undefined : { because };
  },
  async open(input) {
    return openLocation(locate(input.path, input.apart));
  },
};
