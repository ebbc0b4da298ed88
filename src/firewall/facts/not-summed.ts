/** The last word of a name that counts or names things rather than measures them. */
const NAMING =
  /(?:^|[^a-z])(?:id|ids|no|nr|pid|ppid|uid|gid|tid|port|line|column|col|row|index|idx|offset|code|status|year|month|day|zip|postcode|version|build|inode|epoch|timestamp|seq|serial|key|hash|ref)$/;
const WORD_ENDS = /([a-z0-9])(?=[A-Z])/g;
const MOST_CHARS = 256;
/** Seconds and milliseconds since 1970, from 2001 to 2286. */
const EPOCHS = [
  [1e9, 1e10],
  [1e12, 1e13],
] as const;

/** Numbers that are ids, places or times: their sum and their mean mean nothing (SPEC 3.4). */
export function isNotSummed(
  name: string,
  { min, max, isSequence }: { readonly min: number; readonly max: number; readonly isSequence: boolean },
): boolean {
  return isSequence || EPOCHS.some(([from, to]) => min >= from && max < to) || NAMING.test(words(name));
}

function words(name: string): string {
  return name.slice(-MOST_CHARS).replace(WORD_ENDS, '$1 ').toLowerCase();
}
