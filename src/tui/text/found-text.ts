/**
 * Where a searched text stands in another: capitals matter only when there are some in it, as for the kernel that looks
 * through the rows.
 */
export function foundAt(text: string, wanted: string): number {
  return comparable(text, wanted).indexOf(wanted);
}

/** All places of it that do not lie over each other. */
export function allFound(text: string, wanted: string): readonly number[] {
  const places: number[] = [];
  const compared = comparable(text, wanted);
  if (wanted !== '') {
    for (let at = compared.indexOf(wanted); at !== -1; at = compared.indexOf(wanted, at + wanted.length)) {
      places.push(at);
    }
  }
  return places;
}

const DEEPEST = 64;

/** Whether it stands in a value, or in one within it; names are not looked at. */
export function valueHolds(value: unknown, wanted: string, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return value !== undefined && foundAt(String(value), wanted) !== -1;
  }
  return depth <= DEEPEST && Object.values(value).some((member) => valueHolds(member, wanted, depth + 1));
}

function comparable(text: string, wanted: string): string {
  const small = wanted.toLowerCase() === wanted ? text.toLowerCase() : text;
  // Letters that change their length in lower case would shift the places.
  return small.length === text.length ? small : text;
}
