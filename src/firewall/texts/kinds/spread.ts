const MOST_LEVELS = 9;
const LEVEL_PERCENT = 20;

/**
 * What a line that is worth as much as its neighbours weighs, so that any number of them is spread over all: of the first,
 * every 512th, every 256th … each further one weighs less.
 */
export function spreadWeight(weight: number, index: number): number {
  let levels = index === 0 ? MOST_LEVELS : 0;
  for (let rest = index; levels < MOST_LEVELS && rest % 2 === 0; rest /= 2) {
    levels += 1;
  }
  return Math.floor((weight * (100 + LEVEL_PERCENT * levels)) / 100);
}
