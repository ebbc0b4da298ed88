import {
  type Detector,
  type DetectorGroup,
  type DetectorPack,
  type DigitRuns,
  found,
  type Window,
} from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { endsNumber, isDigit, isNumberStart } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isKind, KIND, PLUS } from '../pattern/characters.js';
import { endsEarly } from '../pattern/coming-text.js';
import type { Check } from './number-checks.js';
import { createForm, endOfShape, type Form, fits, MORE, NINE, NO, NUMBER_SIGN } from './number-form.js';

/**
 * A number with a known form. In forms, `9` is a digit, `A` a letter, `#` either, and everything else stands for itself;
 * they are told by the letters before their first digits and by how many these are.
 */
export interface IdNumber {
  readonly name: string;
  /** Names the placeholder; the detector's name with underscores if not given. */
  readonly type?: string;
  readonly group?: DetectorGroup;
  readonly pack?: DetectorPack;
  readonly isOptIn?: boolean;
  readonly validates: string;
  readonly source: string;
  /** Forms that need no word before them: their letters are capitals. Parted by ` | `, longer ones first. */
  readonly alone?: string;
  /** More forms, which need one of the words before them. */
  readonly named?: string;
  /** In lower case and without spaces, parted by spaces: `ssn socialsecurity`. */
  readonly words?: string;
  /** What the number fulfils, in ASCII capitals and without what stands between its characters. */
  readonly checks?: readonly (Check | RegExp)[];
}

/** What stands between groups; each may be another character of its kind. */
const SEPARATORS = ' -./+';
/** With the last bits of a letter, whatever its case and width, its capital in ASCII. */
const CAPITAL = 0x40;
const LETTER = 0x1f;
/** Nobody's number, but one that stands for any. */
const ONE_DIGIT = /^(\d)\1+$/;
/** `99585767E-23`: the letter is a part of a number of another kind. */
const EXPONENT = /^E[-+]\d$/;

/** Detectors of the numbers in a table, whose rows have something in common. */
export function createIdNumbers(common: Partial<IdNumber>, rows: readonly IdNumber[]): readonly Detector[] {
  return rows.map((row) => createIdNumber({ ...common, ...row }));
}

/** Finds numbers of a form that pass their check. What it needs for that is made at its first use: many programs ask none. */
export function createIdNumber(id: IdNumber): Detector {
  const forms = whenNeeded(() => formsOf(id));
  const behindWords = whenNeeded(() => runsOf(forms().named, id.words?.split(' ')));
  const digitRuns = whenNeeded(() => [...runsOf(forms().alone, undefined), ...behindWords()]);
  const type = id.type ?? id.name.replaceAll('-', '_');
  const described = {
    name: id.name,
    group: id.group ?? 'personal',
    ...(id.pack !== undefined && { pack: id.pack }),
    ...(id.isOptIn !== undefined && { isOptIn: id.isOptIn }),
    validates: id.validates,
    source: id.source,
  };
  const match: Detector['match'] = (window, start, end, isNamed) => {
    for (const form of isNamed === true ? forms().named : forms().alone) {
      const last = form.run === end - start ? endOfForm(window, start, form, id) : NO;
      if (last > 0) {
        return found(beginningOf(window.text, form, start), last, type);
      }
    }
    return undefined;
  };
  const isOfPeople = id.pack !== undefined && described.group === 'personal' && namedShapes(id).length > 0;
  const labelled = isOfPeople ? { labelled: withRuns({ ...described, match }, behindWords) } : {};
  return withRuns({ ...described, ...labelled, match }, digitRuns);
}

function withRuns(detector: Omit<Detector, 'digitRuns'>, runs: () => readonly DigitRuns[]): Detector {
  return Object.defineProperty(detector, 'digitRuns', { get: runs, enumerable: true });
}

function formsOf(id: IdNumber): { readonly alone: readonly Form[]; readonly named: readonly Form[] } {
  return {
    alone: shapesOf(id.alone).map((shape) => createForm(shape, false)),
    named: namedShapes(id).map((shape) => createForm(shape, true)),
  };
}

function namedShapes({ words, alone, named }: IdNumber): readonly string[] {
  return words === undefined ? [] : [...shapesOf(alone), ...shapesOf(named)];
}

function shapesOf(forms: string | undefined): readonly string[] {
  return forms?.split(' | ') ?? [];
}

/** One wish for each kind of beginning. */
function runsOf(forms: readonly Form[], words: readonly string[] | undefined): readonly DigitRuns[] {
  if (forms.length === 0) {
    return [];
  }
  const kinds = new Map<string, Form[]>();
  for (const form of forms) {
    const kind = `${form.letters}${followerOf(form)}${form.run}`;
    const known = kinds.get(kind);
    if (known === undefined) {
      kinds.set(kind, [form]);
    } else {
      known.push(form);
    }
  }
  return [...kinds.values()].flatMap((ofKind) => ofKind.slice(0, 1).map((first) => runsOfKind(first, ofKind, words)));
}

