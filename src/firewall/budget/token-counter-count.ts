import type { Encoding } from '../../contract/budget.js';
import { createMerger } from './token-counter-merge.js';
import { NO_RANK, type RankTable } from './token-counter-ranks.js';
import { splitterFor } from './token-counter-split.js';

const MAX_SHORT_CHARS = 64;
const MAX_CACHED_PIECES = 20_000;

/**
 * Counts model tokens over tiktoken's ranks for an encoding. The merging is our own, because tiktoken's is quadratic on
 * unbroken runs and takes several times as long to load.
 */
export function createCount(encoding: Encoding, ranks: RankTable): (text: string) => number {
  const countPiece = createPieceCounter(ranks);
  const split = splitterFor(encoding);
  return (text) => {
    let total = 0;
    let start = 0;
    while (start < text.length) {
      const end = split(text, start);
      total += countPiece(text, start, end);
      start = end;
    }
    return total;
  };
}

/** Most pieces are in the vocabulary; words that are not repeat, so the counts of short ones are kept for a while. */
function createPieceCounter(ranks: RankTable): (text: string, start: number, end: number) => number {
  const countMerged = createMerger(ranks);
  const encoder = new TextEncoder();
  const cache = new Map<string, number>();
  const scratch = new Uint8Array(MAX_SHORT_CHARS * 3);

  function countShort(text: string, start: number, end: number): number {
    const isAscii = copyAscii(text, start, end, scratch);
    const length = isAscii ? end - start : encoder.encodeInto(text.slice(start, end), scratch).written;
    if (ranks.rankOf(scratch, 0, length) !== NO_RANK) {
      return 1;
    }
    const piece = text.slice(start, end);
    const known = cache.get(piece);
    if (known !== undefined) {
      return known;
    }
    const count = countMerged(scratch, length);
    if (cache.size >= MAX_CACHED_PIECES) {
      cache.clear();
    }
    cache.set(piece, count);
    return count;
  }

  return (text, start, end) => {
    if (end - start <= MAX_SHORT_CHARS) {
      return countShort(text, start, end);
    }
    const bytes = encoder.encode(text.slice(start, end));
    return ranks.rankOf(bytes, 0, bytes.length) === NO_RANK ? countMerged(bytes, bytes.length) : 1;
  };
}

/** Copies the characters as bytes; false when one of them is not ASCII. */
function copyAscii(text: string, start: number, end: number, bytes: Uint8Array): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) {
      return false;
    }
    bytes[index - start] = code;
  }
  return true;
}
