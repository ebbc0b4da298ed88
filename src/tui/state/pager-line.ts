import { isRecord } from '../text/cells.js';
import type { ReadRow } from './pager-reader.js';

/** More pieces of one line are not put together; each has 8,000 characters. */
const MOST_PIECES = 64;

interface Piece {
  readonly line: number;
  readonly piece?: number;
  readonly channel?: string;
  readonly text: string;
}

/** A line of text put together from its pieces, as far as those beside it were read. */
export function joinedLine(rowAt: (place: number) => ReadRow | undefined, place: number): unknown {
  const here = pieceAt(rowAt, place);
  if (here?.piece === undefined) {
    return here;
  }
  const before = neighbours(rowAt, here, place, -1).reverse();
  const after = neighbours(rowAt, here, place, 1);
  const pieces = [...before, here, ...after];
  const [first, last] = [pieces[0]?.piece, pieces.at(-1)?.piece];
  const { line, channel } = here;
  const text = pieces.map((piece) => piece.text).join('');
  const isWhole = first === 1 && text.endsWith('\n');
  return {
    line,
    ...(isWhole ? {} : { pieces: `${first} to ${last}` }),
    ...(channel === undefined ? {} : { channel }),
    text,
  };
}

function neighbours(rowAt: (place: number) => ReadRow | undefined, here: Piece, place: number, step: number): Piece[] {
  const found: Piece[] = [];
  for (let at = place + step; found.length < MOST_PIECES; at += step) {
    const piece = pieceAt(rowAt, at);
    if (piece?.line !== here.line || piece.channel !== here.channel) {
      break;
    }
    found.push(piece);
  }
  return found;
}

function pieceAt(rowAt: (place: number) => ReadRow | undefined, place: number): Piece | undefined {
  const row = rowAt(place);
  return typeof row === 'object' && isPiece(row.value) ? row.value : undefined;
}

function isPiece(value: unknown): value is Piece {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['text'] === 'string';
}
