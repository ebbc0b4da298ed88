const STRING = /^(?:\x1b[P\]X^_]|[\x90\x98\x9d-\x9f])([\s\S]+?)(?:\x07|\x1b\\|\x9c)$/;
/** They end what stands before them, as in a list of variables. */
const ENDS = /[\0\v\f\x1c-\x1f]/g;
const LINE_END = '\n';
/** Characters without width stay: they stand between the groups of a number as spaces do. */
const OTHERS = /[^\n\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** A character that no text has: see `pattern/character-kinds.ts`. It stands in no word and no value, and ends both. */
export const BOUNDARY = '\uff00';

/** As long as what it stands for; of many in a row only that. What a control string holds is no sign, and may be a title, or a link with a password. */
export function partedForm(passed: string, isOneOfMany: boolean): string {
  if (isOneOfMany) {
    return BOUNDARY.repeat(passed.length);
  }
  const body = STRING.exec(passed)?.[1];
  if (body === undefined) {
    return passed.replace(ENDS, LINE_END).replace(OTHERS, BOUNDARY);
  }
  const at = passed.indexOf(body, 1);
  return BOUNDARY.repeat(at) + body + BOUNDARY.repeat(passed.length - at - body.length);
}
