import { withRandomWord } from '../assignments/random-word.js';
import { matchValue } from '../bind/enclosed-value.js';
import { BARE_DATA, type ValueContext } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { isBehindCommand } from './own-command.js';

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
    if (!isBehindCommand(window, start, command) || (isTouching && !isBehindCommand(window, start, TOUCHING))) {
      return undefined;
    }
    const quoted = openQuoted(window, from);
    const bare = { start: from, close: '', escapes: 0, stop: KIND.pause, isLine: true };
    const verdict = matchValue(window, quoted ?? bare, 'password', isPassword);
    return quoted === undefined ? withRandomWord(window, from, 'password', verdict) : verdict;
  },
};

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
