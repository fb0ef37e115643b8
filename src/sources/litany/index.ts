import { NotReadable, type Source } from "../source.ts";
import { locate } from "./locate.ts";
import { openLocation } from "./open.ts";

/** Workspaces of the litany engine, called lernie in its first versions. */
export const litany: Source = {
  id: "litany",
  async detect(input) {
    const location = locate(input.path);
    return location === undefined ? undefined : { because: location.because };
  },
  async open(input) {
    const location = locate(input.path);
    if (location === undefined) throw new NotReadable("it is neither a litany workspace nor the folder of an agent");
    return openLocation(location);
  },
};
