import type { Value } from '../../contract/row.js';
import { withoutUnprinted } from '../../contract/unprinted.js';
import { placeholderEnd } from '../lex/placeholder.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { isBankCode } from './checksums.js';
import { isForeignAddress } from './east.js';
import { BARE_DATA, type FieldRule, type RuleFor, type ValueContext } from './field-rule.js';
import { isLikelyPerson } from './given-person.js';
import { isOfPackage } from './package-version.js';
import { isPersonName } from './person.js';
import { isLikelySecret, isRandomValue, isSurelySecret, isValue } from './secret-value.js';

const MAX_NAME = 80;
const MAX_POSTAL = 300;
const LONG_NUMBER = /^\+?[\d\s()./-]{7,32}$/;
const FEWEST_DIGITS = 7;
/** At least 256 random bits in base64url. */
const KEY_MEMBER = /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w-]{43,}$/;
const MOST_MIXED = 64;
const MIXED = /^(?=\w*\d[A-Za-z]+\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])\w{12,64}$/;
const NAME_MEMBER =
  /^k$|(?:name|key|id|field|header|variable|param|parameter|property|setting|attribute|column|option|label)$/i;
const VALUE_MEMBER = /^(?:v|new|old|before|after|current|previous)$|(?:value|val)$/i;
const MOST_NAMES = 4;
const TYPE_OF_SECRET = /^(?:password|passphrase|secret)$/i;
/** Of a JSON web key, which says so itself. */
const SHORT_KEY_MEMBER = /^[\w-]{16,}$/;
const MACHINE_ADDRESS = /[@{}<>=|\\]|:\/\/|0x[0-9a-f]|\d\.\d+\.\d|^\S*:\d+/i;
/** What a person's own data have and the name of a kind of data has not. */
const PARTICULAR = /[\d\s@]/;

const TOWN_MEMBER = /^(?:city|town|city_?name|ort|stadt|wohnort|ville|ciudad|citt\u00e0|plaats)$/i;
const POSTCODE = /^(?:\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
/** The pattern behind it takes long to make, and most streams have no such member. */
const EXPIRY_HINT = /^(?:c|exp|valid|good)/i;
const EXPIRY_MEMBER =
  /^(?:(?:cc|card)[_-]?)?(?:exp|expiry|expires|expiration)(?:[_-]?(?:date|month|year|mm|yy|yyyy|m|y))?$|^(?:valid|good)[_-]?(?:thru|through|until|to)$/i;
/** Codes of diseases, one or a list. */
const DISEASE = /^(?:(?!B1[1-4](?!\d))[A-TV-Z]\d[0-9AB](?:\.?[0-9A-Z]{1,4})?|\d{3}\.\d{1,2})(?:[,;\s]|$)/;
const DATE = /^(?:19|20)\d\d-[01]\d-[0-3]\d$/;
/** In numbers, or with the month's name; a time may follow. */
const WRITTEN_DATE =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}(?!\d)|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)(?!\d)|\d{1,2}\.? \p{L}{3,12}\.?,? \d{4}|\p{L}{3,12}\.? \d{1,2},? \d{4})/u;
/** Null, as a database copies it, and quotes with nothing between them. */
const NO_CELL = /^(?:\\N|"+)$/;
/** How the placeholder of an address begins. */
const HIDDEN_ADDRESS = '[REDACTED:address';
/** Without digits, or with too few. */
const NO_PHONE = /^(?:\d{1,2}|[\x20-\x2f\x3a-\x7e\t]*)$/;

/** What a text under a field with a rule has to be to be hidden; any where there is no entry. */
const JUDGES: Readonly<Partial<Record<FieldRule['value'], (value: string, rule: FieldRule) => boolean>>> = {
  lenient: (value) => isLikelySecret(value, BARE_DATA),
  strict: (value, { isOfOne }) =>
    isSurelySecret(value, BARE_DATA) || (isOfOne === true && isRandomValue(value, BARE_DATA)),
  random: (value) => isRandomValue(value, BARE_DATA),
  mixed: (value) => (value.length <= MOST_MIXED && MIXED.test(value)) || isRandomValue(value, BARE_DATA),
  jwk: (value) => KEY_MEMBER.test(value),
  full_name: (value) => value.includes(' ') && isPersonName(value),
  likely_name: isLikelyPerson,
  number: isLongNumber,
  postal: isPostal,
  postcode: (value) => POSTCODE.test(value),
  digits: (value) => !DATE.test(value),
  written_date: (value) => WRITTEN_DATE.test(value),
  bank_code: isBankCode,
  icd: (value) => DISEASE.test(value),
};
/** Rules that numbers may keep too. */
const NUMERIC: ReadonlySet<string> = new Set(['number', 'postcode']);

/** Whether a row's value under a field with this rule is to be hidden, not just looked through. */
export function isHidden(rule: FieldRule, value: Value): boolean {
  return isHiddenAsSeen(rule, typeof value === 'string' ? withoutUnprinted(value) : value);
}

function isHiddenAsSeen(rule: FieldRule, value: Value): boolean {
  if (value === null || value === '' || isPlaceholder(value) || isOther(rule, value)) {
    return false;
  }
  const judge = JUDGES[rule.value];
  if (judge === undefined) {
    return true;
  }
  if (typeof value === 'string') {
    return judge(value, rule);
  }
  return (
    rule.value === 'digits' || (typeof value === 'number' && NUMERIC.has(rule.value) && judge(String(value), rule))
  );
}

/** The version of a package that is called so, or an instruction. */
function isOther({ type, isPhrase }: FieldRule, value: Value): boolean {
  const isInstruction = isPhrase === true && typeof value === 'string' && !isWalletPhrase(value, BARE_DATA);
  return isInstruction || isOfPackage(value, type);
}

/** The same of the cell of a table in text, in which every value is a string, and a part of an address may be hidden already. */
export function isHiddenCell(rule: FieldRule, value: string): boolean {
  if (rule.value === 'postal' && value.includes(HIDDEN_ADDRESS)) {
    return !isPlaceholder(value);
  }
  const isNothing = NO_CELL.test(value) || (rule.type === 'phone' && NO_PHONE.test(value));
  return isHidden(rule, value) && isValue(value, BARE_DATA) && !isNothing;
}

/** The digits of a number with its joints, and nothing else. */
function isLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS;
}

