import { withRandomWord } from '../assignments/random-word.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { matchUpTo, type ValuePlace } from '../lex/long-value.js';
import { holdsPlaceholder, withHiddenName } from '../lex/placeholder.js';
import { untilEnd } from '../lex/take-while.js';
import { KIND, runEnd } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { isBehindCommand } from './own-command.js';

const MAX_USER = 160;
const MAX_COOKIE = 400;
const WEB = /\b(?:curl|wget|http|https|xh|aria2c)\b/;
/** The name may be left out: `:password`. */
const USER = /^[^\s:'"$]{0,64}:(?!\d+$)(?:[^'"$]|\$(?![A-Za-z_{(]))+$/;
/** Within apostrophes a dollar sign stands for itself, unless the password is one variable. */
const USER_AS_IT_IS = /^[^\s:'"$]{0,64}:(?!\d+$|\$\w+$|\$\{\w+\}$|\$\(.*\)$)./;
/** Within quotes a backslash may stand before either sign. */
const USER_ESCAPED = /^[^\s:'"$]{0,64}:(?!\d+$)(?:[^$\\]|\\.|\$(?![A-Za-z_{(]))+$/;

/** As shells write an apostrophe within apostrophes: `'\\''`, `'"'"'`. */
const UP_TO_APOSTROPHE = pattern(/(?:[^'\r\n]|'\\''|'"'"'){0,160}/);
const UP_TO_QUOTE = pattern(/(?:[^"\\\r\n]|\\[^\r\n]){0,160}/);
const LONGEST_APOSTROPHE = 5;

const PAIR = /^[\w.%-]{1,64}=(?!["'$])[^\s]/;

/** The cookies in `curl -b name=value`; without an equals sign it is the name of a file. */
export const curlCookie: Detector = {
  name: 'curl-cookie',
  group: 'secret',
  validates: 'the command before, and a name and a value',
  source: 'curl.se/docs/manpage.html#-b',
  literals: ['-b '],
  match: (window, start, end) => {
    const value = { most: MAX_COOKIE, type: 'cookie' };
    return isBehindCommand(window, start, WEB)
      ? matchOption(window, end, value, (sample) => (PAIR.test(sample) ? 0 : -1))
      : undefined;
  },
};

/** The password in `curl -u name:password`. */
export const curlUser: Detector = {
  name: 'curl-user',
  group: 'secret',
  validates: 'the command before, and a password that is no number or variable',
  source: 'curl.se/docs/manpage.html#-u',
  literals: ['-u ', '--user ', '--proxy-user '],
  match: (window, start, end) => {
    const quote = window.text.charAt(end);
    if (!isBehindCommand(window, start, WEB)) {
      return undefined;
    }
    return quote === "'" || quote === '"' ? matchQuoted(window, end + 1, quote) : matchBare(window, end);
  },
};

function matchBare(window: Window, start: number): Verdict | undefined {
  const verdict = matchUpTo(window, KIND.pause, { start, most: MAX_USER, type: 'password', isLogin: true }, (sample) =>
    USER.test(sample) ? sample.indexOf(':') + 1 : -1,
  );
  const name = runEnd(window.text, KIND.local, start, start + MAX_USER);
  return window.text.charAt(name) === ':' ? withRandomWord(window, name + 1, 'password', verdict) : verdict;
}

/** Up to the quote that closes it. */
function matchQuoted(window: Window, start: number, quote: string): Verdict | undefined {
  const sample = (quote === "'" ? UP_TO_APOSTROPHE : UP_TO_QUOTE).at(window, start)?.[0] ?? '';
  const login = withHiddenName(sample);
  if (holdsPlaceholder(login) || !(quote === "'" ? USER_AS_IT_IS : USER_ESCAPED).test(login)) {
    return undefined;
  }
  const from = start + login.indexOf(':') + 1;
  if (sample.length < MAX_USER - LONGEST_APOSTROPHE) {
    return found(from, start + sample.length, 'password');
  }
  const swallow = untilEnd({ start, close: quote, escapes: 0, stop: KIND.lineEnd }, 0);
  return { kind: 'open', start: from, type: 'password', sampleEnd: start + sample.length, swallow };
}

const SAMBA = /\b(?:smb(?:client|get|cacls|cquotas|map)|rpcclient|winexe|nmblookup|wmic|net (?:rpc|ads|time))\b/;
const SAMBA_USER = /^[^\s%:'"$]{1,64}%(?!\$?\{?[A-Z_]+\}?$)./;

/** The password in `smbclient -U name%password`. */
export const sambaUser: Detector = {
  name: 'samba-user',
  group: 'secret',
  validates: 'the command before, and a name and a percent sign',
  source: 'samba.org/samba/docs/current/man-html/smbclient.1.html',
  literals: ['-u ', '--user=', '--user '],
  match: (window, start, end) => {
    const value = { most: MAX_USER, type: 'password', isLogin: true };
    const passwordStart = (sample: string): number => (SAMBA_USER.test(sample) ? sample.indexOf('%') + 1 : -1);
    return isBehindCommand(window, start, SAMBA) ? matchOption(window, end, value, passwordStart) : undefined;
  },
};

/** An argument, in quotes or without. */
function matchOption(
  window: Window,
  end: number,
  value: Omit<ValuePlace, 'start'>,
  secretStart: (sample: string) => number,
): Verdict | undefined {
  const { text } = window;
  const isQuoted = '\'"'.includes(text.charAt(end)) && end < text.length;
  const start = isQuoted ? end + 1 : end;
  return matchUpTo(window, isQuoted ? KIND.lineStop : KIND.pause, { ...value, start }, secretStart);
}
