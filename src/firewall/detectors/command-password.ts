import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { LONGEST_OPENING, openQuoted } from '../redactor/opening.js';
import { withRandomWord } from '../redactor/random-word.js';
import { isStatedSecret, isValue } from '../redactor/secret-value.js';
import type { ValueContext } from '../redactor/value-context.js';
import type { Enclosure } from '../redactor/value-enclosure.js';

const MAX_BEFORE = 140;
const SEPARATORS = ['\n', ';', '|', '&', '`'];
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
/** Between the two passwords of one command, of which the first was replaced. */
const BETWEEN = /^(?: -x \w{3,8})?$/;

/** Options that no other commands have: behind a finding in the same command the value is known by them alone. */
const OF_KEYS = /^-(?:store|key)pass$/;
const BEFORE_NEXT = /^["']?(?: |$)/;

/** Passwords behind an option of a command that is known to take one there: `mysql -phunter2`. */
export const commandPassword: Detector = {
  name: 'command-password',
  group: 'secret',
  validates: 'the command before; a value that is no option, variable or port',
  source: 'manual pages of the commands',
  literals: ' -p| -a | -w | -x | -c | -k | -b |--body | -passwd | -pw | -storepass | -keypass | /p:| pass:'.split('|'),
  match: (window, start, end) => {
    const { text, floor, origin, isFinal } = window;
    const last = text.charAt(end - 1);
    const isSpaced = last === ' ';
    const option = text.slice(text.charAt(start) === ' ' ? start + 1 : start, isSpaced ? end - 1 : end);
    if (COMMANDS[option] === undefined) {
      return undefined;
    }
    const isJoined = isSpaced || last === ':';
    const from = !isJoined && isKind(text, end, KIND.space) ? end + 1 : end;
    if (from + LONGEST_OPENING > text.length && !isFinal) {
      return undecided(start);
    }
    const first = text.charAt(from);
    if ('- '.includes(first)) {
      return undefined;
    }
    const bare = { start: from, close: '', escapes: 0, stop: KIND.pause, isLine: true };
    const enclosure = openQuoted(text, from) ?? bare;
    if (
      start !== origin &&
      isBehindFinding(option, text.slice(floor, Math.min(start, floor + MAX_BEFORE)), from > end)
    ) {
      return matchValue(window, enclosure, 'password', isMixedPassword);
    }
    const isTouching = from === end && !isJoined;
    return isOfCommand(window, start, option, isTouching) ? matchArgument(window, enclosure) : undefined;
  },
};

function isOfCommand(
  { text, floor, origin, recent }: Window,
  start: number,
  option: string,
  isTouching: boolean,
): boolean {
  const lowest = start - MAX_BEFORE;
  const line = text.slice(Math.max(floor, lowest), start);
  const before = commandBefore(line);
  const isBehind = floor !== origin && floor > lowest && recent[0] === 'password';
  if (isBehind && before === line && BEFORE_NEXT.test(line) && OF_KEYS.test(option)) {
    return true;
  }
  return COMMANDS[option]?.test(before) === true && (!isTouching || TOUCHING.test(before));
}

function matchArgument(window: Window, enclosure: Enclosure): Verdict | undefined {
  const verdict = matchValue(window, enclosure, 'password', isPassword);
  return enclosure.close === '' ? withRandomWord(window, enclosure.start, 'password', verdict) : verdict;
}

/** Whether the option stands behind something replaced, which hides the command. */
function isBehindFinding(option: string, between: string, isApart: boolean): boolean {
  return option === '-X'
    ? BETWEEN.test(between)
    : between === '' && (option === '/p:' || (isApart && option.length === 2));
}

/** What of the line belongs to the command whose option this is. */
function commandBefore(line: string): string {
  return line.slice(Math.max(...SEPARATORS.map((separator) => line.lastIndexOf(separator))) + 1);
}

/** Behind a finding, such as the name of a user, the command cannot be seen: the value must say it all. */
function isMixedPassword(sample: string, context: ValueContext): boolean {
  return isPassword(sample, context) && isStatedSecret(sample, { ...context, isQuoted: false, isData: true });
}

function isPassword(sample: string, context: ValueContext): boolean {
  return !PORTS.test(sample) && !PUBLIC.test(sample) && isValue(sample, { ...context, isData: true });
}
