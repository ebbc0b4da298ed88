import { KIND } from '../redactor/characters.js';
import { undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { isRandomValue } from '../redactor/secret-value.js';

/** `Cookies.set('sid', '…'`, `cookies().set(`, `cookieStore.set(`, `res.cookie(`, `setcookie(`: up to the value. */
const CALL = /^(?:Store)?(?:\(\))?(?:\.set)?\( ?(["'`])[\w.$-]{1,64}\1, ?(["'`])/;
/** What can still become that. */
const BEGUN = /^(?:$|[S.(][\w.$() "'`,-]*$)/;
const MOST = 92;

/** The value of a cookie that a program sets, behind the word for it: a random one, as most cookies hold settings. */
export function matchCookieCall(window: Window, start: number, end: number): Verdict | undefined {
  const { text, isFinal } = window;
  const behind = text.slice(end, end + MOST);
  const call = CALL.exec(behind);
  if (call === null) {
    return !isFinal && behind.length < MOST && BEGUN.test(behind) ? undecided(start) : undefined;
  }
  const [whole, , close = ''] = call;
  const value = { start: end + whole.length, close, escapes: 0, stop: KIND.lineEnd };
  return matchValue(window, value, 'cookie', isRandomValue);
}
