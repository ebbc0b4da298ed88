import { isWordForNothing } from '../judge/no-value-words.js';
import { NO_PERSON } from '../judge/person.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const LONGEST = 48;
const MOST_WORDS = 6;
const BETWEEN = /[ -]/;
const WORD = letterPattern(String.raw`^\p{Lu}[\p{L}\p{M}'’.]{0,24}$`);
const PARTICLES = new Set('van von de der den del di da la le'.split(' '));
const SIGNS = /[.'’]+/;
/** Of the words that begin titles and sentences those that people are called by as well. */
const PEOPLE = new Set(
  (
    'will can church page public bank street road city state file code home free world north south east west great ' +
    'book books order job jobs friend reader red hat visa general private open school hospital college office center ' +
    'centre labs holding go has have step steps project foods motors express standard apple'
  ).split(' '),
);

/** Whether what a field for nothing but names of people holds is one that has a word of other things: `Will Church`. */
export function isNamesake(value: string): boolean {
  const text = value.trim();
  const words = text.length <= LONGEST ? text.split(BETWEEN, MOST_WORDS + 1) : [];
  return (
    words.length > 0 &&
    words.length <= MOST_WORDS &&
    !PARTICLES.has(words[0] ?? '') &&
    words.every((word) => PARTICLES.has(word) || isName(word)) &&
    !isWordForNothing(text)
  );
}

function isName(word: string): boolean {
  return WORD.test(word) && word.toLowerCase().split(SIGNS).every(isOfPeople);
}

function isOfPeople(word: string): boolean {
  return !NO_PERSON.has(word) || PEOPLE.has(word);
}
