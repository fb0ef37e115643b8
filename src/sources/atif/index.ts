import { NotReadable, type Source } from "../source.ts";
import { locate, recognise } from "./locate.ts";
import { openLocation } from "./open.ts";

/** Trajectories in the Agent Trajectory Interchange Format: one file, or a folder whose sub-agents are joined. */
export const atif: Source = {
  id: "atif",
  async detect(input) {
    const because = recognise(input.path, input.apart);
    return because === undefined ? undefined : { because };
  },
  async open(input) {
    const location = locate(input.path, input.apart);
    if (location === undefined) throw new NotReadable("it is neither a trajectory nor a folder of trajectories");
    return openLocation(location);
  },
};

export { atifExporter } from "./write/write.ts";
