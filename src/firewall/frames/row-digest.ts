import type { RecordsChunk } from '../../contract/chunk.js';
import type { Row, Value } from '../../contract/row.js';
import { mayHoldLongNumbers, parseExactly } from '../../streams/exact-numbers.js';
import { createPartKeeper } from '../nested/part-keeper.js';
import { holdsRecords } from '../nested/written-value.js';
import type { RedactedValue } from '../rows/redact-value.js';
import type { Kept } from '../texts/digest.js';
import { densityOf, type Picks, picksOf } from '../texts/picks.js';
import { type RankOptions, rankItems } from '../texts/rank.js';

/** The telling parts of rows that were not shown. */
export interface RowDigest {
  /** The first rows are kept as they came, up to a bound; nothing is redacted before it is told. */
  readonly take: (chunk: RecordsChunk, rows: readonly Row[]) => void;
  /** Undefined while no row was seen that holds records of its own, and where only a number of rows may be seen. */
  readonly told: () => ToldRows | undefined;
  /** Whether there is something to tell. */
  readonly tells: () => boolean;
}

export interface ToldRows {
  readonly facts: readonly string[];
  /** They are no better than others: what is known of all rows comes first. */
  readonly isUsual?: boolean;
  readonly pick: (options: Omit<RankOptions, 'isShown' | 'isNamed'>) => Picks;
  readonly density: (count: (text: string) => number) => number;
}

/** Rows as they came, or a single large one as it was parsed: to parse it a second time takes more than to keep it. */
interface Stretch {
  readonly place: number;
  readonly kept: { readonly lines: Uint8Array } | { readonly row: Row };
}

const MOST_BYTES = 1 << 20;
/** A single row is looked at even when it is larger. */
const LARGEST_ROW = 1 << 24;
const NEWLINE = 10;

export interface RowDigestParts {
  /** What a reader may see of a row, redacted. */
  readonly view: (row: Value) => RedactedValue | undefined;
  readonly maxTokens: number;
  readonly maxRows: number;
  readonly query: string | undefined;
}

export function createRowDigest(parts: RowDigestParts): RowDigest {
  const stretches: Stretch[] = [];
  let bytes = 0;
  let rows = 0;
  let kept = 0;
  let isNested = false;
  let told: ToldRows | undefined;

  /** The rows of a chunk that still have room, whole lines of it. */
  function keep({ lines, rows: [first = null] }: RecordsChunk, most: number): void {
    if (most === 1 && bytes === 0 && isLarge(lines) && !mayHoldLongNumbers(lines)) {
      stretches.push({ place: kept, kept: { row: first } });
      bytes += lines.byteLength;
      kept += 1;
      return;
    }
    let end = 0;
    let count = 0;
    for (let next = lines.indexOf(NEWLINE); next >= 0 && count < most; next = lines.indexOf(NEWLINE, end)) {
      const room = bytes === 0 && count === 0 ? LARGEST_ROW : MOST_BYTES - bytes;
      if (next + 1 > room) {
        break;
      }
      end = next + 1;
      count += 1;
    }
    if (count > 0) {
      stretches.push({ place: kept, kept: { lines: Uint8Array.prototype.slice.call(lines, 0, end) } });
      bytes += end;
      kept += count;
    }
  }

  function tell(): ToldRows {
    const { maxTokens, query } = parts;
    const keeper = createPartKeeper({ maxTokens, query, isOnly: rows === 1 });
    for (const stretch of stretches) {
      readStretch(stretch, (value, place) => {
        keeper.add(value, place);
      });
    }
    const all = keeper.kept();
    return { facts: [], ...picksFrom(all) };
  }

  function readStretch(stretch: Stretch, use: (value: Value, place: number) => void): void {
    let { place } = stretch;
    for (const row of rowsOf(stretch)) {
      const seen = parts.view(row);
      if (seen !== undefined) {
        use(seen.value, place);
      }
      place += 1;
    }
  }

  function tells(): boolean {
    return isNested && kept > 0 && parts.maxRows === Number.POSITIVE_INFINITY;
  }

  return {
    take(chunk, admitted) {
      const isAligned = admitted.length === chunk.rows.length;
      const isFirst = kept === rows;
      rows += chunk.rows.length;
      if (isAligned && isFirst && bytes < MOST_BYTES) {
        isNested ||= admitted.some(holdsRecords);
        keep(chunk, chunk.rows.length);
      }
    },
    told() {
      told ??= tells() ? tell() : undefined;
      return told;
    },
    tells,
  };
}

function isLarge(lines: Uint8Array): boolean {
  return lines.byteLength > MOST_BYTES && lines.byteLength <= LARGEST_ROW;
}

function* rowsOf({ kept }: Stretch): Iterable<Row> {
  if ('row' in kept) {
    yield kept.row;
    return;
  }
  const { buffer, byteOffset, byteLength } = kept.lines;
  for (const text of Buffer.from(buffer, byteOffset, byteLength).toString('utf8').split('\n').slice(0, -1)) {
    yield parseExactly(text);
  }
}

function picksFrom(kept: Kept): Pick<ToldRows, 'pick' | 'density'> {
  return {
    pick: (options) => picksOf(rankItems(kept, options), kept),
    density: (count) => densityOf(kept, count),
  };
}
