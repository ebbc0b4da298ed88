import { withRandomWord } from '../assignments/random-word.js';
import { matchValue } from '../bind/enclosed-value.js';
import { BARE_DATA, type ValueContext } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import { matchUpTo, type ValuePlace } from '../lex/long-value.js';
import { holdsPlaceholder, withHiddenName } from '../lex/placeholder.js';
import { untilEnd } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND, runEnd } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';

const SNMP = /\bsnmp(?:walk|bulkwalk|get|bulkget|getnext|set|table|trap|inform|status|df|translate|delta)\b/;
/** Commands by the option that takes their password; the value may touch the option where the command allows it. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  '-p': /\b(?:sshpass|mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|mongo(?:sh|dump|restore)?|(?:docker|podman|helm registry|buildah|oc|cf|az|az acr) login|rabbitmqadmin|smbmap|winexe|psexec|7z[az]?|rar|unrar|arangosh|clickhouse-client|usermod|useradd)\b/i,
  '-P': /\b(?:zip|unzip|sqlcmd|bcp|isql|osql|mosquitto_(?:pub|sub)|ipmitool|ipmi-\w+)\b/,
  '-a': /\bredis-(?:cli|benchmark)\b/,
  '-w': /\bldap(?:search|modify|add|delete|whoami|passwd)\b/,
  '-A': SNMP,
  '-X': SNMP,
  '-c': SNMP,
  '-k': /\bopenssl enc\b/,
  '-b': /\bgh (?:secret|variable) set\b/,
  '--body': /\bgh secret set\b/,
  '-passwd': /\b(?:x11vnc|vncserver|vncviewer|xvnc)\b/i,
  '-pw': /\b(?:plink|pscp|psftp|putty)\b/i,
  '-storepass': /\b(?:keytool|jarsigner)\b/i,
  '-keypass': /\b(?:keytool|jarsigner)\b/i,
  '/p:': /\b(?:[xws]l?freerdp3?|rdesktop|mstsc)\b/i,
  'pass:': /\bopenssl\b.{1,100} -(?:pass|passin|passout|password)$/,
};
const TOUCHING = /\b(?:sshpass|mysql|mariadb|7z|rar|unrar)/;
const PORTS = /^\d{1,5}(?::\d{1,5})?$/;
/** What everybody may know: the names of communities as they are shipped. */
const PUBLIC = /^(?:public|private|community)$/;

/** Passwords behind an option of a command that is known to take one there: `mysql -phunter2`. */
export const commandPassword: Detector = {
  name: 'command-password',
  group: 'secret',
  validates: 'the command before; a value that is no option, variable or port',
  source: 'manual pages of the commands',
  literals: ' -p| -a | -w | -x | -c | -k | -b |--body | -passwd | -pw | -storepass | -keypass | /p:| pass:'.split('|'),
  match: (window, start, end) => {
    const { text } = window;
    const last = text.charAt(end - 1);
    const isSpaced = last === ' ';
    const option = text.slice(text.charAt(start) === ' ' ? start + 1 : start, isSpaced ? end - 1 : end);
    const command = COMMANDS[option];
    if (command === undefined) {
      return undefined;
    }
    const isJoined = isSpaced || last === ':';
    const from = !isJoined && isKind(text, end, KIND.space) ? end + 1 : end;
    const first = text.charAt(searched(window, from, from + 1));
    if ('- '.includes(first)) {
      return undefined;
    }
    const isTouching = from === end && !isJoined;
    if (!isBehind(window, start, command) || (isTouching && !isBehind(window, start, TOUCHING))) {
      return undefined;
    }
    const quoted = openQuoted(window, from);
    const bare = { start: from, close: '', escapes: 0, stop: KIND.pause, isLine: true };
    const verdict = matchValue(window, quoted ?? bare, 'password', isPassword);
    return quoted === undefined ? withRandomWord(window, from, 'password', verdict) : verdict;
  },
};

function isBehind(window: Window, start: number, command: RegExp): boolean {
  return command.test(ownCommand(window.before(start, LOOK_BACK)));
}

function isPassword(sample: string, context: ValueContext): boolean {
  return !PORTS.test(sample) && !PUBLIC.test(sample) && isValue(sample, { ...context, isData: true });
}

/** So much of the line tells whether an argument of the command is a password. */
const MAX_LINE = 160;
/** Programs that read a password, or `name:password`, from another one. */
const READER =
  /^\| ?(?:sudo )?(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|crane auth|helm registry|regctl registry|az acr|cosign) login [^\n|]*--password-stdin|gh auth login [^\n|]*--with-token|passwd --stdin|kinit\b|cryptsetup\b|su(?:do)? -S\b)/;
