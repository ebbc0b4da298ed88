/**
 * The largest count from `most` down to `least` for which `attempt` succeeds, with what it gave; undefined when even
 * `least` fails. Success must be monotone: what fits with more fits with fewer.
 */
export async function mostThatFits<T>(
  least: number,
  most: number,
  attempt: (count: number) => Promise<T | undefined>,
): Promise<{ readonly count: number; readonly found: T } | undefined> {
  let low = least;
  let high = most;
  let best: { readonly count: number; readonly found: T } | undefined;
  // The whole is the usual case, so it is tried first.
  let middle = most;
  while (low <= high) {
    const found = await attempt(middle);
    if (found === undefined) {
      high = middle - 1;
    } else {
      best = { count: middle, found };
      low = middle + 1;
    }
    middle = (low + high) >> 1;
  }
  return best;
}
