import { firstOf, KIND } from './characters.js';

const WORDS_FOR_NOTHING = new Set(
  (
    'null none nil true false undefined nan yes no on off empty required optional string str number int integer ' +
    'boolean bool any unknown object void bytes text varchar char never todo tbd na n/a hidden masked omitted missing ' +
    'unique oauth oauth2 the and with or option options invalid ' +
    'include same-origin omit typeof keyof new await async function import require return yield not lambda'
  ).split(' '),
);

const LONGEST_WORD = 12;
/** What joins the names of types and of checks, and what they are joined to. */
const JOINT = /[|<[(?*,.:]/;
const JOINTS = /[\s|<>[\]()?*,.:&]+|\d+/;
const LONGEST_TYPE = 48;
const TYPES = new Set(
  'string str varchar nvarchar varchar2 char text bytes byte bytea int integer secretstr'.split(' '),
);
const BESIDE_TYPES = new Set(
  (
    'array list optional union nullable maybe option none null undefined java lang system std any vec uuid secret ' +
    'required min max confirmed not nn max_length min_length'
  ).split(' '),
);

/** Whether a word stands where there is no value, or says what kind of value is wanted. */
export function isWordForNothing(value: string): boolean {
  // The one that has a digit has it at its end.
  if (value.length > LONGEST_WORD || firstOf(value, KIND.digit, 0, value.length) < value.length - 2) {
    return false;
  }
  const word = value.toLowerCase();
  return WORDS_FOR_NOTHING.has(word.endsWith('.') ? word.slice(0, -1) : word);
}

/** `string | null`, `Optional[str]`, `varchar(255)`, `required|string|min:8`: a type, or checks, in quotes. */
export function isTypeText(value: string): boolean {
  if (value.length > LONGEST_TYPE || !JOINT.test(value)) {
    return false;
  }
  const words = value
    .toLowerCase()
    .split(JOINTS)
    .filter((word) => word !== '');
  return words.some((word) => TYPES.has(word)) && words.every((word) => TYPES.has(word) || BESIDE_TYPES.has(word));
}
