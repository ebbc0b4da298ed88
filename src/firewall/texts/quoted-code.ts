const DRAWN = /^ {0,8}(?:> ?)? {0,8}\d{1,7}(?: {1,8}\d{1,7})? ?│/;
const IN_BLOCK = /^ {0,8}(?:> ?)? {0,8}\d{1,7}(?: {1,8}\d{1,7})? ?[│|]/;
const BAR = /[│|]/;

/** A line of source code that a tool quotes behind its number, as ` 12 │ throw …`: words of trouble in it are the program's. */
export function isQuotedCode(text: string, isInBlock: boolean): boolean {
  return BAR.test(text) && (isInBlock ? IN_BLOCK : DRAWN).test(text);
}