const LOGIN_READER = /^\| ?(?:sudo )?chpasswd\b/;
const PRINTED = /^((?:-[neE]{1,3} )?(?:["']?%s(?:\\n)?["']? )?)(["']?)((?:[^"'|]|'\\''){1,96}?)\2 ?$/;
const PRINTED_LOGIN =
  /^((?:-[neE]{1,3} )?(?:["']?%s(?:\\n)?["']? )?["']?(?:[\w.@+-]{1,32}|\[REDACTED:[\w:]{1,36}\]):)()([^|\s]{1,96}?)["']? ?$/;
const HTPASSWD =
  /^((?=-[a-zA-Z]{0,8}b)-(?:[a-zA-Z]{0,8}n[a-zA-Z]{0,8}|[a-mo-zA-Z]{1,8} \S{1,80}) \S{1,48} )(["']?)((?:[^\s"']|'\\''){1,64})\2/;
const SHARE = /^((?:\S{1,3} )?\\\\\S{1,80} )(["']?)((?![/*])[^\s"]{1,64})\2 \/u(?:ser)?:/i;
const SHARE_OF = /^((?:\S{1,3} )?\\\\\S{1,80} \/u(?:ser)?:\S{1,64} )(["']?)((?![/*])[^\s"]{1,64})\2/i;
const ACCOUNT = /^(\S{1,48} )(["']?)((?![/*])[^\s"]{1,64})\2(?= (?:\/\w{1,16} ?){0,4}\/add\b)/i;

type Parts = RegExpExecArray | null;

/** By the command: what stands before the password, its quote, and the password. */
const ARGUMENTS: Readonly<Record<string, (line: string) => Parts>> = {
  echo: printed,
  printf: printed,
  htpasswd: (line) => HTPASSWD.exec(line),
  'net use': (line) => SHARE.exec(line) ?? SHARE_OF.exec(line),
  'net user': (line) => ACCOUNT.exec(line),
};

/** Passwords that a command is given as an argument, or from another one: `echo hunter2 | docker login --password-stdin`. */
export const commandArgument: Detector = {
  name: 'command-argument',
  group: 'secret',
  validates: 'the whole command; a value that is no reference',
  source: 'manual pages of the commands',
  literals: Object.keys(ARGUMENTS).map((command) => `${command} `),
  match: (window, start, end) => {
    const { text } = window;
    const limit = end + MAX_LINE;
    const stop = window.next(KIND.lineEnd, end, limit);
    searched(window, stop, limit);
    const partsOf = ARGUMENTS[text.slice(start, end - 1).toLowerCase()];
    const [, before = '', quote = '', value = ''] = partsOf?.(text.slice(end, stop)) ?? [];
    const from = end + before.length + quote.length;
    return value === '' || holdsPlaceholder(value) || !isValue(value, BARE_DATA)
      ? undefined
      : found(from, from + value.length, 'password');
  },
};

/** What stands behind the pipe is asked about first: it is one question, and rarely true. */
function printed(line: string): Parts {
  const pipe = line.indexOf('|');
  if (pipe < 0) {
    return null;
  }
  const reader = line.slice(pipe);
  const isRead = READER.test(reader);
  return isRead || LOGIN_READER.test(reader) ? (isRead ? PRINTED : PRINTED_LOGIN).exec(line.slice(0, pipe)) : null;
}

const SEPARATORS = '\n;|&`';
const QUOTES = '"\'';
/** At the end of a line that goes on: of shells, and of Windows' own. */
const CONTINUED = /[\\^]\r?$/;

/**
 * What of the text before a place belongs to the command that goes on there: behind the last sign between commands that
 * does not stand in quotes. A line that ends in a backslash goes on in the next one.
 */
function ownCommand(before: string): string {
  let start = 0;
  for (let at = 0; at < before.length; at += 1) {
    const sign = before.charAt(at);
    if (QUOTES.includes(sign)) {
      // One that is not closed is an apostrophe, or the place stands in a string itself.
      const closed = before.indexOf(sign, at + 1);
      at = closed < 0 ? at : closed;
    } else if (SEPARATORS.includes(sign) && !(sign === '\n' && CONTINUED.test(before.slice(start, at)))) {
      start = at + 1;
    }
  }
  return before.slice(start);
}

const MAX_USER = 160;
const MAX_COOKIE = 400;
const WEB = /\b(?:curl|wget|http|https|xh|aria2c)\b/;
const USER = /^[^\s:'"$]{1,64}:(?!\d+$)(?:[^'"$]|\$(?![A-Za-z_{(]))+$/;
/** Within apostrophes a dollar sign stands for itself, unless the password is one variable. */
const USER_AS_IT_IS = /^[^\s:'"$]{1,64}:(?!\d+$|\$\w+$|\$\{\w+\}$|\$\(.*\)$)./;
/** Within quotes a backslash may stand before either sign. */
const USER_ESCAPED = /^[^\s:'"$]{1,64}:(?!\d+$)(?:[^$\\]|\\.|\$(?![A-Za-z_{(]))+$/;

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
    return isBehind(window, start, WEB)
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
    if (!isBehind(window, start, WEB)) {
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
    return isBehind(window, start, SAMBA) ? matchOption(window, end, value, passwordStart) : undefined;
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
