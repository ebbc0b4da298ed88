/** How a value stands in its text. */
export interface ValueContext {
  readonly isQuoted: boolean;
  /** An unquoted value that is a line's own, as in an environment file: it is data, not code. */
  readonly isData: boolean;
  /** The value may be a word of a sentence, and the text goes on with a space and a letter or a bracket. */
  readonly isProse: boolean;
  /** The text goes on with `<` and a letter or a bracket, as in `Option<String>`. */
  readonly isGeneric: boolean;
}

const WORDS_FOR_NOTHING = new Set(
  (
    'null none nil true false undefined nan yes no on off empty required optional string str number int integer ' +
    'boolean bool any unknown object void bytes text varchar char never todo tbd na n/a hidden masked omitted missing ' +
    'invalid include same-origin omit'
  ).split(' '),
);

/** Stars, dots, runs of x, and the marks of templates, environment and parameter references. */
const MARKS =
  /^(?:[*x.\-_•#?]+|\$[{(A-Za-z_].*|%\w+%|%[({]?\w*(?:[)}]?s)?|\{+[^{}]*\}*|#\{.*|<[^>]*>?|:[a-z_]+|\?|!\w+)$/is;
const YOURS = /^(?:your|enter|insert|replace|example)[-_ ]/i;
const REFERENCE =
  /^(?:process\.env|os\.environ|env[.[(]|getenv|System\.getenv|import\.meta|secrets\.|vars\.|var\.|\/\/)/i;
const CALL_OR_MEMBER = /^[a-z_$][\w$]*(?:(?:\?\.|\.|::|->)[a-z_$][\w$]*)*(?:[([].*|!)?$/is;
const CODE_PART = /[.([:>!]/;
const NAME_OF_SECRET = /^[a-z]*(?:[_$]|(?=[A-Z])|(?<=[a-z])(?=[A-Z]))/;
const SENSITIVE_WORD = /pass|pwd|secret|token|key|cred|auth/i;

/** Whether a value under a name that is always sensitive is a value at all, not a reference, a type or a blank. */
export function isValue(value: string, context: ValueContext): boolean {
  const trimmed = value.trim();
  if (trimmed === '' || WORDS_FOR_NOTHING.has(trimmed.toLowerCase()) || MARKS.test(trimmed) || YOURS.test(trimmed)) {
    return false;
  }
  if (context.isQuoted || context.isData) {
    return !isLabel(trimmed);
  }
  if (/^[[{(|]/.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed)) {
    return false;
  }
  if (REFERENCE.test(trimmed) || context.isGeneric || (context.isProse && /^\p{L}+$/u.test(trimmed))) {
    return false;
  }
  return !isCode(trimmed);
}

/** Whether a value under a name that is sometimes sensitive looks like a credential. */
export function isLikelySecret(value: string, context: ValueContext): boolean {
  if (!isValue(value, context) || /\s|:\/\//.test(value) || value.length < 6) {
    return false;
  }
  const hasDigit = /\d/.test(value);
  const hasLetter = /[a-z]/i.test(value);
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (hasDigit && (hasLetter || /^\d+$/.test(value))) || (isMixed && value.length >= 20) || value.length >= 32;
}

/** Whether a value can hardly be anything but a credential. */
export function isSurelySecret(value: string, context: ValueContext): boolean {
  return (
    value.length >= 20 &&
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    !/[./:]/.test(value) &&
    isLikelySecret(value, context)
  );
}

/** A text of a user interface: `Enter your password`. */
function isLabel(value: string): boolean {
  return /\s/.test(value) && !/\d/.test(value) && SENSITIVE_WORD.test(value);
}

/** `config.password`, `getToken()`, `userPassword`: the name of a secret, not the secret. */
function isCode(value: string): boolean {
  if (!CALL_OR_MEMBER.test(value)) {
    return false;
  }
  return CODE_PART.test(value) || (SENSITIVE_WORD.test(value) && !/\d/.test(value) && NAME_OF_SECRET.test(value));
}
