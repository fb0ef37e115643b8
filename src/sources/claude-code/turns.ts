/** Counts turns: one reply of the model with the inputs since the previous one and the results of its calls. */
export function countTurns() {
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
    /** Nothing on the two sides of a compaction is one turn. */
    compaction() {
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
    /** A row that neither opens nor closes a turn. */
    other() {
      begun = true;
    },
  };
}
