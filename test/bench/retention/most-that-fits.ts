/** No model token is longer than this in what is read here, so nothing longer is handed to the tokenizer. */
const MOST_CHARS_OF_TOKEN = 130;

/** The largest size up to `most` whose cost is within the budget. */
export function mostThatFits(most: number, budget: number, costOf: (size: number) => number): number {
  let fits = 0;
  let over = Math.min(most, budget * MOST_CHARS_OF_TOKEN) + 1;
  let probe = Math.min(over - 1, budget * 4);
  while (over - fits > 1) {
    if (costOf(probe) <= budget) {
      fits = probe;
    } else {
      over = probe;
    }
    probe = (fits + over) >> 1;
  }
  return fits;
}
