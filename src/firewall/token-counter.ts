import { ENCODINGS, type Encoding, type TokenCounter } from '../contract/budget.js';
import { KernelError } from '../contract/errors.js';
import { createMerger } from './token-counter-merge.js';
import { NO_RANK, parseRanks } from './token-counter-ranks.js';
import { splitterFor } from './token-counter-split.js';

const MAX_CACHED_CHARS = 64;
const MAX_CACHED_PIECES = 20_000;

const RANKS: Readonly<Record<Encoding, () => Promise<unknown>>> = {
  o200k_base: () => import('tiktoken/encoders/o200k_base'),
  cl100k_base: () => import('tiktoken/encoders/cl100k_base'),
  p50k_base: () => import('tiktoken/encoders/p50k_base'),
  p50k_edit: () => import('tiktoken/encoders/p50k_edit'),
  r50k_base: () => import('tiktoken/encoders/r50k_base'),
  gpt2: () => import('tiktoken/encoders/gpt2'),
};

const loaded = new Map<Encoding, Promise<TokenCounter>>();

/**
 * Loads the counter of an encoding once per process. It counts what tiktoken's ordinary encoding of the whole text
 * gives, for any text in n log n time: text that looks like a special token of the encoding is counted as the text it
 * is, a lone surrogate as the replacement character it becomes in UTF-8.
 */
export function loadTokenCounter(encoding: Encoding): Promise<TokenCounter> {
  let counter = loaded.get(encoding);
  if (counter === undefined) {
    counter = createTokenCounter(encoding);
    loaded.set(encoding, counter);
    counter.catch(() => loaded.delete(encoding));
  }
  return counter;
}

/** The ranks are tiktoken's; the merging is our own, because tiktoken's is quadratic on unbroken runs. */
async function createTokenCounter(encoding: Encoding): Promise<TokenCounter> {
  if (!ENCODINGS.includes(encoding)) {
    throw new KernelError('CONFIG_INVALID', 'The encoding is not known.', {
      hint: `Use one of ${ENCODINGS.join(', ')}.`,
    });
  }
  const countPiece = createPieceCounter(bpeRanks(await RANKS[encoding]()));
  const split = splitterFor(encoding);
  return {
    encoding,
    count(text) {
      let total = 0;
      let start = 0;
      while (start < text.length) {
        const end = split(text, start);
        total += countPiece(text.slice(start, end));
        start = end;
      }
      return total;
    },
  };
}

/** Words repeat, so the counts of short pieces are kept for a while. */
function createPieceCounter(bpe: string): (piece: string) => number {
  const ranks = parseRanks(bpe);
  const countMerged = createMerger(ranks);
  const encoder = new TextEncoder();
  const cache = new Map<string, number>();
  const scratch = new Uint8Array(MAX_CACHED_CHARS * 3);

  function countBytes(bytes: Uint8Array, length: number): number {
    return ranks.rankOf(bytes, 0, length) === NO_RANK ? countMerged(bytes, length) : 1;
  }

  return (piece) => {
    if (piece.length > MAX_CACHED_CHARS) {
      const bytes = encoder.encode(piece);
      return countBytes(bytes, bytes.length);
    }
    const known = cache.get(piece);
    if (known !== undefined) {
      return known;
    }
    const count = countBytes(scratch, encoder.encodeInto(piece, scratch).written);
    if (cache.size >= MAX_CACHED_PIECES) {
      cache.clear();
    }
    cache.set(piece, count);
    return count;
  };
}

/** The data of a CommonJS module may stand one `default` deeper than its types say. */
function bpeRanks(module: unknown): string {
  if (typeof module === 'object' && module !== null) {
    if ('bpe_ranks' in module && typeof module.bpe_ranks === 'string') {
      return module.bpe_ranks;
    }
    if ('default' in module) {
      return bpeRanks(module.default);
    }
  }
  throw new KernelError('INTERNAL', 'The installed tiktoken has no ranks for this encoding.');
}
