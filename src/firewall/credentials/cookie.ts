import { findNamed } from '../assignments/named-value.js';
import { matchValue } from '../bind/enclosed-value.js';
import { createNotations } from '../bind/notation.js';
import { BARE_DATA, type FieldRule, type ValueContext, type ValueJudge } from '../judge/field-rule.js';
import { isPackageVersion } from '../judge/package-version.js';
import { isLikelySecret, isRandomValue, isValue } from '../judge/secret-value.js';
import type { Detector, Enclosure, Verdict, Window } from '../lex/detector.js';
import { NONE } from '../lex/take-while.js';
import { KIND } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';
import { matchContainer, openContainer } from './container.js';
import { type HeaderList, isOfHeader, lineBelowName, matchHeader, matchHeaderList, withFolds } from './header-value.js';

const COOKIE: FieldRule = { type: 'cookie', value: 'any' };
const LONG = 60;
/** So much of an object of cookies has to be seen to tell that it holds their values. */
const MAX_SAMPLE = 240;
/** In the form of an archive of requests, or by name. */
const VALUE_MEMBER = /"value\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"[^"\s\\]{6}/i;
const CLOSING = /[}\]]/;
const ENOUGH = { test: (sample: string): boolean => CLOSING.test(sample) || isOfCookies(sample) };
const RANDOM_MEMBER = /:\s{0,4}\\{0,7}"(?=[^"\s\d]{0,40}\d)(?=[^"\sa-z]{0,40}[a-z])[^"\s\\]{10}/i;
const PAIR = /^\s*[\w.$!%*+^|~-]{1,64}=(.*)$/s;
/** The first cookie of a string; its value can stand in quotes of its own. */
const FIRST = /^[\w.$!%*+^|~-]{1,64}=[\\"]{0,8}([^;"'\\\s]{1,200})/;
const LIST: HeaderList = {
  type: 'cookie',
  isCredential: (item) => isValue(FIRST.exec(item)?.[1] ?? '', BARE_DATA),
  isBareCredential: (item) => isLikelySecret(FIRST.exec(item)?.[1] ?? '', BARE_DATA),
};

const ofPrograms = createNotations({
  name: 'cookie',
  validates: 'a header name, and a name and a value behind it',
  source: 'RFC 6265',
  rows: [
    // <Cookie sid=… for example.org/>, as Python prints it
    {
      literals: ['cookie'],
      before: /<$/,
      behind: / [\w.-]{1,39}=/,
      stop: KIND.pause,
      isWhole: true,
      of: COOKIE,
      judge: isBeforeWord,
    },
    // Cookies.set('sid', '…'), cookies().set(…), cookieStore.set(…), res.cookie(…), setcookie(…): of most cookies settings are the values
    {
      literals: ['cookie', 'cookies'],
      behind: /(?:Store)?(?:\(\))?(?:\.set)?\( ?(?:"[\w.$-]{1,64}"|'[\w.$-]{1,64}'|`[\w.$-]{1,64}`), ?["'`]/,
      of: COOKIE,
      judge: isRandomValue,
    },
  ],
});

/** The value of a `Cookie` or `Set-Cookie` header: the rest of the line or of the string. */
export const cookie: Detector = {
  ...ofPrograms,
  match: (window, start, end) =>
    ofPrograms.match(window, start, end) ??
    (isSeveral(window.text, end) ? matchCookies(window, end) : undefined) ??
    matchHeaderList(window, end, LIST) ??
    matchOne(window, start, end),
};

function isBeforeWord(sample: string, { after }: ValueContext): boolean {
  return (after.startsWith(' ') || after === '' || sample.length >= LONG) && isLikelySecret(sample, BARE_DATA);
}

function matchOne(window: Window, start: number, end: number): Verdict | undefined {
  const match = (enclosure: Enclosure, judge: ValueJudge = isCookie): Verdict | undefined => {
    const stop = enclosure.close === '' ? KIND.lineStop : enclosure.stop;
    return withFolds(window, enclosure, matchValue(window, { ...enclosure, stop }, 'cookie', judge));
  };
  const line = lineBelowName(window, end);
  return line?.isIndented === true
    ? match({ start: line.start, close: '', escapes: 0, stop: KIND.lineStop }, isPair)
    : matchHeader(window, start, end, match);
}

function isSeveral(text: string, end: number): boolean {
  return 'sS'.includes(text.charAt(end - 1));
}

/** All of `"cookies": [{"name": "sid", "value": "…"}]` or `"cookies": {"sid": "…"}`, as in rows. */
function matchCookies(window: Window, end: number): Verdict | undefined {
  const container = openContainer(window, end);
  if (container === NONE || !container.isQuoted) {
    return undefined;
  }
  const sample = partOf(window, container.start, MAX_SAMPLE, ENOUGH);
  return isOfCookies(sample) ? matchContainer(window, container, 'cookie') : undefined;
}

function isOfCookies(sample: string): boolean {
  const closing = sample.search(CLOSING);
  const inner = closing < 0 ? sample : sample.slice(0, closing);
  return VALUE_MEMBER.test(inner) || RANDOM_MEMBER.test(inner);
}

/** Below the name of the header the names of settings may stand too. */
function isPair(sample: string, context: ValueContext): boolean {
  return PAIR.test(sample) && isCookie(sample, context);
}

function isCookie(sample: string, context: ValueContext): boolean {
  const value = PAIR.exec(sample)?.[1];
  const isTold = value === undefined || context.statement !== undefined ? isLikelySecret : isValue;
  return (
    !isPackageVersion(sample) && isOfHeader(sample, context) && isTold((value ?? sample).replace(/;.*$/s, ''), context)
  );
}

const LEAST = 6;
const LEAST_OF_LETTERS = 16;

/** Values in the file in which curl, wget and exporters of browsers keep cookies: seven fields with tabs between them. */
export const cookieJar = createNotations({
  name: 'cookie-jar',
  validates: 'all fields of the line; a value with a digit, or a long one',
  source: 'curl.se/docs/http-cookies.html',
  rows: [
    {
      literals: ['\ttrue\t/', '\tfalse\t/'],
      // The rest of the path, whether it is sent over TLS only, when it ends, and the name.
      behind: /[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,64}\t/,
      stop: KIND.lineEnd,
      isWhole: true,
      of: COOKIE,
      judge: isLongCookie,
    },
  ],
});

function isLongCookie(value: string): boolean {
  return value.length >= (/\d/.test(value) ? LEAST : LEAST_OF_LETTERS);
}

/** Of a Windows account, and of things at Twilio: these name something and open nothing. */
const IDENTITY = /^(?:S-1-|[A-Z]{2}[0-9a-f]{32}$)/;
const NAME_KIND = /[\w.-]/;

/** Values of `PHPSESSID`, `connect.sid` and `sid`, of which the last is the name of other things too. */
export const sessionId: Detector = {
  name: 'session-id',
  group: 'secret',
  validates: 'the name as a whole; a value that looks like a credential, and behind a bare sid a long random one',
  source: 'SPEC 4',
  literals: ['sid=', 'sid:', 'sid"', "sid'"],
  match: (window, start, end) => {
    const named = findNamed(window, start, end - 1);
    if (named === undefined || 'kind' in named) {
      return named;
    }
    const { rule, enclosure } = named;
    if (rule.type !== 'secret' || rule.value !== 'lenient' || enclosure.statement !== undefined) {
      return undefined;
    }
    const isBare = start <= window.floor || !NAME_KIND.test(window.text.charAt(start - 1));
    const judge = (sample: string, context: ValueContext): boolean =>
      !IDENTITY.test(sample) && (isBare ? isRandomValue(sample, context) : isLikelySecret(sample, context));
    const word = { ...enclosure, isLine: false, stop: KIND.stop };
    return (
      matchValue(window, enclosure, 'session_id', judge) ??
      (enclosure.close === '' ? matchValue(window, word, 'session_id', judge) : undefined)
    );
  },
};