function runsOfKind(first: Form, forms: readonly Form[], words: readonly string[] | undefined): DigitRuns {
  const followedBy = followerOf(first);
  return {
    letters: first.letters,
    lengths: [first.run],
    followedBy,
    ...(SEPARATORS.includes(followedBy.charAt(0)) && { second: forms.flatMap(secondOf) }),
    ...(words === undefined ? behindOthers(first) : { words }),
    ...(followedBy !== '$' && {
      mayMatch: (text: string, start: number) => mayHaveShape(text, start, forms),
    }),
  };
}

/** A number that begins with two digits is looked for behind other numbers too, where most such digits are of a date. */
function behindOthers({ letters, run, shape, lead }: Form): Pick<DigitRuns, 'behindDigits'> {
  return letters === 0 && run === 2 && '-./'.includes(shape.charAt(lead + run)) ? { behindDigits: 'linked' } : {};
}

/** How many digits can stand behind the character that follows the first digits. */
function secondOf({ shape, lead, run }: Form): readonly number[] {
  const from = lead + run + 1;
  let count = 0;
  while (shape.charCodeAt(from + count) === NINE) {
    count += 1;
  }
  const counts = [count];
  for (let code = shape.charCodeAt(from + count); code === NINE || code === NUMBER_SIGN; ) {
    count += 1;
    counts.push(count);
    code = shape.charCodeAt(from + count);
  }
  return counts;
}

function mayHaveShape(text: string, start: number, forms: readonly Form[]): boolean {
  for (const form of forms) {
    const { shape, lead, run } = form;
    // The digits are known; what stands behind them tells most forms apart.
    const behind = start + run;
    const isPossible = behind >= text.length || run + lead >= shape.length || fits(text, behind, form, lead + run);
    const end = isPossible && start >= lead ? endOfShape(text, start - lead, form) : NO;
    if (end === MORE || (end >= 0 && !isKind(text, end, KIND.alphanumeric))) {
      return true;
    }
  }
  return false;
}

/** What follows the first digits, as in `DigitRuns.followedBy`. */
function followerOf({ shape, lead, run }: Form): string {
  const next = shape.charAt(lead + run);
  return next === '#' ? 'A' : next === '' ? '$' : SEPARATORS.includes(next) ? `${next}(` : next;
}

/** Letters that stand apart by a space wait only when they are capitals; others may have left already. */
function beginningOf(text: string, { shape, lead }: Form, digits: number): number {
  const apart = shape.lastIndexOf(' ', lead - 1);
  const isLost = apart > 0 && !isKind(text, digits - lead + apart - 1, KIND.upper);
  return isLost ? digits : digits - lead;
}

/** Where the number ends; negative when there is none. */
function endOfForm(window: Window, digits: number, form: Form, { checks = [] }: IdNumber): number {
  const { text, floor } = window;
  const start = digits - form.lead;
  if (start < floor || !isNumberStart(text, start, floor, form.joints) || text.charCodeAt(start - 1) === PLUS) {
    return NO;
  }
  const end = endOfShape(text, start, form);
  if (end === MORE) {
    endsEarly(window, beginningOf(text, form, digits));
  }
  if (end < 0) {
    return NO;
  }
  const compact = compactOf(text, start, end);
  const isValid = !ONE_DIGIT.test(compact) && checks.every((check) => isPassed(check, compact, form.isNamed));
  return isValid && isEndOfForm(window, end, form.joints, beginningOf(text, form, digits)) ? end : NO;
}

function isPassed(check: Check | RegExp, compact: string, isNamed: boolean): boolean {
  return check instanceof RegExp ? check.test(compact) : check(compact, isNamed);
}

/** Behind a letter, a joint goes on with something else. */
function isEndOfForm(window: Window, end: number, joints: string, since: number): boolean {
  const isBehindDigit = isDigit(window.text, end - 1);
  const isExponent = !isBehindDigit && EXPONENT.test(window.text.slice(end - 1, end + 2));
  return !isExponent && endsNumber(window, end, isBehindDigit ? joints : '', since);
}

function compactOf(text: string, start: number, end: number): string {
  let compact = '';
  for (let index = start; index < end; index += 1) {
    if (isDigit(text, index)) {
      compact += digitAt(text, index);
    } else if (isKind(text, index, KIND.alphanumeric)) {
      compact += String.fromCharCode(CAPITAL | (text.charCodeAt(index) & LETTER));
    }
  }
  return compact;
}
