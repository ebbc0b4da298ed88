import { ENCODINGS, type Encoding, type TokenCounter } from '../../contract/budget.js';
import { KernelError } from '../../contract/errors.js';
import { loadRanks, type ReadPackedRanks } from './token-counter-load.js';

const loaded = new Map<Encoding, Promise<TokenCounter>>();

/**
 * Loads the counter of an encoding once per process. It counts what tiktoken's ordinary encoding of the whole text
 * gives, for any text in n log n time: text that looks like a special token of the encoding is counted as the text it
 * is, a lone surrogate as the replacement character it becomes in UTF-8.
 */
export function loadTokenCounter(
  encoding: Encoding,
  readPacked: ReadPackedRanks = () => undefined,
): Promise<TokenCounter> {
  let counter = loaded.get(encoding);
  if (counter === undefined) {
    counter = createTokenCounter(encoding, readPacked);
    loaded.set(encoding, counter);
    counter.catch(() => loaded.delete(encoding));
  }
  return counter;
}

async function createTokenCounter(encoding: Encoding, readPacked: ReadPackedRanks): Promise<TokenCounter> {
  if (!ENCODINGS.includes(encoding)) {
    throw new KernelError('CONFIG_INVALID', 'the encoding is not known', {
      hint: `choose one of ${ENCODINGS.join(', ')}`,
    });
  }
  const [ranks, { createCount }] = await Promise.all([
    loadRanks(encoding, readPacked),
    import('./token-counter-count.js'),
  ]);
  return { encoding, count: createCount(encoding, ranks) };
}
