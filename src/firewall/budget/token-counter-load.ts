import type { Encoding } from '../../contract/budget.js';
import { KernelError } from '../../contract/errors.js';
import { parseRanks, type RankTable, unpackRanks } from './token-counter-ranks.js';

const TIKTOKEN: Readonly<Record<Encoding, () => Promise<unknown>>> = {
  o200k_base: () => import('tiktoken/encoders/o200k_base'),
  cl100k_base: () => import('tiktoken/encoders/cl100k_base'),
  p50k_base: () => import('tiktoken/encoders/p50k_base'),
  p50k_edit: () => import('tiktoken/encoders/p50k_edit'),
  r50k_base: () => import('tiktoken/encoders/r50k_base'),
  gpt2: () => import('tiktoken/encoders/gpt2'),
};

/** Gives what the build packed of an encoding; undefined where nothing was built. */
export type ReadPackedRanks = (encoding: Encoding) => Uint8Array | undefined;

/** The vocabulary of an encoding: as it was packed, or tiktoken's own. */
export async function loadRanks(encoding: Encoding, readPacked: ReadPackedRanks): Promise<RankTable> {
  const packed = readPacked(encoding);
  return packed === undefined ? parseRanks(bpeRanks(await importTiktoken(encoding))) : unpackRanks(packed);
}

async function importTiktoken(encoding: Encoding): Promise<unknown> {
  try {
    return await TIKTOKEN[encoding]();
  } catch (cause) {
    const hint = 'install akernel again';
    throw new KernelError('INTERNAL', `the file ranks/${encoding}.bin of this package is missing`, { hint, cause });
  }
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
  throw new KernelError('INTERNAL', 'the installed tiktoken has no ranks for this encoding');
}
