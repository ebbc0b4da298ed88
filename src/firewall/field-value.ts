import type { Value } from '../contract/row.js';
import type { FieldRule } from './field-rule.js';
import { placeholderEnd } from './redactor/placeholder.js';
import { isLikelySecret, isRandomValue, isSurelySecret, isValue, type ValueContext } from './redactor/secret-value.js';

const IN_ROW: ValueContext = {
  isQuoted: true,
  isData: true,
  isSpoken: false,
  isSpaced: false,
  statement: undefined,
  after: '',
  name: '',
};
const MAX_NAME = 80;
const MAX_POSTAL = 300;
const NAME_MEMBER = /(?:name|key|id|field|header|variable|param|parameter|property|setting|attribute)$/i;
const MACHINE_ADDRESS = /[@{}<>=|\\]|:\/\/|0x[0-9a-f]|\d\.\d+\.\d|^\S*:\d+/i;
/** What a person's own data have and the name of a kind of data has not. */
const PARTICULAR = /[\d\s@]/;

/** Whether a row's value under a field with this rule is to be hidden, not just looked through. */
export function isHidden(rule: FieldRule, value: Value): boolean {
  if (value === null || value === '' || isPlaceholder(value)) {
    return false;
  }
  switch (rule.value) {
    case 'lenient':
      return typeof value === 'string' && isLikelySecret(value, IN_ROW);
    case 'strict':
      return typeof value === 'string' && isSurelySecret(value, IN_ROW);
    case 'random':
      return typeof value === 'string' && isRandomValue(value, IN_ROW);
    case 'postal':
      return typeof value === 'string' && isPostal(value);
    default:
      return true;
  }
}

/** Letters and a number, as in the address of a house, and nothing that only addresses of machines have. */
export function isPostal(value: string): boolean {
  const isLong = value.length > MAX_POSTAL;
  return !isLong && /\p{L}{3}/u.test(value) && /\d/.test(value) && /\s/.test(value) && !MACHINE_ADDRESS.test(value);
}

/** Whether a member of this name can hold a value whose name is its neighbour's value. */
export function isValueMember(name: string): boolean {
  return name.length <= MAX_NAME && /(?:value|val)$/i.test(name);
}

/** The rule for a value that its neighbour names, as in `{"name": "DB_PASSWORD", "value": "…"}`. */
export function neighbourRule(
  { object, names }: { readonly object: { readonly [key: string]: Value }; readonly names: readonly string[] },
  value: Value,
  ruleFor: (name: string) => FieldRule | undefined,
): FieldRule | undefined {
  const member = typeof value === 'string' ? names.find((each) => NAME_MEMBER.test(each)) : undefined;
  const name = member === undefined ? undefined : object[member];
  if (typeof name !== 'string' || typeof value !== 'string' || name.length > MAX_NAME || name === value) {
    return undefined;
  }
  const rule = ruleFor(name);
  const isTold = rule?.value === 'any' ? isValue(value, IN_ROW) : PARTICULAR.test(value);
  return isTold && name.toLowerCase() !== value.toLowerCase() ? rule : undefined;
}

function isPlaceholder(value: Value): boolean {
  return typeof value === 'string' && placeholderEnd(value, 0, true) === value.length;
}
