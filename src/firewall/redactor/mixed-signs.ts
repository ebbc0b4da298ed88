const MIN_MIXED = 10;
/** Templates, character classes, arrows, tags, and calls or lists that are closed. */
const PATTERN_OR_CODE = /[$#]\{|\{\{|\\|\(\?|\[\^|[az09]-[az09]|A-Z|=>|<\/?[a-z]+>|&\w+;|\(.*\)|\[.*\]|\{.*\}|<.*>/;

/** Any sign can stand in a password that has letters of both cases and digits among them, if it is no pattern or code. */
export function isMixedWithSigns(value: string): boolean {
  const isMixed = value.length >= MIN_MIXED && /^[A-Za-z0-9][^\s"'`]*$/.test(value) && /\d[a-z]/i.test(value);
  return isMixed && /[a-z]/.test(value) && /[A-Z]/.test(value) && !PATTERN_OR_CODE.test(value);
}
