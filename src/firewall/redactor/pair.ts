import type { Window } from './detector.js';

/** More text is needed. */
export const MORE = 'more';

/** What introduces a name that is itself a value: `"name": "`, `key='`, `- name: `. */
const LABEL = /(?:^|[^a-z])(?:name|key|id|field|header)["']?\s{0,4}[:=]\s{0,4}["']?$/i;
const VALUE = /^["']?[\s,]{1,24}["']?(?:value|val|content)["']?[ \t]{0,4}[:=][ \t]{0,4}/i;
const BEGINNING = /^["']?[\s,]{0,24}["']?(?:v[a-z]*|c[a-z]*)?["']?[ \t]{0,4}[:=]?[ \t]{0,4}$/i;
const MAX_LABEL = 20;
const MAX_VALUE = 48;

/** Where the value of a pair of name and value begins, as in `{"name":"password","value":"…"}`; -1 when this is none. */
export function findPair(window: Window, nameStart: number, nameEnd: number): number | typeof MORE {
  const { text, floor, isFinal } = window;
  if (!isBehindSign(text, nameStart) || !LABEL.test(text.slice(Math.max(floor, nameStart - MAX_LABEL), nameStart))) {
    return -1;
  }
  const behind = text.slice(nameEnd, nameEnd + MAX_VALUE);
  if (behind.length < MAX_VALUE && !isFinal && BEGINNING.test(behind)) {
    return MORE;
  }
  const value = VALUE.exec(behind);
  return value === null ? -1 : nameEnd + value[0].length;
}

/** A cheap question before the pattern: whether a colon or an equals sign stands before the name. */
function isBehindSign(text: string, nameStart: number): boolean {
  let index = nameStart - 1;
  while (index > nameStart - 6 && ' "\''.includes(text.charAt(index))) {
    index -= 1;
  }
  return ':='.includes(text.charAt(index)) && index >= 0;
}
