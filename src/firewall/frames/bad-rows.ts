import type { RecordsChunk } from '../../contract/chunk.js';
import type { Row, Value } from '../../contract/row.js';
import { isMembers } from '../../streams/members.js';
import { plural } from '../facts/format.js';
import { createPartKeeper } from '../nested/part-keeper.js';
import { createBadRowTest } from '../nested/trouble.js';
import type { RedactedValue } from '../rows/redact-value.js';
import { densityOf, picksOf } from '../texts/picks.js';
import { rankItems } from '../texts/rank.js';
import type { PlacedRow } from './last-rows.js';
import type { ToldRows } from './row-digest.js';

/** Rows that say error, failed or a status from 500 on, wherever they stand: the first ones and the latest. */
export interface BadRows {
  /** The next rows; `admitted` are those of which something may be seen. Where some may not, places are not known. */
  readonly take: (chunk: RecordsChunk, admitted: readonly Row[]) => void;
  /** About what all that are kept cost when they are shown. */
  readonly cost: (count: (text: string) => number) => number;
  /**
   * Those from a place on, unless they are what most rows are, and `beside` them other rows; undefined when there are
   * neither.
   */
  readonly told: (from: number, beside?: readonly PlacedRow[]) => ToldRows | undefined;
}

interface BadRow {
  readonly place: number;
  readonly json: string;
}

export interface BadRowsParts {
  readonly view: (row: Value) => RedactedValue | undefined;
  readonly maxTokens: number;
  readonly maxRows: number;
  readonly query: string | undefined;
}

const MOST_FIRST = 16;
const MOST_LATEST = 48;
const LONGEST = 4096;
/** What a line costs beside its text, in model tokens. */
const A_LINE = 24;
/** More than so many of all rows, in percent, are no exceptions. */
const MOST_PERCENT = 50;

export function createBadRows({ view, maxTokens, maxRows, query }: BadRowsParts): BadRows {
  const isBad = createBadRowTest();
  const first: BadRow[] = [];
  const latest: BadRow[] = [];
  let rows = 0;
  let found = 0;

  function keep(row: Row, place: number): void {
    found += 1;
    const json = JSON.stringify(row);
    if (json.length > LONGEST) {
      return;
    }
    if (first.length < MOST_FIRST) {
      first.push({ place, json });
    } else {
      latest[(found - 1) % MOST_LATEST] = { place, json };
    }
  }

  const kept = (): readonly BadRow[] => [...first, ...latest].filter((each) => each !== undefined);

  function seenRow({ place, row }: PlacedRow): readonly PlacedRow[] {
    const seen = view(row)?.value;
    return seen === undefined ? [] : [{ place, row: seen }];
  }

  /** What says so may be hidden from this reader, and then nothing may tell of it, their number neither. */
  function seenBad(from: number): readonly PlacedRow[] {
    const some = found * 100 > rows * MOST_PERCENT ? [] : kept().filter(({ place }) => place >= from);
    const seen = some.flatMap(({ place, json }) => seenRow({ place, row: JSON.parse(json) }));
    const isClear = seen.length === some.length && seen.every(({ row }) => isMembers(row) && isBad(row));
    return isClear ? seen : [];
  }

  return {
    cost: (count) => kept().reduce((sum, { json }) => sum + count(json) + A_LINE, 0),
    take(chunk, admitted) {
      const isAligned = admitted.length === chunk.rows.length;
      for (let index = 0; isAligned && index < admitted.length; index += 1) {
        const row = admitted[index];
        if (isMembers(row) && isBad(row)) {
          keep(row, rows + index);
        }
      }
      rows += chunk.rows.length;
    },
    told(from, beside = []) {
      if (maxRows !== Number.POSITIVE_INFINITY) {
        return;
      }
      const bad = seenBad(from);
      const places = new Set(bad.map(({ place }) => place));
      const others = beside.filter(({ place }) => !places.has(place)).flatMap(seenRow);
      if (bad.length + others.length === 0) {
        return;
      }
      const keeper = createPartKeeper({ maxTokens, query, isOnly: false });
      for (const { place, row } of [...bad, ...others].sort((a, b) => a.place - b.place)) {
        keeper.add(row, place);
      }
      const lines = keeper.kept();
      return {
        isUsual: bad.length === 0,
        facts: bad.length > 0 ? [`rows that say error, failed or the like: ${found} of ${plural(rows, 'row')}`] : [],
        pick: (options) => picksOf(rankItems(lines, options), lines),
        density: (count) => densityOf(lines, count),
      };
    },
  };
}
