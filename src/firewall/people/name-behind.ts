import type { Detector, Window } from '../lex/detector.js';
import { isKind, KIND, SPACE_CLASS } from '../pattern/characters.js';
import { type Pattern, pattern } from '../pattern/coming-text.js';
import { onlyIf, personVerdict } from './person-field.js';

type Match = Detector['match'];

/** How the name of a person stands behind words. What is not given does not matter. */
interface NameBehind {
  /** Whether the words mean anything where they stand. */
  readonly at?: (window: Window, start: number) => boolean;
  /** Between the words and the name; nothing stands there if not given. */
  readonly between?: Pattern;
  /** The fewest words of the name; one if not given. */
  readonly least?: number;
  /** What follows the name. */
  readonly behind?: Pattern;
  /** What the name is like, beyond its capitals. */
  readonly isName?: (name: string) => boolean;
}

/** Finds the name of a person behind words: a row for each way in which it can stand there, of which the first that fits counts. */
export function nameBehind(...rows: readonly NameBehind[]): Match {
  return (window, start, end) => {
    for (const row of rows) {
      const verdict = matchRow(window, row, start, end);
      if (verdict !== undefined) {
        return verdict;
      }
    }
    return undefined;
  };
}

function matchRow(window: Window, row: NameBehind, start: number, end: number): ReturnType<Match> {
  const { at, between, least = 1, behind, isName } = row;
  const opening = at?.(window, start) === false ? undefined : openingOf(window, end, between);
  if (opening === undefined) {
    return undefined;
  }
  return onlyIf(personVerdict(window, end + opening.length, least), (name) => {
    const isEnd = behind === undefined || behind.fits(window, name.end);
    return isEnd && isName?.(window.text.slice(name.start, name.end)) !== false;
  });
}

function openingOf(window: Window, end: number, between: Pattern | undefined): string | undefined {
  return between === undefined ? '' : between.at(window, end)?.[0];
}

/** Of a letter: in front of an address in brackets the name may stand in quotes. */
export const MAILBOX: NameBehind = {
  between: pattern(/"?/),
  behind: pattern(/"? <(?:[^\s<>@[]{1,64}(?:@| at )|\[REDACTED:)/),
};

/** What stands between the words of a label and what it labels. */
export const BLANKS = `${SPACE_CLASS}{0,24}`;

/** Whether no other word ends here. */
export function isWordBegin({ text, floor }: Window, start: number): boolean {
  return start <= floor || !isKind(text, start - 1, KIND.word);
}
