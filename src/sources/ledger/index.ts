import { NotReadable, type Source } from "../source.ts";
import { kindOf } from "../support/files.ts";
import { recognise } from "./head.ts";
import { openLedger } from "./open.ts";

export { ledgerExporter } from "./write/write.ts";

/** taskfolio's own interchange format: the two records written down. */
export const ledger: Source = {
  id: "ledger",
  async detect(input) {
    const because = recognise(input.path);
    return because === undefined ? undefined : { because };
  },
  async open(input) {
    if (kindOf(input.path) !== "folder") throw new NotReadable("it is no folder");
    return openLedger(input.path);
  },
};
