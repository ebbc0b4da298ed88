import type { Value } from '../../contract/row.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { BARE_DATA, type FieldRule, type RuleFor } from './field-rule.js';
import { isHidden } from './field-value.js';
import { isFileDigest } from './package-version.js';
import { isMixedWithSigns } from './random-value.js';
import { isSecretWord, isStrongWord } from './secret-value.js';

const MAX_NAME = 80;
const SCHEME = /^(?:basic|bearer|token|digest|negotiate|apikey|bot)\s+\S/i;
/** Of these the names are ordinary words too. */
const SCHEME_AND_DIGIT =
  /^(?:api-key|key|ntlm|jwt|ssws|geniekey|splunk|dpop|oauth|hawk|mac|aws4-hmac-sha256)\s+(?=\D{0,80}\d)\S{6}/i;
const MOST_OF_HEADERS = 512;
const HEADER_NAME = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|[a-z]{1,16}(?:-[a-z]{1,24}){1,5})$/i;
const NUMBER = /\d{3}/;
/** At least twelve letters and digits of either case, and not an address in a ledger or an id. */
const RANDOM = /^(?!0x)(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w+=~-]{12,}$/;
const KEY = /^(?:access_?|secret_?)?key$/i;
const ABOUT = /(?:address|mint|contract|account|symbol|id|name|type|kind|hash|digest|at|url|uri|ref|version|scope)s?$/i;
/** Beside credentials: whose and where they are. */
const OF_ACCOUNT =
  /(?:data_?base|db|account|login|user|host|tenant|realm|bucket|project|org|organi[sz]ation|region|zone|cluster|env|environment|stage|provider|role|group|issuer|audience|expir\w{1,6}|driver|engine|mode|status|plan|schema|service|domain|server|end_?point|instance|name_?space|vault|store|source|path|file|model|device|algorithm)s?$/i;
const OF_WORDS = /[-_.]/;

/**
 * The rule for the second of two items of which the first may name it, as in a list of headers: the value has to look
 * like one, as a list of names has items that are names too.
 */
export function pairRule(list: readonly Value[], ruleFor: RuleFor): FieldRule | undefined {
  const [name, value] = list;
  if (list.length !== 2 || typeof name !== 'string' || typeof value !== 'string' || name.length > MAX_NAME) {
    return undefined;
  }
  return toldRule(name, value, ruleFor);
}

/** The rules for the values of headers that stand in one list with their names: `["Host", "a.b", "Cookie", "sid=…"]`. */
export function headerRules(list: readonly Value[], ruleFor: RuleFor): readonly (FieldRule | undefined)[] | undefined {
  if (list.length % 2 !== 0 || list.length > MOST_OF_HEADERS || !list.every((item) => typeof item === 'string')) {
    return undefined;
  }
  const rules = list.map((value, index) => (index % 2 === 0 ? undefined : headerRule(list[index - 1], value, ruleFor)));
  return rules.some((rule) => rule !== undefined) ? rules : undefined;
}

function headerRule(name: string | undefined, value: string, ruleFor: RuleFor): FieldRule | undefined {
  if (name === undefined || name.length > MAX_NAME || !HEADER_NAME.test(name)) {
    return undefined;
  }
  return toldRule(name, value, ruleFor);
}

function toldRule(name: string, value: string, ruleFor: RuleFor): FieldRule | undefined {
  const rule = name.includes(PLACEHOLDER_START) ? undefined : ruleFor(name);
  return rule !== undefined && isTold(rule, value) && !isName(value, ruleFor) ? rule : undefined;
}

/** In a list of names the second is one too. By its words a password may look like one: `Winter2019Pass`. */
function isName(value: string, ruleFor: RuleFor): boolean {
  return ruleFor(value) !== undefined && !isStrongWord(value, BARE_DATA);
}

function isTold(rule: FieldRule, value: string): boolean {
  switch (rule.value) {
    case 'any':
      return rule.type === 'password' || rule.type === 'secret' ? isSecretWord(value, BARE_DATA) : NUMBER.test(value);
    case 'header':
      return SCHEME.test(value) || SCHEME_AND_DIGIT.test(value) || isSecretWord(value, BARE_DATA);
    case 'lenient':
    case 'strict':
    case 'random':
      return isHidden(rule, value);
    default:
      return NUMBER.test(value);
  }
}

/** Whether an object may hold secrets by name, as in `{"tokens": {"ci": "…"}}`. */
export function isListOfSecrets(rule: FieldRule, value: Value): value is { readonly [name: string]: Value } {
  const canBe = rule.value === 'lenient' || rule.value === 'strict';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return (
    canBe && isObject && (rule.isHolder === true || Object.values(value).every((member) => typeof member === 'string'))
  );
}

/** Whether a member of such an object is one of the secrets, and not something about one. */
export function isListedSecret({ value: kind, isHolder }: FieldRule, name: string, value: Value): boolean {
  if (typeof value !== 'string' || ABOUT.test(name) || isFileDigest(value)) {
    return false;
  }
  if (RANDOM.test(value) || (KEY.test(name) && isSecretWord(value, BARE_DATA)) || isSigned(value)) {
    return true;
  }
  return (kind === 'any' || (isHolder === true && !OF_ACCOUNT.test(name))) && isOneWord(value);
}

/** As few things but passwords are. */
function isSigned(value: string): boolean {
  return /[!#$%^&*]/.test(value) && isMixedWithSigns(value);
}

function isOneWord(value: string): boolean {
  return (isSecretWord(value, BARE_DATA) && !OF_WORDS.test(value)) || isStrongWord(value, BARE_DATA);
}
