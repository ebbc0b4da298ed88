import { ENCODINGS, type Encoding, type TokenCounter } from '../contract/budget.js';
import { KernelError } from '../contract/errors.js';

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

async function createTokenCounter(encoding: Encoding): Promise<TokenCounter> {
  if (!ENCODINGS.includes(encoding)) {
    throw new KernelError('CONFIG_INVALID', 'The encoding is not known.', {
      hint: `Use one of ${ENCODINGS.join(', ')}.`,
    });
  }
  const [ranks, { createCount }] = await Promise.all([RANKS[encoding](), import('./token-counter-count.js')]);
  return { encoding, count: createCount(encoding, bpeRanks(ranks)) };
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
