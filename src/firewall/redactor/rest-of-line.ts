import { KIND } from './characters.js';
import type { Verdict } from './detector.js';
import { untilEnd } from './until.js';
import type { Enclosure } from './value-enclosure.js';

/** Where it cannot be told that a value ends with its first word, its finding takes in the rest of the line or string. */
export function withRestOfLine(verdict: Verdict | undefined, { isOpenEnded }: Enclosure): Verdict | undefined {
  if (isOpenEnded !== true || verdict?.kind !== 'found') {
    return verdict;
  }
  const { start, end, type } = verdict;
  const swallow = untilEnd({ start: end, close: '', escapes: 0, stop: KIND.lineStop }, 0);
  return { kind: 'open', start, type, sampleEnd: end, swallow };
}
