import { matchValue } from '../bind/enclosed-value.js';
import { isRandomValue } from '../judge/secret-value.js';
import type { Verdict, Window } from '../lex/detector.js';
import { KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';

/** `Cookies.set('sid', '…'`, `cookies().set(`, `cookieStore.set(`, `res.cookie(`, `setcookie(`: up to the value. */
const CALL = pattern(/(?:Store)?(?:\(\))?(?:\.set)?\( ?(?:"[\w.$-]{1,64}"|'[\w.$-]{1,64}'|`[\w.$-]{1,64}`), ?(["'`])/);

/** The value of a cookie that a program sets, behind the word for it: a random one, as most cookies hold settings. */
export function matchCookieCall(window: Window, end: number): Verdict | undefined {
  const call = CALL.at(window, end);
  if (call === undefined) {
    return undefined;
  }
  const [whole, close = ''] = call;
  const value = { start: end + whole.length, close, escapes: 0, stop: KIND.lineEnd };
  return matchValue(window, value, 'cookie', isRandomValue);
}
