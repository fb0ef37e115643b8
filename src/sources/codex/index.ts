import { NotReadable, type Source } from "../source.ts";
import { locate, recognise } from "./locate.ts";
import { openLocation } from "./open.ts";

/** Rollouts of the Codex command line: one file, or a folder of them whose families are joined. */
export const codex: Source = {
  id: "codex",
  async detect(input) {
    const because = recognise(input.path, input.apart);
    return because === undefined ? undefined : { because };
  },
  async open(input) {
    const location = locate(input.path, input.apart);
    if (location === undefined) throw new NotReadable("it is neither a rollout nor a folder of rollouts");
    return openLocation(location);
  },
};
