import type { Chunk } from '../contract/chunk.js';
import type { Stage } from './stage.js';
import { createUnicodeDecoder } from './unicode.js';
import { createWarningTally, WARNINGS } from './warnings.js';

const MAX_CHARS = 64 * 1024;

/**
 * Bytes as the text of one channel, complete but for a leading byte order mark. Chunks hold at most 64 Ki characters
 * and never end inside a surrogate pair.
 */
export function createTextDecoder(options: { readonly channel: string }): Stage<Uint8Array, Chunk> {
  const warnings = createWarningTally();
  const decoder = createUnicodeDecoder({ onInvalid: (count) => warnings.add(WARNINGS.badBytes, count) });
  const toChunks = (texts: Iterable<string>): Chunk[] => {
    const chunks: Chunk[] = [];
    for (const text of texts) {
      for (const piece of cutText(text)) {
        chunks.push({ type: 'text', channel: options.channel, text: piece });
      }
    }
    chunks.push(...warnings.drain());
    return chunks;
  };
  return {
    transform: (chunk) => toChunks(decoder.transform(chunk)),
    final: () => toChunks(decoder.final()),
  };
}

/** The text in pieces of at most 64 Ki characters, cut between code points. */
export function cutText(text: string): readonly string[] {
  if (text.length <= MAX_CHARS) {
    return [text];
  }
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + MAX_CHARS;
    const cut = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
