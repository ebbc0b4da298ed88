import type { Detector } from '../lex/detector.js';
import { searched } from '../pattern/coming-text.js';

type Match = Detector['match'];

/** Words in lower case, parted by bars, and who looks at what stands around each of them. */
export type WordRow = readonly [words: string, match: Match];

/** Finds something around words; nothing where the text ends with the word. */
export function createWordTable(rows: readonly WordRow[]): Pick<Detector, 'literals' | 'match'> {
  const matches = new Map(rows.flatMap(([words, match]) => words.split('|').map((word) => [word, match] as const)));
  return {
    literals: [...matches.keys()],
    match: (window, start, end) =>
      searched(window, end, end + 1) === window.text.length
        ? undefined
        : matches.get(window.text.slice(start, end).toLowerCase())?.(window, start, end),
  };
}

/** For a word with a sign before and behind it, which are none of the name. */
export function inQuotes(match: Match): Match {
  return (window, start, end) => match(window, start + 1, end - 1);
}
