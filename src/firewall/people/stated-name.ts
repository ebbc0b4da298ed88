import { fieldRule } from '../judge/field-names.js';
import { isTypeText, isWordForNothing } from '../judge/no-value-words.js';
import { NO_PERSON } from '../judge/person.js';
import { letterPattern } from '../pattern/letter-pattern.js';

const LONGEST = 60;
const MOST_WORDS = 6;
/** Letters of any script, with what stands between the words of a name. */
const LETTERS = letterPattern(String.raw`^[\p{L}\p{M}'’][\p{L}\p{M} .'’·・-]{0,59}$`);
const PARTS = /[ .·・-]+/u;
/** `lastName`, `getName`; not `McDonald`, `DiCaprio`, `o'Brien`. */
const OF_CODE = /^[a-z]+[A-Z]/;
/** What fields for names hold in descriptions of forms and tables, and no person is called. */
const NO_NAMES = new Set(
  (
    'asc desc ascending descending input output label placeholder field column nullable value values const readonly ' +
    'uuid email password person keyword nvarchar str char index indexed unique primary foreign key hidden visible ' +
    'disabled enabled autocomplete textfield textbox lorem ipsum foo bar baz qux undefined anonymous fname lname ' +
    'surname lastname firstname fullname forename self this param args props state event item row record key id'
  ).split(' '),
);

/**
 * Whether what a field for names holds, in quotes or as all of its line, can be a person's name, in any script and with or
 * without capitals: no number, no sign, and no word of programs and forms.
 */
export function isStatedName(value: string): boolean {
  const text = value.trim();
  if (text === '' || text.length > LONGEST || !LETTERS.test(text) || OF_CODE.test(text)) {
    return false;
  }
  if (isWordForNothing(text) || isTypeText(text) || fieldRule(text) !== undefined) {
    return false;
  }
  const words = text.toLowerCase().split(PARTS);
  return words.length <= MOST_WORDS && !words.some((word) => NO_PERSON.has(word) || NO_NAMES.has(word));
}

const LONGEST_AGAIN = 48;
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
  const words = text.length <= LONGEST_AGAIN ? text.split(BETWEEN, MOST_WORDS + 1) : [];
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
