/**
 * Whether a text holds the wanted one: capitals matter only when there are some in what is wanted. The one rule of
 * filters and searches.
 */
export function holdsInSmartCase(wanted: string): (text: string) => boolean {
  return ignoresCase(wanted)
    ? (text) => text.includes(wanted) || text.toLowerCase().includes(wanted)
    : (text) => text.includes(wanted);
}

/** Whether two texts are the same by that rule. */
export function equalsInSmartCase(wanted: string): (text: string) => boolean {
  return ignoresCase(wanted) ? (text) => text === wanted || text.toLowerCase() === wanted : (text) => text === wanted;
}

function ignoresCase(wanted: string): boolean {
  return wanted.toLowerCase() === wanted;
}
