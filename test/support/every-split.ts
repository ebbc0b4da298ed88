import fc from 'fast-check';
import { proofSize } from './proof-size.js';

/** What can be cut: a text or bytes. */
export type Cuttable = string | Uint8Array;

const THREE_PIECE_RUNS = proofSize(100, 400);

/**
 * Calls `fn` with the input uncut, cut at every place into two pieces, into three pieces (at every pair of places, or
 * at evenly spread ones when these would be too many), and into single characters or bytes. Pieces of a text may
 * end inside a surrogate pair.
 */
export function everySplit<T extends Cuttable>(input: T, fn: (pieces: readonly T[]) => void): void {
  fn([input]);
  for (let cut = 0; cut <= input.length; cut += 1) {
    fn(piecesAt(input, [cut]));
  }
  someTwoCuts(input, fn);
  fn(everyPiece(input));
}

/** Into three pieces, at every pair of places. */
export function everyTwoCuts<T extends Cuttable>(input: T, fn: (pieces: readonly T[]) => void, stride = 1): void {
  for (let first = 0; first <= input.length; first += stride) {
    for (let second = first; second <= input.length; second += stride) {
      fn(piecesAt(input, [first, second]));
    }
  }
}

/** Into three pieces, at pairs of evenly spread places when there would be more of them than `runs`. */
export function someTwoCuts<T extends Cuttable>(
  input: T,
  fn: (pieces: readonly T[]) => void,
  runs = THREE_PIECE_RUNS,
): void {
  everyTwoCuts(input, fn, Math.max(1, Math.ceil(input.length / Math.sqrt(2 * runs))));
}

/** As `everySplit`, without three pieces. */
export function everyCut<T extends Cuttable>(input: T, fn: (pieces: readonly T[]) => void): void {
  for (let cut = 0; cut <= input.length; cut += 1) {
    fn(piecesAt(input, [cut]));
  }
  fn(everyPiece(input));
}

/** A fast-check arbitrary of partitions of the input: up to `maxCuts` cuts anywhere, empty pieces included. */
export function partitions<T extends Cuttable>(input: T, maxCuts = 12): fc.Arbitrary<readonly T[]> {
  return fc.array(fc.nat({ max: input.length }), { maxLength: maxCuts }).map((cuts) =>
    piecesAt(
      input,
      [...cuts].sort((left, right) => left - right),
    ),
  );
}

/** The pieces of the input between the given places, which must be in ascending order. */
export function piecesAt<T extends Cuttable>(input: T, cuts: readonly number[]): readonly T[] {
  const ends = [...cuts, input.length];
  return ends.map((end, index) => input.slice(index === 0 ? 0 : ends[index - 1], end) as T);
}

/** Single characters or bytes. */
export function everyPiece<T extends Cuttable>(input: T): readonly T[] {
  return piecesAt(
    input,
    Array.from({ length: Math.max(0, input.length - 1) }, (_, index) => index + 1),
  );
}
