import { fieldRule } from '../judge/field-names.js';
import { isListedSecret } from '../judge/field-pairs.js';
import { BARE_DATA, type FieldRule } from '../judge/field-rule.js';
import { isHidden } from '../judge/field-value.js';
import { isWordForNothing } from '../judge/no-value-words.js';
import { isValue } from '../judge/secret-value.js';
import type { Finding, Verdict, Window } from '../lex/detector.js';
import { mayBeKept, ownCopy } from '../lex/own-copy.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { untilEnd } from '../lex/take-while.js';
import { BLANK, BRACE, CLOSING_BRACE, isKind, KIND, QUOTE } from '../pattern/characters.js';
import { MAX_OBJECT, type Member, readMembers } from './object-members.js';

/** Members that hold the value itself: in the outputs of programs, in data with types. */
const VALUE = /^(?:\w{0,12}value|val|s|string|plain|plain_?text|raw)$/i;
/** Members that hold something about it. */
const ABOUT =
  /(?:name|id|type|kind|ref|path|file|url|uri|version|policy|pattern|format|encoding|algorithm|description|message|title|label|example|hint|placeholder|at|by|user|host)s?$/i;
/** A file, as lists of packages tell it. */
const ABOUT_FILE = /^(?:sha\d{1,3}|rev|revision|commit|\w{0,12}hash|digest|checksum|integrity|resolved)$/i;
const TYPE = /^(?:type|\$ref|\$schema|bsonType|dataType)$/;
const TYPES = /^(?:array|password|keyword|binary|textarea|input|hidden|text|secret|token)$/i;
const NAME = /^[\w.$-]{1,48}$/;
/** One plain word, and one that is too short for a secret. */
const PLAIN = /^[a-z]{1,12}$/i;
const SHORT = /^[a-z]{1,5}$/i;
const NUMBER = /:[\s\\n]{0,8}-?\d[\d.]{3}/;
/** A hostile source can invent names without end. */
const MOST_ROLES = 512;
/** Rules that hide values in text too. */
const WHOLE: ReadonlySet<string> = new Set(['any', 'lenient', 'strict']);
/** Rules by which no object is read. */
const PERSONAL: ReadonlySet<string> = new Set(['full_name', 'pattern', 'postal', 'date']);
/** One less than a value has that could be hidden: with a digit, and without one. */
const LEAST = 5;
const LEAST_OF_LETTERS = 7;

/**
 * The value of a name that is an object in JSON: `{"password": {"value": "…"}}`. Each member that is a secret is found by itself,
 * and what stands between them stays.
 */
export function matchObject(window: Window, rule: FieldRule, start: number): Verdict | undefined {
  const { text } = window;
  if (rule.value !== 'any' && !mayHoldSecret(text, start)) {
    return undefined;
  }
  const members = readMembers(window, start, (name) => roleOf(name).isAskedAbout);
  const isSchema = members.some((member) => isType(member, text));
  const secrets = members.filter((member) => isSecret(rule, member, text, isSchema));
  const [first, ...others] = secrets;
  const last = secrets.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const between = members.slice(members.indexOf(first), members.indexOf(last));
  const isSure = between.every((member) => secrets.includes(member) || isNone(member, text));
  return isSure && !NUMBER.test(text.slice(first.end, last.start))
    ? findingOf(rule, first, others)
    : findingOf(rule, { ...last, start: first.start });
}

/** A member that is surely no secret, or that is found by its own name. */
function isNone({ name, start, end }: Member, text: string): boolean {
  const value = text.slice(start, end);
  return value === '' || SHORT.test(value) || (roleOf(name).isAbout && PLAIN.test(value)) || isOwn(name, value);
}

/** Only the last member can be longer than what is read of the object. */
function findingOf(rule: FieldRule, member: Member, rest: readonly Member[] = []): Finding {
  const { start, end, isWhole, enclosure, backslashes } = member;
  const { type } = rule;
  const others = rest.map((other) => findingOf(rule, other));
  return isWhole
    ? { kind: 'found', start, end, type, others }
    : { kind: 'open', start, type, sampleEnd: end, swallow: untilEnd(enclosure, backslashes), others };
}

/** A cheap question: whether a word in the object is as long as a credential; what is not known yet is, and an object in it. */
function mayHoldSecret(text: string, start: number): boolean {
  const limit = Math.min(text.length, start + MAX_OBJECT);
  let begin = start + 1;
  let digit = -1;
  for (let index = begin; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === CLOSING_BRACE || code === BRACE) {
      return code === BRACE;
    }
    if (code === QUOTE || isKind(text, index, BLANK)) {
      begin = index + 1;
    } else if (isKind(text, index, KIND.digit)) {
      digit = index;
    }
    if (index - begin >= (digit >= begin ? LEAST : LEAST_OF_LETTERS)) {
      return true;
    }
  }
  return true;
}

/** `{"type": "string"}` says what a value is like, and is none. */
function isType({ name, start, end }: Member, text: string): boolean {
  const value = roleOf(name).isType ? text.slice(start, end) : '';
  return value !== '' && (name.startsWith('$') || isWordForNothing(value) || TYPES.test(value));
}

function isSecret(rule: FieldRule, { name, start, end }: Member, text: string, isSchema: boolean): boolean {
  const role = roleOf(name);
  if (!role.isValue && (isSchema || role.isAbout || (rule.type === 'secret' && role.isAboutFile))) {
    return false;
  }
  const value = text.slice(start, end);
  if (value === '' || holdsPlaceholder(value)) {
    return false;
  }
  if (role.isValue) {
    return isHidden(rule, value) && isValue(value, BARE_DATA);
  }
  return isListedSecret(rule, name, value) && !isOwn(name, value);
}

/** What the name of a member says of it. */
interface Role {
  readonly isValue: boolean;
  readonly isType: boolean;
  readonly isAbout: boolean;
  readonly isAboutFile: boolean;
  /** An object below it is asked about by itself, or stands below a text that may be replaced. */
  readonly isAskedAbout: boolean;
}

const roles = new Map<string, Role>();

/** Objects within objects are read at each of their names, and so are the names of their members. */
function roleOf(name: string): Role {
  const known = roles.get(name);
  if (known !== undefined) {
    return known;
  }
  if (roles.size >= MOST_ROLES) {
    roles.clear();
  }
  const role = {
    isValue: VALUE.test(name),
    isType: TYPE.test(name),
    isAbout: ABOUT.test(name),
    isAboutFile: ABOUT_FILE.test(name),
    isAskedAbout: !NAME.test(name) || !PERSONAL.has(fieldRule(name)?.value ?? 'pattern'),
  };
  if (mayBeKept(name)) {
    roles.set(ownCopy(name), role);
  }
  return role;
}

/** A member that is found by its own name. */
function isOwn(name: string, value: string): boolean {
  const own = fieldRule(name);
  return own !== undefined && WHOLE.has(own.value) && isHidden(own, value) && isValue(value, BARE_DATA);
}
