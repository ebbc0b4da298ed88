const MAX_DISTANCE = 3;
const MAX_LENGTH = 128;
const MAX_SUGGESTIONS = 3;

/** The names within three edits of the word (fewer for a short word), nearest first; at most three. */
export function nearestNames(word: string, names: readonly string[]): readonly string[] {
  if (word.length > MAX_LENGTH) {
    return [];
  }
  const limit = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(word.length / 2)));
  return names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase(), limit) }))
    .filter((entry) => entry.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((entry) => entry.name);
}

/** The one name that was most likely meant, if any is near enough. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  return nearestNames(word, names)[0];
}

/** A sentence that offers the names, or undefined when there are none. */
export function didYouMean(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `did you mean ${names.join(' or ')}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours; anything above the limit is Infinity. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) {
    return Number.POSITIVE_INFINITY;
  }
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = distanceRow({ a, b, row, last, beforeLast });
    if (Math.min(...current) > limit) {
      return Number.POSITIVE_INFINITY;
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? Number.POSITIVE_INFINITY;
}

interface DistanceStep {
  readonly a: string;
  readonly b: string;
  readonly row: number;
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}

function distanceRow({ a, b, row, last, beforeLast }: DistanceStep): readonly number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column += 1) {
    const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
    const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    const swapped = isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
    current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
  }
  return current;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
