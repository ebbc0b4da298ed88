/** The vocabulary of an encoding: its byte sequences in the order of their ranks, found by hash. */
export interface RankTable {
  /** The rank of `bytes[start, end)`, or NO_RANK. Only the order of ranks counts. */
  readonly rankOf: (bytes: Uint8Array, start: number, end: number) => number;
}

export const NO_RANK = 0x7fffffff;

const FNV_SEED = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const PADDING = 0x3d;
const DIGITS = base64Digits();

interface Vocabulary {
  /** All sequences, one after another. */
  readonly bytes: Uint8Array;
  /** Sequence n is bytes[ends[n], ends[n + 1]). */
  readonly ends: Uint32Array;
  readonly size: number;
}

/** Makes the table from tiktoken's form: lines of `! first_rank base64 base64 …` with ascending ranks. */
export function parseRanks(text: string): RankTable {
  const vocabulary = decodeVocabulary(text);
  const { bytes, ends, size } = vocabulary;
  const mask = 2 ** Math.ceil(Math.log2(size * 2)) - 1;
  const slots = hashSlots(vocabulary, mask);
  let longest = 0;
  for (let rank = 0; rank < size; rank += 1) {
    longest = Math.max(longest, (ends[rank + 1] ?? 0) - (ends[rank] ?? 0));
  }

  function isAt(rank: number, sought: Uint8Array, start: number, end: number): boolean {
    const from = ends[rank] ?? 0;
    if ((ends[rank + 1] ?? 0) - from !== end - start) {
      return false;
    }
    for (let index = start; index < end; index += 1) {
      if (sought[index] !== bytes[from + index - start]) {
        return false;
      }
    }
    return true;
  }

  return {
    rankOf(sought, start, end) {
      if (end - start > longest) {
        return NO_RANK;
      }
      let slot = hashOf(sought, start, end) & mask;
      let rank = (slots[slot] ?? 0) - 1;
      while (rank >= 0) {
        if (isAt(rank, sought, start, end)) {
          return rank;
        }
        slot = (slot + 1) & mask;
        rank = (slots[slot] ?? 0) - 1;
      }
      return NO_RANK;
    },
  };
}

function decodeVocabulary(text: string): Vocabulary {
  const bytes = new Uint8Array(text.length);
  const ends = new Uint32Array(text.length / 5 + 2);
  let size = 0;
  let length = 0;
  for (const line of text.split('\n')) {
    let start = line.indexOf(' ', 2) + 1;
    while (start > 0 && start < line.length) {
      const blank = line.indexOf(' ', start);
      const end = blank < 0 ? line.length : blank;
      length = decodeBase64(line, { start, end }, bytes, length);
      size += 1;
      ends[size] = length;
      start = end + 1;
    }
  }
  return { bytes: bytes.slice(0, length), ends: ends.slice(0, size + 1), size };
}

/** Decodes part of the text to `bytes` from `length` on and gives the new length. */
function decodeBase64(text: string, range: { start: number; end: number }, bytes: Uint8Array, length: number): number {
  let written = length;
  let bits = 0;
  let held = 0;
  for (let index = range.start; index < range.end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === PADDING) {
      break;
    }
    bits = ((bits << 6) | (DIGITS[code] ?? 0)) & 0xffffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[written] = bits >> held;
      written += 1;
    }
  }
  return written;
}

function base64Digits(): Uint8Array {
  const digits = new Uint8Array(128);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let digit = 0; digit < alphabet.length; digit += 1) {
    digits[alphabet.charCodeAt(digit)] = digit;
  }
  return digits;
}

/** Open addressing; a slot holds rank + 1, so that zero is empty. */
function hashSlots({ bytes, ends, size }: Vocabulary, mask: number): Int32Array {
  const slots = new Int32Array(mask + 1);
  for (let rank = 0; rank < size; rank += 1) {
    let slot = hashOf(bytes, ends[rank] ?? 0, ends[rank + 1] ?? 0) & mask;
    while (slots[slot] !== 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = rank + 1;
  }
  return slots;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_SEED;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] ?? 0), FNV_PRIME);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
