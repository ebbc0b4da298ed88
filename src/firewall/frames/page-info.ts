import type { PageInfo } from '../../contract/frame.js';

/** What is known of a page besides its rows. */
export interface PageFacts {
  readonly offset: number;
  readonly matched?: number;
  /** There is more after the rows offered. */
  readonly hasMore: boolean;
  /** With a filter offsets count matches, else stored rows, some of which may be hidden from this reader. */
  readonly countsMatches: boolean;
  /** The numbers of the rows that were asked for one by one. */
  readonly asked?: readonly number[];
  /** The rows stand in no order of their numbers, so the page tells these. */
  readonly isRanked?: boolean;
  readonly warnings?: readonly string[];
  /** Characters that are not shown, as a text breaks off there. */
  readonly withheld?: number;
}

export function withheldWarning(chars: number): string {
  return `the text breaks off: its last ${chars === 1 ? 'character is' : `${chars} characters are`} withheld, as a secret may begin there`;
}

/** How many rows were shown, and the place of the last one among the stored rows. */
export interface Returned {
  readonly count: number;
  readonly lastIndex?: number | undefined;
  readonly indexes?: readonly number[];
}

/** Where a page lies, and where to go on. */
export function pageInfo(
  facts: PageFacts,
  returned: Returned,
  { total, hasMore }: { readonly total: number; readonly hasMore: boolean },
): PageInfo {
  const next = hasMore ? nextOffset(facts, returned) : undefined;
  return {
    offset: facts.offset,
    returned: returned.count,
    ...(facts.matched === undefined ? {} : { matched: facts.matched }),
    total,
    ...(next === undefined ? {} : { next_offset: next }),
    ...(facts.asked === undefined && facts.isRanked !== true ? {} : { rows: returned.indexes ?? [] }),
  };
}

function nextOffset({ offset, asked, countsMatches }: PageFacts, returned: Returned): number | undefined {
  if (asked !== undefined) {
    return asked.find((row) => row > (returned.lastIndex ?? -1));
  }
  return countsMatches ? offset + returned.count : (returned.lastIndex ?? offset - 1) + 1;
}
