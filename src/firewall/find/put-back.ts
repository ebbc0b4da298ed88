import type { RestoredPiece } from '../../contract/named-values.js';
import { createExactText, withReplacements } from '../../streams/exact-text.js';
import { splitPlaceholders } from './split-placeholders.js';

/**
 * Puts values in the place of their placeholders in one continuous text, in bounded memory: UTF-8, or UTF-16 that its first bytes tell. All
 * else is what came in, byte for byte, also where it is no text.
 */
export async function* putBack(
  source: AsyncIterable<Uint8Array>,
  lookUp: (placeholder: string) => string | undefined,
): AsyncGenerator<RestoredPiece> {
  const exact = createExactText(() => undefined);
  // The beginning of what may become a placeholder.
  let begun = '';

  const piece = (text: string, isLast: boolean): RestoredPiece => {
    const { parts, rest } = splitPlaceholders(begun + text, isLast);
    begun = rest;
    let restored = 0;
    let unknown = 0;
    const all = parts
      .map((part) => {
        if (typeof part === 'string') {
          return part;
        }
        const value = lookUp(part.placeholder);
        restored += value === undefined ? 0 : 1;
        unknown += value === undefined ? 1 : 0;
        return value ?? part.placeholder;
      })
      .join('');
    return { text: withReplacements(all), bytes: () => exact.encode(all), restored, unknown };
  };

  for await (const bytes of source) {
    for (const text of exact.decoder.transform(bytes)) {
      yield piece(text, false);
    }
  }
  yield piece([...exact.decoder.final()].join(''), true);
  const rest = exact.rest();
  if (rest.length > 0) {
    yield { text: '', bytes: () => rest, restored: 0, unknown: 0 };
  }
}
