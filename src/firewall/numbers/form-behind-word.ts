import { type Detector, type DetectorGroup, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';
import { type LetterPattern, letterPattern } from '../pattern/letter-pattern.js';

/** A value that is known by its form, but only behind a word or the name of a field. */
export interface FormBehindWord {
  readonly name: string;
  /** Names the placeholder; the detector's name with underscores if not given. */
  readonly type?: string;
  readonly group?: DetectorGroup;
  readonly isOptIn?: boolean;
  readonly validates: string;
  readonly source: string;
  /** In lower case: what such words begin with. */
  readonly words: readonly string[];
  /** The rest of the word, as a pattern; letters in any case. */
  readonly rest: string;
  /** Of the value, with letters in their case. */
  readonly value: string;
  /** A value that needs a colon, an equals sign or a quote before it. */
  readonly signedValue?: string;
  /** The word is none behind a hyphen: `max-age`. */
  readonly isApart?: boolean;
  /** There may be several, as in `E11.9, I10 and J45.9`: all of them are hidden as one. */
  readonly isList?: boolean;
  /** Whether it means anything where the word stands; asked first. */
  readonly mayStand?: (window: Window, start: number) => boolean;
}

const MAX_BEHIND = 160;
/** What stands between a name and its value in sentences, labels, JSON and code. */
const GAP = letterPattern(
  String.raw`^["'\\\][ \t*:=>(]{0,12}(?:(?:is|was|of|no\.?|number)(?!\p{L})["'\\\][ \t*:=>(]{0,8})?`,
  'i',
);
/** Between the items of a list. */
const JOINT = /^(?:", ?"|, | and |; )/;
const LONGEST_JOINT = 5;
const MOST_LISTED = 5;
const LETTER = letterPattern(String.raw`\p{L}`);
const SIGN = /[:="']|\b(?:is|was)\b/;

/** Finds values behind their words. */
export function createFormBehindWord(form: FormBehindWord): Detector {
  const { name, group = 'personal', isOptIn, validates, source, words } = form;
  const type = form.type ?? name.replaceAll('-', '_');
  let patterns: Patterns | undefined;
  return {
    name,
    group,
    ...(isOptIn !== undefined && { isOptIn }),
    validates,
    source,
    literals: words,
    match: (window, start, end) => {
      if (form.mayStand?.(window, start) === false || isInWord(window, start, form.isApart === true)) {
        return undefined;
      }
      const behind = partOf(window, end, MAX_BEHIND, /\n/);
      patterns ??= patternsOf(form);
      return matchBehind(window, { start, end, behind }, patterns, type);
    },
  };
}

interface Patterns {
  readonly rest: RegExp;
  readonly value: LetterPattern;
  readonly signed: LetterPattern | undefined;
  readonly isList: boolean;
}

/** Made when the first word is met. */
function patternsOf({ rest, value, signedValue, isList = false }: FormBehindWord): Patterns {
  return {
    rest: new RegExp(`^${rest}`, 'i'),
    value: letterPattern(`^${value}`),
    signed: signedValue === undefined ? undefined : letterPattern(`^${signedValue}`),
    isList,
  };
}

function matchBehind(
  window: Window,
  place: { readonly start: number; readonly end: number; readonly behind: string },
  { rest, value, signed, isList }: Patterns,
  type: string,
): Verdict | undefined {
  const word = rest.exec(place.behind)?.[0].length;
  if (word === undefined || LETTER.test(place.behind.charAt(word))) {
    return undefined;
  }
  const gap = GAP.exec(place.behind.slice(word))?.[0] ?? '';
  const sample = place.behind.slice(word + gap.length);
  const plain = value.exec(sample)?.[0] ?? '';
  const first = (plain === '' && SIGN.test(gap) ? (signed?.exec(sample)?.[0] ?? '') : plain).length;
  const length = isList && first > 0 ? endOfList(sample, first, value) : first;
  const from = place.end + word + gap.length;
  if (length === 0) {
    return undefined;
  }
  return isPlaceholderAt(window, from + length) ? undefined : found(from, from + length, type);
}

function endOfList(sample: string, first: number, value: LetterPattern): number {
  let end = first;
  for (let count = 1; count < MOST_LISTED; count += 1) {
    const joint = JOINT.exec(sample.slice(end, end + LONGEST_JOINT))?.[0] ?? '';
    const next = joint === '' ? '' : (value.exec(sample.slice(end + joint.length))?.[0] ?? '');
    if (next === '') {
      break;
    }
    end += joint.length + next.length;
  }
  return end;
}

/** `userBloodType` is a name; `suicide` holds no word. */
function isInWord({ text, floor }: Window, start: number, isApart: boolean): boolean {
  if (start === floor) {
    return false;
  }
  const isPart = isApart && text.charAt(start - 1) === '-';
  return isPart || (isKind(text, start, KIND.lower) && isKind(text, start - 1, KIND.lower | KIND.digit));
}
