import { MORE_UNPRINTED } from '../../contract/unprinted.js';
import { COLOUR_BODY, WRITTEN_ESCAPE } from '../lex/colours.js';
import { type ComingText, comingText, type Pattern, pattern } from '../pattern/coming-text.js';

/** Elements of HTML with which searches mark what they found, and which say where a long word may be broken. */
const MARKS = 'em|strong|mark|wbr';
/** Elements that stand around words and parts of these. */
const AROUND_WORDS = 'b|i|u|s|small|big|span|font|ins|del|sub|sup|tt|kbd|samp|var|code|strike';
/** Soft hyphen, characters without width, the mark of byte order. */
const WITHOUT_WIDTH = '00ad|200[b-d]|2060|feff';
/** What is not seen, as programs spell it; `^[` is the escape of `cat -v`. */
const SPELLED = pattern({
  source: [
    String.raw`(?:\^\[|${WRITTEN_ESCAPE})${COLOUR_BODY}`,
    String.raw`\\{1,4}u(?:${WITHOUT_WIDTH})`,
    String.raw`<\/?(?:${MARKS}|${AROUND_WORDS})(?:\s[^<>]{0,120}|\/)?>`,
    `&(?:#x(?:ad|${WITHOUT_WIDTH})|#(?:173|820[3-5]|8288|65279)|shy|zwn?j|ZeroWidthSpace|NoBreak);`,
  ].join('|'),
  flags: 'i',
});
const OPENING = '^\\<&';
/** How all of them begin, behind what keys, addresses and passwords are made of; more of it may come behind the text. */
const OPENINGS = new RegExp(
  String.raw`[\^\\<&](?<=(?:^|[\w.@+/=-]).)(?:` +
    String.raw`\[\[|\\|x1b|u[02f]|033|e\[|\/?(?:${MARKS}|${AROUND_WORDS})[\s/>]|#|shy|zw|zero|nobreak|` +
    String.raw`(?=[^\s<>]{0,16}(?![\s\S])))`,
  'gi',
);
/** More in a row would be held back for long. */
const MOST_IN_A_ROW = 12;
const IN_WORD = /[\w.@+/=-]/;
const GOES_ON = pattern(/\.?[\w@+/=-]/);
const AROUND_WORD = new RegExp(`</?(?:${AROUND_WORDS})\\b`, 'i');
const IN_LETTERS = /[\w@-]/;
/** Such an element is in the middle of more than a word, `<code>name</code>s`, where there is a digit or an `@` beside it. */
const KEY_BEFORE = /[\d@](?:[\w.+/=-]|<[^<>\n]{0,40}>){0,40}$/;
const WORD_BEHIND = pattern(/\.?[\w-]/);
const KEY_BEHIND = pattern(/[\w.-]{0,40}\d|[\w.-]{1,40}@/);
const ADDRESS_BEHIND = pattern(/[\w.-]{0,40}[\d@]/);
/** In an address with a login an example may end where the host begins: `http://user:<b>password</b>@host`. */
const LOGIN_BEFORE = /[:/](?:<[^<>\n]{0,40}>)?[\w.+-]{0,40}$/;
/** Where one element ends and another begins, two words stand side by side. */
const BETWEEN_ELEMENTS = /<\/[^<>]{1,140}><\w/;
/** So many characters before a place say what stands there. */
export const KNOWN_BEFORE = 64;

/** Where from a place on the first sign stands that is not seen, -1 if none does: as programs spell it, in the middle of a word. */
export function firstSpelled(text: string, from: number, before: string): number {
  OPENINGS.lastIndex = from;
  for (let at = nextOpening(text); at >= 0; at = nextOpening(text)) {
    if (spelledEnd(comingText(text, false), at, before) !== at) {
      return at;
    }
  }
  return -1;
}

function nextOpening(text: string): number {
  return OPENINGS.exec(text)?.index ?? -1;
}

/** Whether what begins at a place would be spelled: anywhere else than in the middle of a word it is text like any other. */
export function isSpelled(text: string, at: number): boolean {
  return OPENING.includes(text.charAt(at));
}

/** Where signs end that begin at a place in the middle of a word: the place itself elsewhere, `MORE_UNPRINTED` when more has to come. */
export function spelledEnd(coming: ComingText, from: number, before: string): number {
  const end = signsEnd(coming, from);
  if (end <= from) {
    return end;
  }
  const known = (before + coming.text.slice(Math.max(0, from - KNOWN_BEFORE), from)).slice(-KNOWN_BEFORE);
  const goesOn = goingOn(known, coming.text.slice(from, end));
  if (goesOn?.isOpen(coming, end) === true) {
    return MORE_UNPRINTED;
  }
  return goesOn?.fits(coming, end) === true ? end : from;
}

function signsEnd(coming: ComingText, from: number): number {
  let end = from;
  for (let count = 0; count < MOST_IN_A_ROW; count += 1) {
    if (SPELLED.isOpen(coming, end)) {
      return MORE_UNPRINTED;
    }
    const sign = SPELLED.at(coming, end);
    if (sign === undefined) {
      break;
    }
    end += sign[0].length;
  }
  return end;
}

/** What has to stand behind signs that are in the middle of a word; undefined where they are not. */
function goingOn(before: string, signs: string): Pattern | undefined {
  if (!AROUND_WORD.test(signs)) {
    return IN_WORD.test(before.slice(-1)) ? GOES_ON : undefined;
  }
  if (BETWEEN_ELEMENTS.test(signs) || !IN_LETTERS.test(before.slice(-1))) {
    return undefined;
  }
  if (LOGIN_BEFORE.test(before)) {
    return KEY_BEFORE.test(before) ? WORD_BEHIND : KEY_BEHIND;
  }
  return KEY_BEFORE.test(before) ? GOES_ON : ADDRESS_BEHIND;
}
