import type { InputSource, MessageRow, Part } from "../../model/index.ts";
import type { Context } from "./context.ts";
import type { InputKind } from "./inputs.ts";

type Input = Pick<MessageRow, "type" | "role" | "parts" | "input">;

/** Instructions that hold for the whole session; anything else that Codex puts in is of the moment. */
const STANDING =
  /^(?:developer|system|AGENTS\.md|instructions|permissions|collaboration_mode|personality_spec|\w+_instructions)$/;

/** Something that the model was given. Only what a person typed is theirs. */
export function convertInput(parts: readonly Part[], kind: InputKind, context: Context): Input {
  switch (kind.type) {
    case "typed":
      return { type: "message", parts, ...typedBy(context) };
    case "shell":
      return { type: "message", role: "user", parts, input: { kind: "guidance", sender: { id: "user" } } };
    case "given": {
      const source = STANDING.test(kind.name) ? "system" : "context";
      return { type: "message", role: "system", parts, input: { kind: source, sender: { id: kind.name } } };
    }
    case "report": {
      const ending: InputSource["ending"] = { epitaph: kind.status.word };
      return {
        type: "message",
        role: "agent",
        parts,
        input: { kind: "mailbox", sender: context.agent(kind.ref), ending },
      };
    }
  }
}

function typedBy({ plan, line, parent, fromParent }: Context): Pick<MessageRow, "role" | "input"> {
  const opens = plan.firstTyped === line;
  if (parent !== undefined && fromParent.has(line)) {
    return { role: "agent", input: { kind: opens ? "context" : "mailbox", sender: parent } };
  }
  const kind = plan.steering.has(line) ? "guidance" : "context";
  return { role: "user", input: { kind, sender: { id: "user" } } };
}
