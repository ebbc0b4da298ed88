import { type Detector, found, undecided, type Window } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';
import { whileKind } from '../redactor/until.js';
import { PROVIDERS, type ProviderKey } from './provider-table.js';

/** Keys that begin with a prefix of their provider: one detector for each row of the table. */
export const providerKeys: readonly Detector[] = PROVIDERS.map(createDetector);

function createDetector(row: ProviderKey): Detector {
  return {
    name: row.name,
    group: 'secret',
    validates: 'exact prefix, alphabet and length',
    source: row.source,
    literals: row.prefixes.map((prefix) => prefix.toLowerCase()),
    match: (window, start, end) =>
      row.prefixes.includes(window.text.slice(start, end)) ? matchBody(row, window, start, end) : undefined,
  };
}

function matchBody(row: ProviderKey, window: Window, start: number, end: number): ReturnType<Detector['match']> {
  const { text, isFinal } = window;
  const from = row.keepPrefix === true ? end : start;
  const stop = window.run(row.alphabet, end, end + row.max + 1);
  const length = stop - end;
  if (length > row.max) {
    return row.isExact === true
      ? undefined
      : { kind: 'open', start: from, type: row.type, sampleEnd: stop, swallow: whileKind(row.alphabet) };
  }
  if (stop === text.length && !isFinal) {
    return undecided(from);
  }
  const isJoined = row.isExact === true && isBeforePlaceholder(text, stop, isFinal);
  if (isJoined !== false) {
    return isJoined === undefined ? undecided(from) : undefined;
  }
  const bodyEnd = trimFullStops(text, end, stop);
  const isLongEnough = bodyEnd - end >= row.min;
  return isLongEnough && (row.body?.test(text.slice(end, bodyEnd)) ?? true)
    ? found(from, bodyEnd, row.type)
    : undefined;
}

function trimFullStops(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && text.charAt(end - 1) === '.') {
    end -= 1;
  }
  return end;
}
