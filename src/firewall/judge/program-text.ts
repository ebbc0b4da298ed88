import type { ValueContext } from './field-rule.js';

/** What begins an expression and no value: a function, or a pattern that is tried. */
const EXPRESSION = /^(?:function\s?\(|\/[^\s/]{2,60}\/[a-z]{0,4}\.(?:test|exec)\()/;
/** `e;`, `Hn(t)}`, `SecretValue;`: an operand as it ends in a program that was made short. */
const OPERAND =
  /^(?:[A-Za-z_$]{1,2}|[A-Za-z_$]{1,40}\([\w$.,]{0,40}\)|[A-Za-z][a-z]{1,24}(?:[A-Z][a-z]{1,24}){1,6})[;,)}\]]/;
/** `e?this.value`, `s=!!e.match`, `t,endTime:r}`: the same of one that goes on with an operator, and of a member. */
const SHORT_OPERAND =
  /^[A-Za-z_$]{1,2}(?:[?:=]!{0,2}(?:this|[A-Za-z_$]{1,2})\.[A-Za-z_$]{3}|,[a-z][A-Za-z]{2,20}:[A-Za-z_$]{1,2}[=})])/;
/** `token:" ,e));`, `key: ' + error);`: the name ended a string, and this stands behind it. */
const BEHIND_STRING = /^ ?(?:,|\+ ) ?[A-Za-z_$][\w$.]{0,40}\)/;
/** `' . $value . '`: what is put between two strings. */
const BETWEEN_STRINGS = /^[.+] \$?[A-Za-z_][\w$>()[\].-]{0,60} [.+]$/;
/** `TOKEN=parser.get('default', 'token'),`, `KEY=credentials['key'],`: what a call or a member begins with. */
const ACCESS = /^[a-z_][a-z_\d]{1,30}(?:\.[a-z_][a-z_\d]{1,30}){0,3}[([]['"]/;
/** `case Types.TOKEN:case Types.KEY:` */
const KEYWORD = /^(?:case|var|let|const|return|throw|break|if|for|switch)$/;
/** And the statement behind it, or behind another. */
const STATEMENT =
  /[;,)}\]{](?:var|let|const|return|throw|case|break|if|for|while|try|catch|await|typeof|function)(?![\w$])/;
/** `this.#state.token`, and behind a member its next statement or operator: `r.password;var`, `props.valid?"yes`, `e?.token??null`. */
const MEMBER =
  /^[A-Za-z_$]+(?:\??\.#?[A-Za-z_$]+)+(?:$|[?;,)}\]:+-](?:$|\d$|["'`]|(?:var|let|const|return|case|break|if|for|delete)(?![\w$]))|\?\?|\?(?:this|[A-Za-z_$]{1,2})\.)/;
const SHORT_NAME = /^(?:[A-Za-z_$]{2}|_[a-z]{2,20})$/;
const AT_END = /^(?:[,;)\]}]| \})/;
/** `secret: defaultToConfig,` at the end of a line: the member of an object. */
const VARIABLE = /^[a-z]{2,}(?:[A-Z][a-z]+)+\d?$/;
const END_OF_MEMBER = /^,\r?\n/;
/** `masterKey: Document;`: a type, which is a word that a password could be too. */
const TYPE = /^[A-Z][a-z]{4,20}$/;
const END_OF_TYPE = /^;\r?\n/;
const PASSWORD_NAME = /pass|pwd/i;
/** Flags, and numbers of 32 bits as programs write them. */
const NUMBER = /^(?:\d{1,3}|0x[\da-f]{1,8})$/i;
const HEXADECIMAL = /^0x/i;
/** `exports.ER_NO_PASSWORD = 1819;`: the number of an error or an option. */
const CONSTANT_NAME = /(?:^|[._])[A-Z]+(?:_{1,2}[A-Z]+){2,}$/;
const NUMBER_OF_CONSTANT = /^\d{3,10}$/;

/** Whether a value without quotes is a part of a program, of which no part could be the secret itself. */
export function isProgramText(value: string, context: ValueContext): boolean {
  return isProgramWord(value) || isName(value, context) || isNumberInCode(value, context);
}

/** Whether a word of any signs is one only because a program was made short. */
export function isProgramWord(value: string): boolean {
  return (
    EXPRESSION.test(value) ||
    (OPERAND.test(value) && STATEMENT.test(value)) ||
    MEMBER.test(value) ||
    SHORT_OPERAND.test(value) ||
    isBehindString(value)
  );
}

/** Whether what seems to be in quotes is what stands behind those that a name was in. */
export function isBehindString(value: string): boolean {
  return BEHIND_STRING.test(value) || BETWEEN_STRINGS.test(value);
}

/** Whether a value that looks like a setting's is what a program takes out of something. */
export function isAccess(value: string): boolean {
  return ACCESS.test(value);
}

function isName(value: string, { name, after }: ValueContext): boolean {
  if (TYPE.test(value)) {
    return END_OF_TYPE.test(after) && !PASSWORD_NAME.test(name);
  }
  if (KEYWORD.test(value)) {
    return after.startsWith(' ');
  }
  return (SHORT_NAME.test(value) && AT_END.test(after)) || (VARIABLE.test(value) && END_OF_MEMBER.test(after));
}

function isNumberInCode(value: string, { name, isSpaced, after }: ValueContext): boolean {
  if (NUMBER.test(value)) {
    return AT_END.test(after) || (HEXADECIMAL.test(value) && (isSpaced || CONSTANT_NAME.test(name)));
  }
  return isSpaced && after.startsWith(';') && NUMBER_OF_CONSTANT.test(value) && CONSTANT_NAME.test(name);
}
