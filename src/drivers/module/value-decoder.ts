import type { Chunk } from '../../contract/chunk.js';
import { recordsFromValues } from '../../streams/records.js';
import type { Stage } from '../../streams/stage.js';
import { createTextDecoder, cutText } from '../../streams/text.js';

const CHANNEL = 'text';
const MAX_VALUES = 256;
const CHUNK_BYTES = 128 * 1024;

export interface ValueDecoder extends Stage<readonly unknown[], Chunk> {
  /** How many values make a chunk of good size, judging by the last ones. */
  readonly wantedValues: () => number;
}

/** Batches of values as chunks: neighbouring strings and bytes are one text, all other neighbours one piece of rows. */
export function createValueDecoder(): ValueDecoder {
  const bytesDecoder = createTextDecoder({ channel: CHANNEL });
  /** A string may end inside a surrogate pair; the first half waits for the next string. */
  let half = '';
  let wanted = MAX_VALUES;

  const fromText = (texts: readonly unknown[]): Chunk[] => {
    const joined = half + texts.join('');
    const end = endsInPair(joined) ? joined.length - 1 : joined.length;
    half = joined.slice(end);
    return textChunks(joined.slice(0, end));
  };
  const flushText = (): Chunk[] => {
    const rest = half;
    half = '';
    return textChunks(rest);
  };
  const fromRows = (values: readonly unknown[]): Chunk[] => {
    const chunk = recordsFromValues(values);
    const average = chunk.lines.length / Math.max(1, chunk.rows.length);
    wanted = Math.min(MAX_VALUES, Math.max(1, Math.floor(CHUNK_BYTES / Math.max(1, average))));
    return [...flushText(), chunk];
  };
  const fromBytes = (pieces: readonly unknown[]): Chunk[] => {
    const bytes = pieces.filter((piece) => piece instanceof Uint8Array);
    return [...flushText(), ...bytes.flatMap((piece) => [...bytesDecoder.transform(piece)])];
  };
  const decoders = { text: fromText, bytes: fromBytes, rows: fromRows };

  return {
    wantedValues: () => wanted,
    *transform(values) {
      for (const run of runsOf(values)) {
        yield* decoders[run.kind](run.values);
      }
    },
    *final() {
      yield* bytesDecoder.final();
      yield* flushText();
    },
  };
}

function textChunks(text: string): Chunk[] {
  const wellFormed = text.toWellFormed();
  const pieces = wellFormed === '' ? [] : cutText(wellFormed);
  return pieces.map((piece) => ({ type: 'text', channel: CHANNEL, text: piece }));
}

function endsInPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

interface Run {
  readonly kind: 'text' | 'bytes' | 'rows';
  readonly values: unknown[];
}

function runsOf(values: readonly unknown[]): readonly Run[] {
  const runs: Run[] = [];
  for (const value of values) {
    if (value === undefined) {
      continue;
    }
    const kind = kindOf(value);
    const last = runs.at(-1);
    if (last?.kind === kind) {
      last.values.push(value);
    } else {
      runs.push({ kind, values: [value] });
    }
  }
  return runs;
}

function kindOf(value: unknown): Run['kind'] {
  if (typeof value === 'string') {
    return 'text';
  }
  return value instanceof Uint8Array ? 'bytes' : 'rows';
}