const THREE_LETTERS = letterPattern(String.raw`\p{L}{3}`);

/** Letters and a number, as in the address of a house, and nothing that only addresses of machines have. */
export function isPostal(value: string): boolean {
  if (value.length > MAX_POSTAL || isForeignAddress(value)) {
    return value.length <= MAX_POSTAL;
  }
  return THREE_LETTERS.test(value) && /\d/.test(value) && /\s/.test(value) && !MACHINE_ADDRESS.test(value);
}

/** Whether a member of this name can hold a value whose name is its neighbour's value. */
export function isValueMember(name: string): boolean {
  return name.length <= MAX_NAME && VALUE_MEMBER.test(name);
}

/** Whether a member of this name can name what another member holds. */
export function isNamingMember(name: string): boolean {
  return name === 'type' || NAME_MEMBER.test(name);
}

/** What an object names with the first of its members that can name something. */
export function namesIn(
  object: { readonly [key: string]: Value },
  isNaming: (member: string) => boolean,
): readonly string[] {
  const names: string[] = [];
  for (const member in object) {
    const name = isNaming(member) ? object[member] : undefined;
    const isName = typeof name === 'string' && (member !== 'type' || TYPE_OF_SECRET.test(name));
    if (isName && name !== '' && name.length <= MAX_NAME && names.push(name) === MOST_NAMES) {
      break;
    }
  }
  return names;
}

/** The rule for a private member of a JSON web key: an object that says what key it is may have a short one. */
export function jwkRule(rule: FieldRule, object: { readonly [key: string]: Value }, value: Value): FieldRule {
  const isKey = typeof value === 'string' && SHORT_KEY_MEMBER.test(value) && typeof object['kty'] === 'string';
  return isKey ? { ...rule, value: 'any' } : rule;
}

/** The rule for a value that a neighbour names, as in `{"name": "DB_PASSWORD", "value": "…"}`. */
export function neighbourRule(names: readonly string[], value: string, ruleFor: RuleFor): FieldRule | undefined {
  for (const name of names) {
    const rule = name === value ? undefined : ruleNamed(name, value, ruleFor);
    if (rule !== undefined) {
      return rule;
    }
  }
  return undefined;
}

function ruleNamed(name: string, value: string, ruleFor: RuleFor): FieldRule | undefined {
  const rule = ruleFor(name);
  const isTold = rule?.value === 'any' ? isValue(value, BARE_DATA) : PARTICULAR.test(value);
  return isTold && name.toLowerCase() !== value.toLowerCase() ? rule : undefined;
}

/** The rule for a town beside what else makes an address; alone it is nobody's. */
export function townRule(
  object: { readonly [key: string]: Value },
  addresses: readonly (readonly [string, FieldRule])[],
): FieldRule | undefined {
  for (const [name, rule] of addresses) {
    const value = object[name] ?? null;
    if (isHidden(rule, value) || isPlaceholder(value)) {
      return { type: 'address', value: 'any' };
    }
  }
  return undefined;
}

/** Whether a member of this name holds the name of a town. */
export function isTownMember(name: string): boolean {
  return TOWN_MEMBER.test(name);
}

/** Whether a member of this name says until when something is valid, as beside the number of a card. */
export function isExpiryMember(name: string): boolean {
  return EXPIRY_HINT.test(name) && EXPIRY_MEMBER.test(name);
}

function isPlaceholder(value: Value): boolean {
  return typeof value === 'string' && placeholderEnd(value, 0) === value.length;
}

const LEAST_WORDS = 3;
const SHORTEST_WORD = 3;
const ASCII = /^[!-~]+$/;

/** Whether a value can be what a wallet is made of: several words, or what looks like a credential; not `MOV`, `ADD r1`. */
export function isWalletPhrase(value: string, context: ValueContext): boolean {
  const words = value.trim().split(/[\s,]+/);
  const arePlain = words.every((word) => word.length >= SHORTEST_WORD || !ASCII.test(word));
  return (words.length >= LEAST_WORDS && arePlain) || isLikelySecret(value, context);
}
