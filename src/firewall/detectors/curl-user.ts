import { KIND } from '../redactor/characters.js';
import type { Detector } from '../redactor/detector.js';
import { matchUpTo } from '../redactor/long-value.js';

const MAX_BEFORE = 120;
const MAX_USER = 160;
const MAX_COOKIE = 400;
const COMMAND = /\b(?:curl|wget|http|https|xh|aria2c)\b[^\n|;&]*$/;
const USER = /^[^\s:'"$]{1,64}:(?!\d+$)(?:[^'"$]|\$(?![A-Za-z_{(]))+$/;

const PAIR = /^[\w.%-]{1,64}=(?!["'$])[^\s]/;

/** The cookies in `curl -b name=value`; without an equals sign it is the name of a file. */
export const curlCookie: Detector = {
  name: 'curl-cookie',
  group: 'secret',
  validates: 'the command before, and a name and a value',
  source: 'curl.se/docs/manpage.html#-b',
  literals: ['-b '],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (!COMMAND.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))) {
      return undefined;
    }
    const isQuoted = '\'"'.includes(text.charAt(end)) && end < text.length;
    const value = { start: isQuoted ? end + 1 : end, most: MAX_COOKIE, type: 'cookie' };
    return matchUpTo(window, isQuoted ? KIND.lineStop : KIND.pause, value, (sample) => (PAIR.test(sample) ? 0 : -1));
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
    const { text, floor } = window;
    if (!COMMAND.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))) {
      return undefined;
    }
    const isQuoted = '\'"'.includes(text.charAt(end)) && end < text.length;
    const value = { start: isQuoted ? end + 1 : end, most: MAX_USER, type: 'password' };
    return matchUpTo(window, isQuoted ? KIND.lineStop : KIND.pause, value, (sample) =>
      USER.test(sample) ? sample.indexOf(':') + 1 : -1,
    );
  },
};

const SAMBA =
  /\b(?:smb(?:client|get|cacls|cquotas|map)|rpcclient|winexe|nmblookup|wmic|net (?:rpc|ads|time))\b[^\n|;&]*$/;
const SAMBA_USER = /^[^\s%:'"$]{1,64}%(?!\$?\{?[A-Z_]+\}?$)./;

/** The password in `smbclient -U name%password`. */
export const sambaUser: Detector = {
  name: 'samba-user',
  group: 'secret',
  validates: 'the command before, and a name and a percent sign',
  source: 'samba.org/samba/docs/current/man-html/smbclient.1.html',
  literals: ['-u ', '--user=', '--user '],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (!SAMBA.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))) {
      return undefined;
    }
    const isQuoted = '\'"'.includes(text.charAt(end)) && end < text.length;
    const value = { start: isQuoted ? end + 1 : end, most: MAX_USER, type: 'password' };
    return matchUpTo(window, isQuoted ? KIND.lineStop : KIND.pause, value, (sample) =>
      SAMBA_USER.test(sample) ? sample.indexOf('%') + 1 : -1,
    );
  },
};
