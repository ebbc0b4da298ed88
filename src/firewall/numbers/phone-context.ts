import { isDigit } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isKind, KIND } from '../pattern/characters.js';

/** What may stand between the word and the number without being a word. */
const MAX_GAP = 6;
/** How near the last word has to be. */
const NEAR = 8;
/** More words may follow: "mobile number is". */
const MAX_AFTER = 14;
const LONGEST_WORD = 9;
const LETTER = KIND.upper | KIND.lower;
const LATIN_1 = 0xc0;

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

const wordsByFirst = whenNeeded(() => {
  const table = new Map<string, Word[]>();
  for (const list of [ANYWHERE, AT_START, ALONE]) {
    for (const text of list.split('|')) {
      const word = { text, isAnywhere: list === ANYWHERE, isLast: list === ALONE };
      table.set(text.charAt(0), [...(table.get(text.charAt(0)) ?? []), word]);
    }
  }
  return table;
});

/** Whether words before a number say that it is a phone number; the nearest that could be one decides. */
export function isBehindPhoneWord(text: string, start: number, floor: number): boolean {
  if (!isBehindWord(text, start, floor)) {
    return false;
  }
  const last = gapStart(text, start, floor);
  const lowest = Math.max(floor, last - MAX_AFTER - LONGEST_WORD);
  const name = text.slice(lowest, last).replace(CAPITALS, (letters) => letters.toLowerCase());
  for (let at = last - 1; at >= lowest && isOfName(text, at, last); at -= 1) {
    for (const word of wordsByFirst().get(name.charAt(at - lowest)) ?? []) {
      if (name.startsWith(word.text, at - lowest) && stands(word, text, { at, last, floor })) {
        return !isOtherName(word.text, text.slice(at + word.text.length, last), text.slice(last, start));
      }
    }
  }
  return false;
}

const CAPITALS = /[A-Z]+/g;

/** A cheap question: whether the nearest letter or digit before a number is a letter. */
function isBehindWord(text: string, start: number, floor: number): boolean {
  const lowest = Math.max(floor, start - NEAR);
  let at = start - 1;
  while (at >= lowest && !isDigit(text, at) && !isLetter(text, at)) {
    at -= 1;
  }
  return at >= lowest && !isDigit(text, at);
}

function gapStart(text: string, start: number, floor: number): number {
  const lowest = Math.max(floor, start - MAX_GAP);
  let at = start;
  while (at > lowest && !isLetter(text, at - 1) && !isDigit(text, at - 1) && !isEndOfLine(text, at - 1)) {
    at -= 1;
  }
  return at;
}

/** Or of a list; but a form has the number in the line below `Phone:`. */
function isEndOfLine(text: string, index: number): boolean {
  const sign = text.charAt(index);
  return sign === ']' || (sign === '\n' && text.charAt(index - 1) !== ':');
}

function isLetter(text: string, index: number): boolean {
  return isKind(text, index, LETTER) || (text.charCodeAt(index) >= LATIN_1 && isKind(text, index, KIND.domain));
}

const NUMBER = /^-(?:number|nummer)$/i;

/** Letters and what stands between words, also the hyphen in the name of a header: `X-Phone-Number`. */
function isOfName(text: string, index: number, last: number): boolean {
  const sign = text.charAt(index);
  return (
    sign === ' ' || sign === '_' || isLetter(text, index) || (sign === '-' && NUMBER.test(text.slice(index, last)))
  );
}

interface Place {
  readonly at: number;
  readonly last: number;
  readonly floor: number;
}

function stands({ text: word, isAnywhere, isLast }: Word, text: string, { at, last, floor }: Place): boolean {
  const end = at + word.length;
  const isStart = isAnywhere || at <= floor || !isKind(text, at - 1, LETTER);
  const isNear = isLast ? end === last : end <= last && last - end <= MAX_AFTER;
  const isOther = word === 'tel' && end < last && OTHER_TEL.test(text.slice(end, end + 2));
  return isStart && isNear && !isOther && !isInCode(text, at, end, floor);
}

/** "telnet", "tell", "telemetry". */
const OTHER_TEL = /^(?:[nl]|em)/i;

/** A function with its first argument, as in `call("7")`, or a part of a dotted name, as in `a.cell.7`. */
function isInCode(text: string, at: number, end: number, floor: number): boolean {
  const next = text.slice(end, end + 2);
  return next === '("' || next === "('" || (next.startsWith('.') && at > floor && text.charAt(at - 1) === '.');
}

/** The last word of a name of a number that is counted or measured, or that stands for a row. */
const OTHERS = new Set(
  (
    'id ids limit limits count counts offset width height size length max min threshold index duration timeout total seconds ' +
    'ms bytes time'
  ).split(' '),
);
const LAST_WORD = /[A-Z]?[a-z]{1,14}$|[A-Z]{1,14}$/;
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
  return OTHERS.has(last) || (word === 'call' && rest.toLowerCase() === 's' && /[:=]/.test(gap));
}
