import { whenNeeded } from '../lex/when-needed.js';
import type { FieldRule } from './field-rule.js';
import { isPersonName } from './person.js';

/** What people have, and shops and places too, or what no rule is about. */
const DETAIL = /^(?:[Aa]ge|[Nn]ationality|[Ss]alary|[Bb]irth)$/;
const PHONE = /^[+(\d]/;
/** Words in the names of what has a phone and an address, and is no person. A pattern of them takes a millisecond to make. */
const OF_PLACES = whenNeeded(
  () =>
    new Set(
      (
        'coffee pizza pizzeria cafe caf\u00e9s restaurant bistro grill bakery kitchen shop store market pharmacy salon ' +
        'studio studios museum museums theatre theater cinema plaza mall airport library garden gardens hostel inn resort ' +
        'spa gym tower warehouse branch desk hotline line station club depot factory embassy police emergency reception ' +
        'lobby room house printer router phone burger sushi deli dental auto garage repair repairs camp villa lodge lounge ' +
        'pub tavern court council ministry society foundation institute academy nursery kindergarten'
      ).split(' '),
    ),
);
/** What stands between words, if not a space. */
const ODD = /[^\w\u00e9 ]/;
const BETWEEN_WORDS = /[^\w\u00e9]+/;

/** Whether a member or a column of this name tells a detail of a person, beside which a bare name is one's, if it looks so. */
export function isPersonDetail(name: string, rule: FieldRule | undefined): boolean {
  return rule === undefined
    ? DETAIL.test(name)
    : (rule.type === 'phone' || rule.type === 'address') && rule.value === 'pattern';
}

/** Whether what stands under the name of a phone begins as a number does: shops and things have none, or a word there. */
export function isPhoneBegun(value: string): boolean {
  return PHONE.test(value);
}

/** Whether a text is the name of a person rather than that of a shop or a place. */
export function isLikelyPerson(text: string): boolean {
  return text.includes(' ') && isPersonName(text) && !hasPlace(text.toLowerCase(), OF_PLACES());
}

function hasPlace(text: string, places: ReadonlySet<string>): boolean {
  if (ODD.test(text)) {
    return text.split(BETWEEN_WORDS).some((word) => places.has(word));
  }
  let start = 0;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', start)) {
    if (places.has(text.slice(start, space))) {
      return true;
    }
    start = space + 1;
  }
  return places.has(text.slice(start));
}
