import { isDigit } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { HYPHEN, isKind, KIND, kindAt, LINE_FEED } from '../pattern/characters.js';

/** What may stand between the word and the number without being a word. */
const MAX_GAP = 6;
/** How near the last word has to be. */
const NEAR = 8;
/** More words may follow: "mobile number is". */
const MAX_AFTER = 14;
const LONGEST_WORD = 9;
const LETTER = KIND.upper | KIND.lower;
const LATIN_1 = 0xc0;
const CLOSING = 0x5d;
/** Makes a letter lower case. */
const CASE = 0x20;

/** Also at the end of other words: "telephone". */
const ANYWHERE = 'phone|电话|電話|手机|手機|携帯|전화|휴대폰';
/** At the beginning of a word. */
const AT_START =
  'tel|tél|puh|reach me|reach us|whatsapp|contact|handy|mob|móvil|celular|cellul|cell no|cell num|fax|call|dial|hotline|landline|rufnummer|durchwahl|numéro|telemóv|komórk|Τηλ|τηλ|Κιν|κιν|Тел|тел|Моб|моб';
/** A word of its own, and the last before the number. */
const ALONE = 'cell|sms|msisdn|ph|fon|gsm|kom|tlf|tf|hp';

interface Word {
  readonly text: string;
  readonly isAnywhere: boolean;
  readonly isLast: boolean;
}

const wordsByFirst = whenNeeded(createWords);

/** Whether the nearest letter or digit before a number is a letter: a cheap question before the next. */
export function isBehindWord(text: string, start: number, floor: number): boolean {
  const lowest = Math.max(floor, start - NEAR);
  for (let at = start - 1; at >= lowest; at -= 1) {
    const kind = kindAt(text, at);
    if ((kind & KIND.digit) !== 0) {
      return false;
    }
    if ((kind & LETTER) !== 0 || ((kind & KIND.domain) !== 0 && text.charCodeAt(at) >= LATIN_1)) {
      return true;
    }
  }
  return false;
}

/** Whether words before a number say that it is a phone number. */
export function isBehindPhoneWord(text: string, start: number, floor: number): boolean {
  const last = skipGap(text, start, floor);
  const lowest = Math.max(floor, last - MAX_AFTER - LONGEST_WORD);
  for (let at = last - 1; at >= lowest && (isOfWords(text, at) || isBeforeNumber(text, at, last)); at -= 1) {
    if (!mayBegin(text, at, floor)) {
      continue;
    }
    for (const word of wordsByFirst().get(lowerAt(text, at)) ?? NO_WORDS) {
      if (stands(word, text, at, last, floor)) {
        const rest = text.slice(at + word.text.length, last);
        return !isOtherName(word.text, rest, text.slice(last, start));
      }
    }
  }
  return false;
}

/** A word begins here, or what may also be its end. */
function mayBegin(text: string, at: number, floor: number): boolean {
  const code = text.charCodeAt(at);
  return (code | CASE) === LETTER_P || code > LAST_LATIN || at <= floor || !isKind(text, at - 1, LETTER);
}

const NUMBER = /^(?:number|nummer)$/i;
const LETTER_E = 0x65;
const LETTER_M = 0x6d;
const LETTER_P = 0x70;
const LAST_LATIN = 0x24f;

const NO_WORDS: readonly Word[] = [];

function createWords(): ReadonlyMap<number, readonly Word[]> {
  const table = new Map<number, Word[]>();
  const add = (list: string, isAnywhere: boolean, isLast: boolean): void => {
    for (const text of list.split('|')) {
      const first = lowerAt(text, 0);
      table.set(first, [...(table.get(first) ?? []), { text, isAnywhere, isLast }]);
    }
  };
  add(ANYWHERE, true, false);
  add(AT_START, false, false);
  add(ALONE, false, true);
  return table;
}

function skipGap(text: string, start: number, floor: number): number {
  const lowest = Math.max(floor, start - MAX_GAP);
  let at = start;
  while (at > lowest && isGap(text, at - 1)) {
    at -= 1;
  }
  return at;
}

function isGap(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code !== LINE_FEED && code !== CLOSING && !isLetter(text, index) && !isDigit(text, index);
}

function isOfWords(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x5f || isLetter(text, index);
}

/** The hyphen in the name of a header: `X-Phone-Number`. */
function isBeforeNumber(text: string, index: number, last: number): boolean {
  return text.charCodeAt(index) === HYPHEN && NUMBER.test(text.slice(index + 1, last));
}

function isLetter(text: string, index: number): boolean {
  return isKind(text, index, LETTER) || (text.charCodeAt(index) >= LATIN_1 && isKind(text, index, KIND.domain));
}

function lowerAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return isKind(text, index, LETTER) ? code | CASE : code;
}

function stands(word: Word, text: string, at: number, last: number, floor: number): boolean {
  const end = at + word.text.length;
  if (end > last || (word.isLast ? end !== last : last - end > MAX_AFTER)) {
    return false;
  }
  for (let index = 0; index < word.text.length; index += 1) {
    if (lowerAt(text, at + index) !== lowerAt(word.text, index)) {
      return false;
    }
  }
  const isStart = word.isAnywhere || at <= floor || !isKind(text, at - 1, LETTER);
  return isStart && !isInCode(text, at, end, floor) && !(word.text === 'tel' && end < last && isOtherWord(text, end));
}

/** A function with its first argument, as in `call("7")`, or a part of a dotted name, as in `a.cell.7`. */
function isInCode(text: string, at: number, end: number, floor: number): boolean {
  const next = text.charCodeAt(end);
  return next === OPENING
    ? text.charCodeAt(end + 1) === DOUBLE_QUOTE || text.charCodeAt(end + 1) === SINGLE_QUOTE
    : next === FULL_STOP && at > floor && text.charCodeAt(at - 1) === FULL_STOP;
}

const OPENING = 0x28;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const FULL_STOP = 0x2e;

/** "telnet", "tell", "telemetry". */
function isOtherWord(text: string, at: number): boolean {
  const letter = lowerAt(text, at);
  return letter === 0x6e || letter === 0x6c || (letter === LETTER_E && lowerAt(text, at + 1) === LETTER_M);
}

/** The last word of a name of a number that is counted or measured, or that stands for a row. */
const OTHERS = new Set(
  (
    'id ids limit limits count counts offset width height size length max min threshold index duration timeout total seconds ' +
    'ms bytes time'
  ).split(' '),
);
const LAST_WORD = /[A-Z]?[a-z]{1,14}$|[A-Z]{1,14}$/;
const SIGN = /[:=]/;
/** What WhatsApp calls the id of somebody is their number. */
const OWN = 'whatsapp';

/**
 * Whether a word for phones is a piece of a name of something else: `call_id`, `MAX_CALLS =`, `mobileWidth`. `rest` is what
 * stands behind it in the name, and `gap` what stands between the name and the number.
 */
function isOtherName(word: string, rest: string, gap: string): boolean {
  if (rest === '' || word === OWN) {
    return false;
  }
  const last = LAST_WORD.exec(rest)?.[0].toLowerCase() ?? '';
  // "He calls 4155552671", but "Calls: 4155552671".
  return OTHERS.has(last) || (word === 'call' && rest.toLowerCase() === 's' && SIGN.test(gap));
}
