/** Columns that stay in sight take at most this part of the screen. */
const MOST_PART = 0.5;

interface Pinnable {
  readonly isPinned?: boolean;
}

/** The order in which columns stand on a screen that begins with the one at `left`: before it those that stay in sight. */
export function orderOnScreen(
  shown: readonly Pinnable[],
  {
    left,
    roomOf,
    width,
  }: { readonly left: number; readonly roomOf: (index: number) => number; readonly width: number },
): readonly number[] {
  let used = 0;
  const staying = shown.flatMap(({ isPinned }, index) => {
    if (isPinned !== true || index >= left || used + roomOf(index) > width * MOST_PART) {
      return [];
    }
    used += roomOf(index);
    return [index];
  });
  return [...staying, ...Array.from({ length: Math.max(0, shown.length - left) }, (_, index) => left + index)];
}
