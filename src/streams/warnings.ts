import type { WarningChunk } from '../contract/chunk.js';

/** What decoders skip or mend, so that the stream can go on. Stable sentences without data. */
export const WARNINGS = {
  badLine: 'line is not valid JSON',
  badValue: 'value is not valid JSON',
  badBytes: 'bytes are not valid UTF-8',
  overLimit: 'record is over the size limit',
  cutJson: 'JSON ends in the middle of a value',
  openQuote: 'quoted field is not closed',
  linesInQuotes: 'quoted field holds lines that look like records',
  tooDeep: 'what is nested too deeply is kept as text',
  extraFields: 'record has more fields than the header',
} as const;

type DecoderWarning = (typeof WARNINGS)[keyof typeof WARNINGS];

/** Counts warnings; `drain` gives one chunk for each kind counted since the last time. */
export interface WarningTally {
  add(message: DecoderWarning, count?: number): void;
  /** A record that is skipped. */
  lose(message: DecoderWarning, bytes: number): void;
  drain(): WarningChunk[];
}

export function createWarningTally(): WarningTally {
  const counts = new Map<DecoderWarning, number>();
  const lostBytes = new Map<DecoderWarning, number>();
  const add = (message: DecoderWarning, count = 1): void => {
    if (count === 0) {
      return;
    }
    counts.set(message, (counts.get(message) ?? 0) + count);
  };
  return {
    add,
    lose(message, bytes) {
      add(message);
      lostBytes.set(message, (lostBytes.get(message) ?? 0) + bytes);
    },
    drain() {
      const chunks = [...counts].map(([message, count]): WarningChunk => {
        const bytes = lostBytes.get(message);
        return { type: 'warning', message, count, ...(bytes === undefined ? {} : { lost_bytes: bytes }) };
      });
      counts.clear();
      lostBytes.clear();
      return chunks;
    },
  };
}
