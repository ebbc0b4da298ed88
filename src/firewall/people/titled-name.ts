import { isGivenName } from '../judge/given-person.js';
import { LABELS, NAME_WORD, NO_PERSON } from '../judge/person.js';
import type { Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { BACKSLASH, isKind, KIND } from '../pattern/characters.js';
import { isCut, needs } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const MAX_NAME = 72;
/** More than the longest word of a name, in halves of characters. */
const LONGEST_WORD = 256;
const MOST_WORDS = 4;
const MOST_ROLES = 3;
const OUTSIDE = letterPattern(String.raw`[^\p{L}\p{M} .'’-]`);
const ROLE = whenNeeded(() => /[\p{L}.-]{2,24} /uy);
/** Before a name, with a small letter; articles only behind one of these. */
const PARTICLES = /(?:v[ao]n|de|du|da|di|del|dos?|bin|al|el|ter|ten|zu|af) (?:(?:den?|der|la|los|las) )?/y;
const POSSESSIVE = /['’]s$/;
/** Before more of something else, or before what is left of it. */
const JOINTS = ['.', '-'];
const INITIAL = letterPattern(String.raw`^\p{L}\.?$`);
/** Words with which sentences go on behind a name too. */
const GOES_ON = new Set(
  (
    'the a an and or of in on at is was has had will would can i we you he she it they this that these those your our my ' +
    'his her their please thank thanks from to for with by as but if when not und oder der die das den dem ein eine ist hat ' +
    'war sie ihr ich wir es er nicht bitte et ou le les un une est il elle vous je nous o el los una usted yo'
  ).split(' '),
);
/** Which is a given name too. */
const WILL = 'will';

/** A name behind a title. */
export interface TitledName {
  readonly start: number;
  readonly end: number;
  readonly first: string;
  /** Whether that is a given name. */
  readonly isGiven: boolean;
  readonly count: number;
}

/**
 * The name that begins at an index behind a title, further titles between them passed by: all its words with a capital, up
 * to one that a sentence goes on with, or a label. In German a noun may follow, so that it ends with the second surname.
 */
export function nameBehindTitle(window: Window, from: number, isGerman: boolean): TitledName | undefined {
  const { text } = window;
  if (isCut(window, from, MAX_NAME + 2) && !OUTSIDE.test(text.slice(from, from + MAX_NAME))) {
    window.wait(from);
    return undefined;
  }
  const start = behindRoles(text, from);
  const words: string[] = [];
  let at = start;
  let end = start;
  while (words.length < MOST_WORDS && at <= from + MAX_NAME) {
    const word = nextWord(window, at, { count: words.length, limit: from + MAX_NAME });
    if (word === undefined) {
      break;
    }
    words.push(word.text);
    end = word.end;
    const isSurname = isGerman && words.length > 1 && !isFirstName(word.text);
    at = word.isLast || isSurname ? NOWHERE : end + 1;
  }
  const isName = words.some((word) => !INITIAL.test(word));
  return isName
    ? { start, end, first: words[0] ?? '', isGiven: isFirstName(words[0] ?? ''), count: words.length }
    : undefined;
}

/** Behind every text. */
const NOWHERE = 0x3fffffff;

interface Word {
  readonly text: string;
  readonly end: number;
  /** No blank is behind it. */
  readonly isLast: boolean;
}

/** A word that is a part of the name, of which so many are known, with the particles before it. */
function nextWord(window: Window, at: number, { count, limit }: { count: number; limit: number }): Word | undefined {
  const begin = behindParticles(window.text, at);
  const word = wordAt(window.text, begin);
  const end = begin + word.length;
  if (word === '' || end > limit || isOver(word, count)) {
    return undefined;
  }
  const next = nextOf(window, end);
  if (next === 'more') {
    return undefined;
  }
  const whose = POSSESSIVE.exec(word)?.[0].length ?? 0;
  return { text: word, end: end - whose, isLast: next === 'end' || whose > 0 };
}

function isFirstName(word: string): boolean {
  return INITIAL.test(word) || isGivenName(word.split('-', 1)[0] ?? '');
}

function behindRoles(text: string, from: number): number {
  const pattern = ROLE();
  let at = from;
  for (let count = 0; count < MOST_ROLES; count += 1) {
    pattern.lastIndex = at;
    const role = pattern.exec(text)?.[0] ?? '';
    if (role === '' || !ROLES.has(role.toLowerCase().replace(/[. ]+$/, ''))) {
      break;
    }
    at += role.length;
  }
  return at;
}

function behindParticles(text: string, from: number): number {
  PARTICLES.lastIndex = from;
  return from + (PARTICLES.exec(text)?.[0].length ?? 0);
}

const WORD_HERE = letterPattern(`^${NAME_WORD}`);

function wordAt(text: string, from: number): string {
  return WORD_HERE.exec(text.slice(from, from + LONGEST_WORD))?.[0] ?? '';
}

/** Whether a word with a capital is none of the name, of which so many are known. */
function isOver(word: string, count: number): boolean {
  const small = word.toLowerCase();
  if (count === 0) {
    return NOBODY.has(small) || (GOES_ON.has(small) && small !== WILL);
  }
  return GOES_ON.has(small) || TITLES.has(small) || LABELS.has(small) || (count > 1 && NO_PERSON.has(small));
}

/** What stands behind a word: a blank and maybe another one, the end of the name, or more of something else. */
function nextOf(window: Window, end: number): 'blank' | 'end' | 'more' {
  const { text } = window;
  if (text.charAt(end) === ' ') {
    return 'blank';
  }
  if (text.charCodeAt(end) === BACKSLASH) {
    needs(window, end, 2);
    return text.charAt(end + 1) === 'u' ? 'more' : 'end';
  }
  const isJoined = isPlaceholderAt(window, JOINTS.includes(text.charAt(end)) ? end + 1 : end);
  return isJoined || isInside(text, end) ? 'more' : 'end';
}

function isInside(text: string, end: number): boolean {
  const next = text.charAt(end) || ' ';
  return (
    isKind(text, end, KIND.word) ||
    '@=({$%_'.includes(next) ||
    (JOINTS.includes(next) && isKind(text, end + 1, KIND.word))
  );
}

/** Behind a title another one may stand, or what somebody is; without a name behind them these are nobody's. */
const ROLES: ReadonlySet<string> = new Set(
  (
    'dr prof professor professorin doktor doktorin doctor doctora docteur dipl ing dipl-ing med jur phil mag rer nat dent h.c ' +
    'president speaker chairman chairwoman chairperson secretary senator minister ambassador governor ' +
    'präsident präsidentin bundespräsident kanzler kanzlerin bundeskanzler bundeskanzlerin ministerin bundesminister ' +
    'bundesministerin direktor direktorin vorsitzender vorsitzende abgeordneter abgeordnete bürgermeister bürgermeisterin ' +
    'pfarrer pfarrerin kollege kollegin rechtsanwalt rechtsanwältin ' +
    'président présidente ministre directeur directrice presidente presidenta ministro ministra'
  ).split(' '),
);
/** Other titles, and words of forms. */
const TITLES: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx dr prof sir madam madame monsieur mme herr herrn frau sr sra name vorname nachname first last surname ' +
    'title anrede'
  ).split(' '),
);
/** Nobody's name alone: the same, words of forms and of trades, products, and figures of books that have a title. */
const NOBODY: ReadonlySet<string> = new Set(
  (
    `${[...ROLES, ...TITLES].join(' ')} other divers firma familie keine full ` +
    'robot clean muscle proper coffee potato peanut magoo right wrong big universe olympia world america beast pac-man pacman marvel doubtfire ' +
    'dalloway bovary butterfly tussaud tussauds holle gott jesus christus ober wirt mutter vater lehrer lehrerin ' +
    'word excel office access paint teams outlook powerpoint project sql dos windows edge azure visual ' +
    'engineer developer software manager director analyst consultant architect designer product program data scientist vice ' +
    'marketing sales account staff principal associate specialist administrator executive technical it hr qa devops emeritus'
  ).split(' '),
);
/** The same behind the title of a doctor. */
export const NO_DOCTOR: ReadonlySet<string> = new Set(
  'pepper martens oetker who no strange strangelove doom evil house seuss scholl dre robotnik oz phil'.split(' '),
);
