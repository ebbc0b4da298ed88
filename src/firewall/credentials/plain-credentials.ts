import { found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { isUrlPassword, WITH_FRAGMENTS } from './later-host.js';

const COLON = 0x3a;
const AT = 0x40;
const FULL_STOP = 0x2e;
const MAX_PART = 48;
const LONGEST_END = 24;
const ENDS = '/?';
const LETTER = KIND.upper | KIND.lower;

/**
 * `user:password@host.tld` of letters and digits in a URL of a database or a queue, as most are: what is found is what
 * is found by looking at the whole word, which takes much longer.
 */
export function plainCredentials(
  { text }: Window,
  schemeStart: number,
  start: number,
  end: number,
): Verdict | undefined {
  const colon = runEnd(text, KIND.base64url, end, end + MAX_PART);
  const at = text.charCodeAt(colon) === COLON ? runEnd(text, KIND.alphanumeric, colon + 1, colon + MAX_PART) : colon;
  if (at <= colon + 1 || text.charCodeAt(at) !== AT || !isHostAt(text, at + 1)) {
    return undefined;
  }
  const isPlain = !WITH_FRAGMENTS.test(text.slice(schemeStart, start)) && isUrlPassword(text.slice(colon + 1, at));
  return isPlain ? found(colon + 1, at, 'password') : undefined;
}

/** Words joined by full stops, the last of letters alone, and then a path, a query or a blank. */
function isHostAt(text: string, from: number): boolean {
  let word = from;
  let end = runEnd(text, KIND.base64url, from, from + MAX_PART);
  while (end > word && text.charCodeAt(end) === FULL_STOP && end < from + MAX_PART) {
    word = end + 1;
    end = runEnd(text, KIND.base64url, word, from + MAX_PART);
  }
  const isEnd = ENDS.includes(text.charAt(end) || 'x') || isKind(text, end, KIND.space | KIND.lineEnd);
  const letters = end - runStart(text, LETTER, end, word);
  return isEnd && word > from && letters === end - word && letters > 1 && letters <= LONGEST_END;
}
