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
