import { ENCODINGS, type Encoding, type TokenCounter } from '../contract/budget.js';
import { KernelError } from '../contract/errors.js';

const MAX_PIECE = 1024;

const loaded = new Map<Encoding, Promise<TokenCounter>>();

/**
 * Loads the tokenizer of an encoding once per process. Its counts are those of tiktoken's ordinary encoding of the
 * whole text: text that looks like a special token of the encoding is counted as the text it is.
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
  const [{ Tiktoken }, { default: ranks }] = await Promise.all([
    import('tiktoken/lite'),
    import(`tiktoken/encoders/${encoding}`),
  ]);
  const encoder = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
  return { encoding, count: (text) => countPieces(text, (piece) => encoder.encode_ordinary(piece).length) };
}

/** tiktoken is quadratic on unbroken runs, so it never sees a long piece. */
function countPieces(text: string, countPiece: (piece: string) => number): number {
  let total = 0;
  let start = 0;
  while (start < text.length) {
    const end = pieceEnd(text, start);
    total += countPiece(text.slice(start, end));
    start = end;
  }
  return total;
}

/** Before a space that follows other text is a border in every encoding; a run without one is cut where it must be. */
function pieceEnd(text: string, start: number): number {
  const limit = start + MAX_PIECE;
  if (limit >= text.length) {
    return text.length;
  }
  for (let end = limit; end > start; end -= 1) {
    if (text.charCodeAt(end) === 0x20 && /\S/.test(text.charAt(end - 1))) {
      return end;
    }
  }
  const isInsidePair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(limit));
  return isInsidePair ? limit - 1 : limit;
}
