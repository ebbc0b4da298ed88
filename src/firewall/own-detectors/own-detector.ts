import { KernelError } from '../../contract/errors.js';
import { isOwnMistake, type OwnShape, readOwnDetector } from '../../contract/own-detector.js';
import type { Checksum, OwnDetector } from '../../contract/redaction.js';
import { hasLuhn, hasMod11And10, hasVerhoeff, remainderOf } from '../judge/checksums.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { isInPlaceholder, learnTypes, placeholderEnd } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';
import { createLongestMatch, MORE } from './longest-match.js';

/** How far behind its keyword a value may begin. */
const MAX_GAP = 40;

/** A detector from its description in the config; one that cannot be made is refused. */
export function createOwnDetector(own: OwnDetector): Detector {
  const shape = readOwnDetector(own);
  if (isOwnMistake(shape)) {
    throw new KernelError('CONFIG_INVALID', `own detector ${own.name}: ${shape.member} ${shape.message}`, {
      hint: shape.hint,
    });
  }
  const judge = createJudge(own, shape);
  learnTypes(() => [own.type]);
  return {
    name: own.name,
    group: 'secret',
    validates: `the pattern${own.checksum === undefined ? '' : ` and ${own.checksum}`}`,
    source: 'config',
    literals: shape.anchors,
    match: (window, start, end) => {
      if (isInPlaceholder(window, start)) {
        return undefined;
      }
      return own.keywords === undefined ? judge(window, start) : matchBehind(window, { start, end }, judge);
    },
  };
}

/** A verdict about a value that would begin just here. */
type Judge = (window: Window, start: number) => Verdict | undefined;

function createJudge({ type, checksum }: OwnDetector, { program, longest }: OwnShape): Judge {
  const longestMatch = createLongestMatch(program, longest);
  return (window, start) => {
    const end = longestMatch(window, start);
    if (end === MORE) {
      return undecided(start);
    }
    const isValue = end > start && (checksum === undefined || passesChecksum(checksum, window.text.slice(start, end)));
    return isValue ? found(start, end, type) : undefined;
  };
}

/** The first value behind a keyword on its line. A placeholder in between may stand for any number of characters. */
function matchBehind(
  window: Window,
  keyword: { readonly start: number; readonly end: number },
  judge: Judge,
): Verdict | undefined {
  const { text, floor } = window;
  if (keyword.start > floor && isKind(text, keyword.start - 1, KIND.alphanumeric)) {
    return undefined;
  }
  const last = Math.min(keyword.end + MAX_GAP, text.length);
  for (let start = keyword.end; start < last; start += 1) {
    if (isKind(text, start, KIND.lineEnd) || placeholderEnd(text, start) > 0) {
      return undefined;
    }
    const verdict = judge(window, start);
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return last < keyword.end + MAX_GAP && isCut(window, last) ? undecided(last) : undefined;
}

/** Whether the last character of a value is the check of those before it. What is neither digit nor letter is left out. */
function passesChecksum(checksum: Checksum, value: string): boolean {
  const characters = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const digits = characters.replace(/[A-Z]/g, '');
  switch (checksum) {
    case 'mod11_2':
      return digits.length > 1 && hasMod11And2(characters);
    case 'mod97':
      return characters.length > 2 && hasMod97(characters);
    default:
      return digits.length > 1 && SUMS[checksum](digits);
  }
}

const SUMS = { luhn: hasLuhn, verhoeff: hasVerhoeff, damm: hasDamm, mod11_10: hasMod11And10 };

/** A quasigroup without fixed points, by row. */
const DAMM = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';

function hasDamm(digits: string): boolean {
  return [...digits].reduce((row, digit) => Number(DAMM.charAt(row * 10 + Number(digit))), 0) === 0;
}

/** ISO 7064, mod 11-2; the check can be an X. Letters before the digits are no part of the number. */
function hasMod11And2(characters: string): boolean {
  const [, number = '', check = ''] = /(\d+)([\dX])$/.exec(characters) ?? [];
  const sum = [...number].reduce((product, digit) => ((product + Number(digit)) * 2) % 11, 0);
  return check !== '' && (sum + (check === 'X' ? 10 : Number(check))) % 11 === 1;
}

/** ISO 7064, mod 97-10; letters count as 10 to 35. */
function hasMod97(characters: string): boolean {
  return (
    remainderOf(
      characters.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36))),
      97,
    ) === 1
  );
}
