import type { Chunk } from '../contract/chunk.js';
import type { Driver } from '../contract/driver.js';

/** A text that somebody has already, and the channel that it is to come on. */
export interface GivenText {
  readonly channel: string;
  readonly text: string;
}

/** The binding of an act whose result is given. */
export const GIVEN_DRIVER = 'given';

/** Yields what is given, as if a tool had just written it. */
export function createGivenDriver(texts: readonly GivenText[]): Driver {
  return {
    driver_id: GIVEN_DRIVER,
    async *executeStream() {
      for (const { channel, text } of texts) {
        yield* piecesOf(channel, text);
      }
    },
  };
}

/** Well below what a chunk may hold, and never half a character. */
const PIECE_CHARS = 64 * 1024;

function* piecesOf(channel: string, text: string): Generator<Chunk> {
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE_CHARS;
    const isSplit = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const piece = text.slice(at, isSplit ? end - 1 : end);
    yield { type: 'text', channel, text: piece };
    at += piece.length;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
