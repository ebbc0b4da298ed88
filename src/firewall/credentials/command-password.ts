import { withRandomWord } from '../assignments/random-word.js';
import { matchValue } from '../bind/enclosed-value.js';
import type { ValueContext } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, type Enclosure, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { ownCommand } from './own-command.js';

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
    if (COMMANDS[option] === undefined) {
      return undefined;
    }
    const isJoined = isSpaced || last === ':';
    const from = !isJoined && isKind(text, end, KIND.space) ? end + 1 : end;
    const first = text.charAt(searched(window, from, from + 1));
    if ('- '.includes(first)) {
      return undefined;
    }
    const bare = { start: from, close: '', escapes: 0, stop: KIND.pause, isLine: true };
    const enclosure = openQuoted(window, from) ?? bare;
    const isTouching = from === end && !isJoined;
    return isOfCommand(window, start, option, isTouching) ? matchArgument(window, enclosure) : undefined;
  },
};

function isOfCommand(window: Window, start: number, option: string, isTouching: boolean): boolean {
  const before = ownCommand(window.before(start, LOOK_BACK));
  return COMMANDS[option]?.test(before) === true && (!isTouching || TOUCHING.test(before));
}

function matchArgument(window: Window, enclosure: Enclosure): Verdict | undefined {
  const verdict = matchValue(window, enclosure, 'password', isPassword);
  return enclosure.close === '' ? withRandomWord(window, enclosure.start, 'password', verdict) : verdict;
}

function isPassword(sample: string, context: ValueContext): boolean {
  return !PORTS.test(sample) && !PUBLIC.test(sample) && isValue(sample, { ...context, isData: true });
}
