const ASCII_ONLY = /^[\x20-\x7e]*$/;
const NOT_DRAWN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u0000-\u0008\u000a-\u001f\u007f-\u009f]/gu;
const OTHER_BLANK = /[\t\u2028\u2029]/g;
/** Languages put up to four marks on one letter; more would cover the rows above and below. */
const PILE_OF_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/**
 * A text as every terminal draws it in as many columns as `displayWidth` says: without what joins emoji or chooses how
 * they look, without characters that cannot be seen, and without piles of marks. The width does not change.
 */
export function steadyText(text: string): string {
  if (ASCII_ONLY.test(text)) {
    return text;
  }
  return text.replace(OTHER_BLANK, ' ').replace(NOT_DRAWN, '').replace(PILE_OF_MARKS, '$1');
}
