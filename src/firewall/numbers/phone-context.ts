import { isDigit } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isKind, KIND } from '../pattern/characters.js';

/** How near the last word has to be. */
const NEAR = 8;
const LETTER = KIND.upper | KIND.lower;
const LATIN_1 = 0xc0;
/** The longest word with what follows it, and the character before. */
const LONGEST = 32;

/** Also at the end of other words: "telephone". */
const ANYWHERE = 'phone|电话|電話|手机|手機|携帯|전화|휴대폰';
/** At the beginning of a word; not "telnet", "tell", "telemetry". */
const AT_START =
  'tel(?![nl]|em)|tél|puh|reach me|reach us|whatsapp|contact|handy|mob|móvil|celular|cellul|cell no|cell num|fax|call|dial|hotline|landline|rufnummer|durchwahl|numéro|telemóv|komórk|τηλ|κιν|тел|моб';
/** A word of its own, and the last before the number. */
const ALONE = 'cell|sms|msisdn|ph|fon|gsm|kom|tlf|tf|hp';
const LETTERS = 'a-z\\u00c0-\\u1fff\\u3041-\\ufeff';
/** More words may follow, as in "mobile number is", also in the name of a header: `X-Phone-Number`. */
const REST = `(?:(?:[ _${LETTERS}]|-(?=(?:number|nummer)(?![${LETTERS}]))){0,13}[${LETTERS}])?`;
/** What may stand between the words and the number: no end of a list or a line, but a form has the number in the line below. */
const GAP = `[ _]{0,2}(?:[^\\]\\n\\d${LETTERS}]|(?<=:)\\n){0,6}`;
/** A function with its first argument, as in `call("7")`, or a part of a dotted name, as in `a.cell.7`. */
const IN_CODE = '\\(["\']|(?<=\\.[a-z]{2,9})\\.';
/** The nearest word that could be one decides. */
const BEFORE = whenNeeded(
  () =>
    new RegExp(
      `^[^]*(?:(${ANYWHERE}|(?<![a-z])(?:${AT_START}))(?!${IN_CODE})(${REST})|(?<![a-z])(?:${ALONE})(?!${IN_CODE}))(${GAP})$`,
      'i',
    ),
);

/** Whether words before a number say that it is a phone number. */
export function isBehindPhoneWord(text: string, start: number, floor: number): boolean {
  if (!isBehindWord(text, start, floor)) {
    return false;
  }
  const match = BEFORE().exec(text.slice(Math.max(floor, start - LONGEST), start));
  const [whole, word = '', rest = '', gap = ''] = match ?? [];
  return whole !== undefined && !isOtherName(word.toLowerCase(), rest, gap);
}

/** A cheap question: whether the nearest letter or digit before a number is a letter. */
function isBehindWord(text: string, start: number, floor: number): boolean {
  const lowest = Math.max(floor, start - NEAR);
  let at = start - 1;
  while (at >= lowest && !isDigit(text, at) && !isLetter(text, at)) {
    at -= 1;
  }
  return at >= lowest && !isDigit(text, at);
}

function isLetter(text: string, index: number): boolean {
  return isKind(text, index, LETTER) || (text.charCodeAt(index) >= LATIN_1 && isKind(text, index, KIND.domain));
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
