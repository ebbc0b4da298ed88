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
}

/** A vocabulary with its hash table, as the build packs it: what is left to do when it is loaded is to look at it. */
interface HashedVocabulary extends Vocabulary {
  /** Open addressing, a power of two long; a slot holds rank + 1, so that zero is empty. */
  readonly slots: Int32Array;
  readonly longest: number;
}

/** 32-bit words at the beginning of a packed vocabulary: sequences, slots, the longest sequence in bytes. */
const HEADER_WORDS = 3;
const WORD = 4;

/**
 * Packs a vocabulary for `unpackRanks`, in the byte order of this machine, from tiktoken's form: lines of
 * `! first_rank base64 base64 …` with ascending ranks.
 */
export function packRanks(text: string): Uint8Array {
  const { bytes, ends, slots, longest } = hashed(decodeVocabulary(text));
  const words = Uint32Array.of(ends.length - 1, slots.length, longest);
  return Buffer.concat([words, ends, slots, bytes].map((part) => asBytes(part)));
}

/** The table of a packed vocabulary. Throws RangeError when it is shorter than it says. */
export function unpackRanks(packed: Uint8Array): RankTable {
  // Views of 32-bit words begin at a multiple of four.
  const { buffer, byteOffset } = packed.byteOffset % WORD === 0 ? packed : new Uint8Array(packed);
  const [size = 0, slotCount = 0, longest = 0] = new Uint32Array(buffer, byteOffset, HEADER_WORDS);
  const ends = new Uint32Array(buffer, byteOffset + HEADER_WORDS * WORD, size + 1);
  const slots = new Int32Array(buffer, ends.byteOffset + ends.byteLength, slotCount);
  const bytes = new Uint8Array(buffer, slots.byteOffset + slots.byteLength, ends[size] ?? 0);
  return createRankTable({ bytes, ends, slots, longest });
}

/** The table of tiktoken's form, which takes some 70 ms. */
export function parseRanks(text: string): RankTable {
  return createRankTable(hashed(decodeVocabulary(text)));
}

function createRankTable({ bytes, ends, slots, longest }: HashedVocabulary): RankTable {
  const mask = slots.length - 1;

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
  return { bytes: bytes.slice(0, length), ends: ends.slice(0, size + 1) };
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

function hashed({ bytes, ends }: Vocabulary): HashedVocabulary {
  const size = ends.length - 1;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(size * 2)));
  const mask = slots.length - 1;
  let longest = 0;
  for (let rank = 0; rank < size; rank += 1) {
    const [start = 0, end = 0] = [ends[rank], ends[rank + 1]];
    longest = Math.max(longest, end - start);
    let slot = hashOf(bytes, start, end) & mask;
    while (slots[slot] !== 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = rank + 1;
  }
  return { bytes, ends, slots, longest };
}

function asBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
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
