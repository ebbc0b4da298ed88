import type { Enclosure, Found, Window } from '../lex/detector.js';
import { isDigit } from '../lex/digits.js';
import { firstOf, KIND, runStart } from '../pattern/characters.js';

/** Addresses, files of a command line, and what a cloud calls its things. */
const ADDRESS =
  /^(?:(?:https?|fileb?|s3|gs|op):\/\/|arn:aws[\w-]*:\w|urn:(?:ietf|oasis|iso|uuid|oid|schemas-[a-z-]{2,24}):[\w:.-]{1,120}$|projects\/[\w-]+\/\w|[A-Z]:\\)/;
/** `app.plugins.tokens:AdminToken`: something in a module of Python. */
const OF_MODULE = /^[a-z_]{2,24}\.[a-z_]{2,40}\.[a-z_.]{1,60}:(?:[A-Z][a-z]{1,24}){1,4}$/;
/** Rules of a policy, and methods of an application: `rule:is_admin`, `cms/pages#edit`. */
const OF_APPLICATION = /^rule:[a-z]|^[a-z_]{3,24}\/[a-z_/]{3,60}#[a-z_]{3,24}[?!]?$/;
/** `android.os.BinderProxy@2bd79ce`: how Java tells an object from others of its class. */
const OBJECT = /^(?:[a-z]{1,20}\.){1,6}[A-Z][\w$]{1,40}@[\da-f]{5,8}$/;
/** `CLIENT_SECRET`, `ACCESS-KEY`: a name in a usage text. */
const PLACE_HOLDING = /^[A-Z]{2,}(?:[_-][A-Z]+)+(?:_\d)?\.?$/;
const SENSITIVE_WORD = /PASS|PWD|SECRET|TOKEN|KEY|CRED|AUTH/;
const CONSTANT = /^[A-Z]{2,}\d{0,2}(?:_[A-Z]{2,}\d?)+$/;
/** `CRAM-MD5`: how a mail server lets people in. */
const MECHANISM = /^(?:CRAM|DIGEST|SCRAM|HMAC|GS2|XOAUTH|OAUTH)\d?(?:[-_][A-Z\d]{1,6}){0,4}$/;
const IN_ORDER = /^\d{4}(?:_[a-z]{2,})+(?:_\d{4})?$/;
const NUMBERED = /^(?:[A-Z][a-z]{3,}){2,}_[A-Z]{1,3}\d{1,2}[A-Z]{0,2}$/;
/** As builds name what they keep for the next one: `node-cache-Linux-x64-npm-3f78…`. */
const OF_SYSTEM = /^[a-z]{1,20}(?:-[a-z]{1,20}){0,3}-(?:Linux|Windows|macOS)-[\w-]{1,80}$/;
const WORD = /^[a-z]+$/i;
const WORDS = /^[a-z]+(?:[_-][a-z]+|[A-Z][a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+$|^[A-Z][a-z]+(?:[-_]?[A-Z][a-z]+)+$/;
/** The name of a variable, or of a member of one, with what may stand behind it. */
const OPERAND = /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)*(?=$|[?:)(&|;!=])/i;
const SHORTEST_PASSWORD = 6;
const NESTED = /^[a-z]+(?:_[a-z]+)*:$/;
/** A sentence in Japanese alone, in whose letters nobody can type a password. */
const KANA = /^(?=.{0,40}[\u3041-\u30ff]{2})[^\x21-\x7e]+$/;
const PARTICIPLE = /^[A-Z][a-z]+\d{0,2}-[a-z]+ed$/;
/** Also commands of PowerShell, whose arguments follow. */
const COMMON_VARIABLE =
  /^(?:name|value|response|result|data|args|params|keyfile|filename|path|(?:ConvertTo|ConvertFrom|Read|Get|New)-[A-Z][A-Za-z]+)$/;
/** Where a system looks for its users: `passwd: files`. */
const SWITCHED = /^(?:files|compat|sss|ldap|nis|nisplus|db|systemd|winbind|extrausers|altfiles|hesiod)$/;
const SMALL_NUMBER = /^(?:\d{1,3}|0x[\da-f]{1,4})$/i;
/** As programs write large numbers. */
const GROUPED_NUMBER = /^\d{1,3}(?:_\d{3}){1,4}$/;
/** A pattern with signs that only patterns have. */
const PATTERN = /^\/(?=[^|\\^[(]*[|\\^[(])[^\s]{2,70}\/[dgimsuvy]{0,4}$/;
const HEADER = /^(?:(?:proxy-)?authorization|X-[A-Z][A-Za-z]{1,16}(?:-[A-Za-z]{1,16}){0,4}|(?:set-)?cookie)$/i;
const SIGNS = /[_-]/g;
const LONGEST_NAME = 60;

export function isAddress(value: string): boolean {
  return ADDRESS.test(value) || OF_APPLICATION.test(value) || OF_MODULE.test(value) || OBJECT.test(value);
}

/** Whether a value in any quotes only says what is to stand there, in capitals. */
export function isPlaceHolding(value: string): boolean {
  return PLACE_HOLDING.test(value) && SENSITIVE_WORD.test(value);
}

/** `0003_alter_user_email`, `ConnectionString_B2B`: words, and what tells them from others of their kind. */
export function isNumberedName(value: string): boolean {
  return (
    IN_ORDER.test(value) || OF_SYSTEM.test(value) || (NUMBERED.test(value) && !SENSITIVE_WORD.test(value.toUpperCase()))
  );
}

/** A number of four may be a PIN. */
const FEW_DIGITS = /^\d{1,3}[,;]?$/;
const SETTING = /^[a-z]{2,20}(?:_[a-z]{2,20}){0,4}(?:\.[a-z]{2,20}(?:_[a-z]{2,20}){0,4}){1,5}$/;
/** In the last part of what a setting is called. */
const OF_SETTINGS = new Set(['key', 'keys', 'secret', 'secrets', 'token', 'tokens', 'auth', 'credentials']);

/** `main.go:aws-access-key:20`, `ACCESS_TOKEN: 201,`; in quotes what a setting is called: `ACCOUNT_KEYS = "account.keys"`. */
export function isLineOrSetting(value: string, isQuoted: boolean): boolean {
  if (!isQuoted) {
    return FEW_DIGITS.test(value);
  }
  const last = value.slice(value.lastIndexOf('.') + 1);
  return SETTING.test(value) && last.split('_').some((word) => OF_SETTINGS.has(word));
}

export function isMechanism(value: string): boolean {
  return MECHANISM.test(value);
}

/** How a value without quotes stands in code, of which only names have none. */
export interface PlaceInCode {
  /** Behind `==` or `!=`. */
  readonly isCompared?: boolean;
  /** Behind a key in quotes, or a member of `self`. */
  readonly isOfCode?: boolean;
}

export function placeInCode(
  text: string,
  { start, close, nameStart = 0, nameEnd = 0 }: Enclosure,
  end: number,
): PlaceInCode {
  if (close !== '' || nameEnd === 0) {
    return NOWHERE;
  }
  const separator = text.charAt(start - 1) === ' ' ? start - 2 : start - 1;
  if (text.charAt(separator) === '=' && '=!'.includes(text.charAt(separator - 1))) {
    return COMPARED;
  }
  if (nameEnd - nameStart > SHORTEST_SELF && SELF.test(text.slice(nameStart, nameEnd))) {
    return OF_CODE;
  }
  const quote = text.charAt(nameStart - 1);
  const isKey = (quote === '"' || quote === "'") && text.charAt(nameEnd) === quote;
  return isKey && (text.charAt(nameEnd + 1) === ']' || ',)}'.includes(text.charAt(end) || ' ')) ? OF_CODE : NOWHERE;
}

const NOWHERE: PlaceInCode = {};
const COMPARED: PlaceInCode = { isCompared: true };
const OF_CODE: PlaceInCode = { isOfCode: true };
const SELF = /^(?:self|this|cls)\./;
const SHORTEST_SELF = 4;

/** One character, the key of a nested list, `Base64-encoded text`, `password = response`: words of text and code. */
export function isPlainText(
  value: string,
  { isSpaced, after, name }: { readonly isSpaced: boolean; readonly after: string; readonly name: string },
): boolean {
  return (
    (name === 'passwd' && SWITCHED.test(value)) ||
    (value.length === 1 && !isDigit(value, 0)) ||
    (value.endsWith(':') && NESTED.test(value)) ||
    (after.startsWith(' ') && PARTICIPLE.test(value)) ||
    KANA.test(value) ||
    (isSpaced && COMMON_VARIABLE.test(value))
  );
}

/** A small number where a program writes one, or a pattern: `password = 3`, `"password": 3`, `SESSION_TOKENS = 100_000`. */
export function isCount(value: string, { isSpaced, isOfCode }: PlaceInCode & { readonly isSpaced: boolean }): boolean {
  const isInCode = isSpaced || isOfCode === true;
  return isInCode && (SMALL_NUMBER.test(value) || GROUPED_NUMBER.test(value) || PATTERN.test(value));
}

/** `x.password === y.password`, `self.password = word`, `NLA_KEY`: a variable, of which the name rarely has digits. */
export function isVariable(value: string, { isCompared, isOfCode }: PlaceInCode): boolean {
  const isConstant = CONSTANT.test(value);
  if (isConstant || (isCompared !== true && isOfCode !== true)) {
    return isConstant;
  }
  const path = OPERAND.exec(value)?.[0] ?? '';
  const isPath = path !== '' && (path.length < SHORTEST_PASSWORD || !/\d/.test(path));
  return isPath && (isCompared === true || path === value);
}

/**
 * `CLIENT_SECRET = "client_secret"`: several words that are also the end of the name; or the one word that is all of the
 * name, unless it is that of a password, as many people choose it.
 */
export function isNameItself({ text, floor }: Window, nameEnd: number, { start, end, type }: Found): boolean {
  // Names have no digits here, and most secrets do.
  if (end - start > LONGEST_NAME || firstOf(text, KIND.digit, start, end) < end) {
    return false;
  }
  const value = text.slice(start, end);
  const lowest = Math.max(floor, nameEnd - LONGEST_NAME);
  if (HEADER.test(value) || isComparedDirectory(text.slice(lowest, start), value)) {
    return true;
  }
  if (WORDS.test(value)) {
    return compact(text.slice(lowest, nameEnd)).endsWith(compact(value));
  }
  const name = text.slice(runStart(text, KIND.name, nameEnd, lowest), nameEnd);
  return type !== 'password' && WORD.test(value) && name.toLowerCase() === value.toLowerCase();
}

/** `pwd == "git"`, `` `pwd` ``: the working directory, which programs ask about, more often than a password of letters alone. */
function isComparedDirectory(before: string, value: string): boolean {
  const isRead = value === 'pwd' && before.endsWith('`');
  return isRead || (COMPARED_DIRECTORY.test(before) && (WORD.test(value) || PATH.test(value)));
}

const COMPARED_DIRECTORY = /(?:^|[^\w.-])pwd"?[ \t]{0,8}[!=]==?[ \t]{0,8}["'`]$/i;
const PATH = /^[~.]?\/[\w./-]*$/;

function compact(name: string): string {
  return name.replace(SIGNS, '').toLowerCase();
}
