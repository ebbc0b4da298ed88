import { firstUnprinted, MORE_UNPRINTED, unprintedEnd } from '../../contract/unprinted.js';
import { type ComingText, comingText, isCut, type Pattern, pattern } from '../pattern/coming-text.js';

/** Elements of HTML with which searches mark what they found, and which say where a long word may be broken. */
const MARKS = 'em|strong|mark|wbr';
/** Elements that stand around words and parts of these. */
const AROUND_WORDS = 'b|i|u|s|small|big|span|font|ins|del|sub|sup|tt|kbd|samp|var|code|strike';
/** Soft hyphen, characters without width, the mark of byte order. */
const WITHOUT_WIDTH = '(?:0{0,2}ad|200[b-d]|2060|feff)';
/** What is not seen, as programs spell it; `^[` is the escape of `cat -v`. */
const SPELLED = pattern({
  source: [
    String.raw`\^\[\[[\d;:]{0,20}[mK]`,
    String.raw`\\{1,4}(?:(?:x1b|u001b|033|e)\[[\d;:]{0,20}[mK]|u(?:00ad|200[b-d]|2060|feff))`,
    String.raw`<\/?(?:${MARKS}|${AROUND_WORDS})(?:\s[^<>]{0,120}|\/)?>`,
    `&(?:#x${WITHOUT_WIDTH}|#(?:173|820[3-5]|8288|65279)|shy|zwn?j|ZeroWidthSpace|NoBreak);`,
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

/**
 * Looks through a text for what is not seen: what no printer prints and, between two characters of a word, the same as
 * programs spell it, as in `AKIA^[[0mQ7XN`, `AKIA<wbr>Q7XN` or `AKIA&shy;Q7XN`. Tells where from a place on the next one
 * stands, -1 if none does; more text may show that it is seen after all. `before` is what came before the text, as far as
 * it is known. From place to place it only goes forward.
 */
export function unseenIn(text: string, before: string): (from: number) => number {
  let unprinted = 0;
  let printed = '';
  return (from) => {
    if (unprinted >= 0 && (unprinted < from || printed === '')) {
      unprinted = firstUnprinted(text, from);
      printed = unprinted < 0 ? text : text.slice(0, unprinted);
    }
    const spelled = firstSpelled(printed, from, before);
    return spelled < 0 ? unprinted : spelled;
  };
}

export function firstUnseen(text: string, from: number, before: string): number {
  return unseenIn(text, before)(from);
}

/** Where the first one stands in a text that printers print. */
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

/** The end of what begins at a place and is not seen: the place itself when it is seen after all, `MORE_UNPRINTED` when more has to come. */
export function unseenEnd(coming: ComingText, from: number, before: string): number {
  return isSpelled(coming.text, from)
    ? spelledEnd(coming, from, before)
    : unprintedEnd(coming.text, from, !isCut(coming, coming.text.length));
}

/** Whether what begins at a place would be spelled: anywhere else than in the middle of a word it is text like any other. */
export function isSpelled(text: string, at: number): boolean {
  return OPENING.includes(text.charAt(at));
}

function spelledEnd(coming: ComingText, from: number, before: string): number {
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
