import { firstOf, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { PLACEHOLDER_START } from '../redactor/placeholder.js';

const MAX_BEFORE = 120;
const MAX_USER = 160;
const MAX_COOKIE = 400;
const COMMAND = /\b(?:curl|wget|http|https|xh|aria2c)\b[^\n|;&]*$/;
const USER = /^[^\s:'"$]{1,64}:(?!\d+$)[^'"$]+$/;

const PAIR = /^[\w.%-]{1,64}=(?!["'$])[^\s]/;

/** The cookies in `curl -b name=value`; without an equals sign it is the name of a file. */
export const curlCookie: Detector = {
  name: 'curl-cookie',
  group: 'secret',
  validates: 'the command before, and a name and a value',
  source: 'curl.se/docs/manpage.html#-b',
  literals: ['-b '],
  match: ({ text, floor, isFinal }, start, end) => {
    if (!COMMAND.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))) {
      return undefined;
    }
    const isQuoted = '\'"'.includes(text.charAt(end)) && end < text.length;
    const from = isQuoted ? end + 1 : end;
    const limit = from + MAX_COOKIE;
    const stop = firstOf(text, isQuoted ? KIND.lineStop : KIND.pause, from, limit);
    if (stop === text.length && stop < limit && !isFinal) {
      return undecided(from);
    }
    const value = text.slice(from, stop);
    return PAIR.test(value) && !value.includes(PLACEHOLDER_START) ? found(from, stop, 'cookie') : undefined;
  },
};

/** The password in `curl -u name:password`. */
export const curlUser: Detector = {
  name: 'curl-user',
  group: 'secret',
  validates: 'the command before, and a password that is no number or variable',
  source: 'curl.se/docs/manpage.html#-u',
  literals: ['-u ', '--user ', '--proxy-user '],
  match: ({ text, floor, isFinal }, start, end) => {
    if (!COMMAND.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))) {
      return undefined;
    }
    const from = '\'"'.includes(text.charAt(end)) && end < text.length ? end + 1 : end;
    const stop = firstOf(text, from > end ? KIND.lineStop : KIND.pause, from, from + MAX_USER);
    if (stop === text.length && !isFinal) {
      return undecided(from);
    }
    const value = text.slice(from, stop);
    const colon = value.indexOf(':');
    return USER.test(value) && !value.includes(PLACEHOLDER_START)
      ? found(from + colon + 1, stop, 'password')
      : undefined;
  },
};
