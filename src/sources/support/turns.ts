/** Counts turns: one reply of the model with the inputs since the previous one and the results of its calls. */
export interface TurnCounter {
  readonly index: number;
  /** A gap or a compaction stands here, so nothing on its two sides is one turn. */
  gap(): void;
  input(): void;
  reply(): void;
  /** A row that neither opens nor closes a turn. */
  other(): void;
}

export function countTurns(): TurnCounter {
  let index = 0;
  let replied = false;
  let begun = false;
  const next = () => {
    index += 1;
    replied = false;
  };
  return {
    get index() {
      return index;
    },
    gap() {
      if (begun) next();
      begun = true;
    },
    input() {
      if (replied) next();
      begun = true;
    },
    reply() {
      if (replied) next();
      replied = true;
      begun = true;
    },
    other() {
      begun = true;
    },
  };
}
