/** Counts turns: one reply of the model with the inputs since the previous one and the results of its calls. */
export interface TurnCounter {
  readonly index: number;
  input(): void;
  reply(): void;
  /** A row that neither opens nor closes a turn. */
  other(): void;
}

export function countTurns(): TurnCounter {
  let index = 0;
  let replied = false;
  const next = () => {
    if (replied) index += 1;
  };
  return {
    get index() {
      return index;
    },
    input() {
      next();
      replied = false;
    },
    reply() {
      next();
      replied = true;
    },
    other() {},
  };
}
