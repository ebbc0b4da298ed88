import { createHash } from 'node:crypto';

/** Bytes of the data of one event, at most. */
export const MOST_EVENT_BYTES = 64 * 1024;
/** In the worst case a UTF-16 unit takes three bytes; the rest is for what stands around it. */
const PART_UNITS = 21_000;

/** Data of an event that is too long for one: parts of its text, each an event `split`. Undefined where it is not. */
export function splitEvent(event: string, data: string): readonly string[] | undefined {
  if (data.length * 3 <= MOST_EVENT_BYTES || Buffer.byteLength(data) <= MOST_EVENT_BYTES) {
    return undefined;
  }
  const digest = createHash('sha256').update(data).digest('hex');
  const texts = piecesOf(data);
  return texts.map((text, at) => JSON.stringify({ event, part: at + 1, parts: texts.length, digest, text }));
}

/** No character of two units is cut. */
function piecesOf(data: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < data.length; ) {
    const end = from + PART_UNITS;
    const isInside = /[\ud800-\udbff]/.test(data.charAt(end - 1)) && end < data.length;
    const to = isInside ? end - 1 : end;
    pieces.push(data.slice(from, to));
    from = to;
  }
  return pieces;
}
