import { asciiKindsIn, KIND } from '../pattern/characters.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import type { ValueContext } from './field-rule.js';
import { isCount, isVariable } from './names-of-things.js';
import { isProgramText } from './program-text.js';
import { isBrokenCall, isMixedWithSigns, isWordLike } from './random-value.js';

/** A word that names secrets. */
export const SENSITIVE_WORD = /pass|pwd|secret|token|key|cred|auth/i;
const REFERENCE =
  /^(?:process\.env|os\.environ|env[.[(]|getenv|System\.getenv|import\.meta|secrets\.|vars\.|var\.|\/\/)/i;
/** Behind the name of a class in a style sheet. */
const PSEUDO_CLASS =
  /^(?:hover|focus|active|visited|disabled|checked|before|after|first-child|last-child|not\(|nth-|:)/;
const CALL_OR_MEMBER = /^[a-z_$][\w$]*(?:(?:\?\.|\.|::|->)[a-z_$][\w$]*)*(?:(?:\?\.)?[([].*)?$/is;
const VARIABLE = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
const OPEN_CALL = /^[\w.-]+[([][\w.@-]+$/;
const CODE_PART = /[.([:>]/;
const COMPOUND = /[a-z][_$A-Z]|^[_$]/;
/** `BinaryLike`, `T2`: names of types. */
const TYPE_NAME = /^(?:(?:[A-Z][a-z]+\d*){2,}|[A-Z]\d?|[A-Z][A-Za-z]*Type)$/;
/** `OAuth2Client`, `PayloadU8` */
const TYPE_WITH_DIGIT = /^(?:[A-Z]{1,4}(?:[A-Z][a-z]{3,30}\d{0,3}){1,3}|(?:[A-Z][a-z]{3,30}){1,4}[UI]\d{1,2})$/;
const TYPE_WORDS: ReadonlySet<string> = new Set(['Buffer', 'Blob', 'Cipher', 'Signer', 'Hasher', 'Keypair']);
/** Behind a name and a colon, before the value: `secret: Detector = {`. */
const ANNOTATION = /^(?:[A-Z][a-z]{0,20}\d{0,4}){1,6}$/;
/** What goes on in code; an ampersand that touches the value stands between the members of a form, but for `&&`. */
const CODE_AFTER = /^(?: ?[|?]| &|&&| ?=| [<>]=| \+ | ?[;,)\]}]|\n *[|&)}])/;

/** `config.password`, `getToken()`, `userPassword`, `BinaryLike`: the name of something, not the secret. */
export function isCode(value: string, context: ValueContext): boolean {
  if (REFERENCE.test(value) || PSEUDO_CLASS.test(value) || isBeforeElement(context.after) || isArrow(value, context)) {
    return true;
  }
  if (
    isCount(value, context) ||
    isLastMember(value, context) ||
    isVariable(value, context) ||
    isAnnotation(value, context) ||
    isProgramText(value, context) ||
    isOperandOf(value, context)
  ) {
    return true;
  }
  return isNameInCode(value, context) && isMember(value, context);
}

const IN_ELEMENT = letterPattern(String.raw`^<(?!br)[\p{L}[&'*(]`);

function isBeforeElement(after: string): boolean {
  return after.startsWith('<') && IN_ELEMENT.test(after);
}

/** `password:e=>e`: the parameter of a function. */
function isArrow(value: string, { after }: ValueContext): boolean {
  return after.startsWith('>') && /^[a-z_$]{1,12}=$/i.test(value);
}

/** `({ secret: key })`: the name of a variable. */
function isLastMember(value: string, { after }: ValueContext): boolean {
  return after === ' })' && /^[a-z_$]{1,40}$/i.test(value);
}

function isAnnotation(value: string, { after }: ValueContext): boolean {
  return after === ' = ' && ANNOTATION.test(value) && isWordLike(value);
}

/** `PrivateKey: priv,`, `{'X-Token': v3_token}`, `creds := Body{`: a variable, or a value that is put together here. */
function isOperandOf(value: string, { name, after }: ValueContext): boolean {
  if (COMPOSITE.test(value)) {
    return true;
  }
  const isPassword = PASSWORD_NAME.test(name);
  if (NUMBERED_NAME.test(value) || (!isPassword && value.endsWith(';') && isTypeName(value.slice(0, -1)))) {
    return true;
  }
  if (GENERIC.test(value) || NULLABLE.test(value) || (after.startsWith('<_') && /^[A-Z]\w*$/.test(value))) {
    return true;
  }
  if (MEMBER_NAME.test(name) && !isPassword && VARIABLE_NAME.test(value) && /^(?:[\r\n]|$)/.test(after)) {
    return true;
  }
  const isField = FIELD_NAME.test(name) && !isPassword && VARIABLE_NAME.test(value);
  return (isField || TOKEN_VARIABLE.test(value)) && /^[,)}]/.test(after);
}

/** A type has no digit: `hunter2{` is a password. */
const COMPOSITE = /^[a-z][A-Za-z_]*(?:\.[A-Z][A-Za-z_]*)?\{(?:\}\{|\[|\[\]\w+\{.*)?$/;
const FIELD_NAME = /^(?:[A-Z][a-z]+){2,}$/;
/** Of what a method is called on: `pk.PrivateKey = signer`. */
const MEMBER_NAME = /^[a-z]{1,3}(?:[A-Z][a-z]{1,8})?\.(?:[A-Z][a-z]+){2,}$/;
const GENERIC = /^(?:Option|Vec|Box|Arc|Rc|Result|Promise|Optional|List)<(?:[a-z]{1,24}|[uif]\d{1,3})(?![a-z\d])/i;
/** Of Kotlin and Swift: `password: String?`. */
const NULLABLE = /^(?:String|Int|Long|Bool(?:ean)?|Char(?:Array|Sequence)?|Byte(?:Array)?|Data|Any)\?[,)]?$/;
const PASSWORD_NAME = /pass|pwd/i;
const VARIABLE_NAME = /^[a-z]{2,16}(?:[A-Z][a-z]+){0,3}$/;
const TOKEN_VARIABLE = /^(?:[a-z]{2,12}\d?_|v\d_)?(?:token|secret|key)\d?$/;

/** With a digit in it a name is of words all the same: `Sha256Hash`, but not `KvtRn4Wz`. */
function isTypeName(value: string): boolean {
  return (TYPE_NAME.test(value) || TYPE_WITH_DIGIT.test(value)) && (!/\d/.test(value) || isWordLike(value));
}

/** `ec2_credentials_json`: a variable of several words. */
const SNAKE = /^[a-z]{2,}\d?(?:_[a-z]{2,}){2,}$/;

function isNameInCode(value: string, context: ValueContext): boolean {
  if (CODE_PART.test(value)) {
    return true;
  }
  if ((asciiKindsIn(value, 0, value.length) & KIND.digit) !== 0) {
    if (context.isSpaced && SNAKE.test(value) && SENSITIVE_WORD.test(value)) {
      return true;
    }
    return isTypeName(value) && CODE_AFTER.test(context.after);
  }
  const isName = SENSITIVE_WORD.test(value) && (COMPOUND.test(value) || isOwnName(value, context));
  const isWord = (context.isSpaced && /^[a-z_]+$/i.test(value)) || TYPE_NAME.test(value) || TYPE_WORDS.has(value);
  return isName || (isWord && CODE_AFTER.test(context.after)) || (MANY.test(value) && context.after.startsWith(')'));
}

/** `trustedX509Credentials` */
const NUMBERED_NAME = /^[a-z]{2,24}(?:[A-Z][a-z]{0,24}\d{0,4}){1,6}(?:Credential|Token|Secret|Password|Key)s?;?$/;
/** `for (String pw : passwords)` */
const MANY = /^(?:passwords|tokens|secrets|keys|credentials)$/;

/** Variables, members and calls, of which no part is random. */
function isMember(value: string, context: ValueContext): boolean {
  const asserted = value.endsWith('!') && CODE_AFTER.test(context.after) ? value.slice(0, -1) : value;
  return CALL_OR_MEMBER.test(asserted) && !isRandomPath(value, context) && !isOpenCall(value, context);
}

/** `a8f3kD92.q7Wn41`: the parts of a signed cookie, not of a name, in which digits rarely stand before letters. */
function isRandomPath(value: string, { name, after }: ValueContext): boolean {
  if (!/\d/.test(value) || SENSITIVE_WORD.test(value)) {
    return false;
  }
  if (/^[\w.-]+$/.test(value)) {
    return /\d[a-z].*\d[a-z]/i.test(value) || (VARIABLE.test(name) && /[A-Z]/.test(value) && /[a-z]/.test(value));
  }
  // No call that is not closed, and that nothing goes on with.
  return OPEN_CALL.test(value) && /^(?:[;&\s]|$)/.test(after) && isMixedWithSigns(value);
}

/** On a line of its own, or in a text. */
function isOpenCall(value: string, { isLine, statement }: ValueContext): boolean {
  return (isLine === true || statement === 'verb' || statement === 'space') && isBrokenCall(value);
}

/** `this.password = password` */
function isOwnName(value: string, { name }: ValueContext): boolean {
  return name.toLowerCase().endsWith(value.toLowerCase());
}
