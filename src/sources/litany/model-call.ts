import type { ModelCall } from "../../model/index.ts";
import { present } from "../support/values.ts";
import type { StepFacts } from "./steps.ts";

/** The facts of a step as a row carries them. */
export function modelCallOf(step: StepFacts): ModelCall {
  const request = step.files.get("request.json");
  return present({
    step: step.name,
    timing: step.timing,
    attempts: step.attempts > 1 ? step.attempts : undefined,
    finish: step.finish,
    request: request === undefined ? undefined : { file: request },
  });
}
