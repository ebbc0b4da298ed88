const MIN_MIXED = 10;
/** Templates, character classes, arrows, tags, and calls or lists that are closed. */
const PATTERN_OR_CODE = /[$#]\{|\{\{|\\|\(\?|\[\^|[az09]-[az09]|A-Z|=>|<\/?[a-z]+>|&\w+;|\(.*\)|\[.*\]|\{.*\}|<.*>/;

/** Any sign can stand in a password that has letters of both cases and digits among them, if it is no pattern or code. */
export function isMixedWithSigns(value: string): boolean {
  const isMixed = value.length >= MIN_MIXED && /^[A-Za-z0-9][^\s"'`]*$/.test(value) && /\d[a-z]/i.test(value);
  return isMixed && /[a-z]/.test(value) && /[A-Z]/.test(value) && !PATTERN_OR_CODE.test(value);
}

const RUNS = /[A-Z]+|[a-z]+|\d+|[^A-Za-z\d]+/g;

/** The same of any signs, quotes among them, where all kinds of characters take turns as they do by chance. */
export function isScatteredWithSigns(value: string): boolean {
  const isMixed = value.length >= MIN_MIXED && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return isMixed && !/\s/.test(value) && (value.match(RUNS) ?? []).length * 20 > value.length * 11;
}

const MIXED_WORD = /^(?=.*\d)(?=.*[a-z])[^\s%:/]+$/i;

/** Letters and digits, without the signs of paths, times and shares. */
export function isMixedWord(value: string): boolean {
  return MIXED_WORD.test(value);
}

/** What has those signs too, and is no address. */
export function isScatteredWord(value: string): boolean {
  return isScatteredWithSigns(value) && !value.includes('://');
}

/** A bracket, what is rare in code, and at the end nothing that goes on. */
const NO_CALL = /^(?=[\w.$-]*[([])(?=.*(?:\d[a-z]|[#%^*!~@|;&\\/+])).*[^(,)\]{>]$/i;

/** What looks like the beginning of a call, but has all kinds of characters in turn and is not closed. */
export function isBrokenCall(value: string): boolean {
  return NO_CALL.test(value) && isScatteredWithSigns(value);
}
