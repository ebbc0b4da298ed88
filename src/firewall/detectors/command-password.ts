import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, undecided } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { LONGEST_OPENING, openQuoted } from '../redactor/opening.js';
import { isStatedSecret, isValue, type ValueContext } from '../redactor/secret-value.js';

const MAX_BEFORE = 140;
const SEPARATORS = ['\n', ';', '|', '&', '`'];
/** Commands by the option that takes their password; the value may touch the option where the command allows it. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  p: /\b(?:sshpass|mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|mongo(?:sh|dump|restore)?|(?:docker|podman|helm registry|buildah|oc|cf|az|az acr) login|rabbitmqadmin|smbmap|winexe|7z[az]?|rar|unrar|arangosh|clickhouse-client)\b/,
  P: /\b(?:zip|unzip|sqlcmd|bcp|isql|osql|mosquitto_(?:pub|sub))\b/,
  a: /\bredis-(?:cli|benchmark)\b/,
  w: /\bldap(?:search|modify|add|delete|whoami|passwd)\b/,
};
const TOUCHING = /\b(?:sshpass|mysql|mariadb|7z|rar|unrar)/;
const PORTS = /^\d{1,5}(?::\d{1,5})?$/;

/** Passwords behind a short option of a command that is known to take one there: `mysql -phunter2`. */
export const commandPassword: Detector = {
  name: 'command-password',
  group: 'secret',
  validates: 'the command before; a value that is no option, variable or port',
  source: 'manual pages of the commands',
  literals: [' -p', ' -a ', ' -w '],
  match: (window, start, end) => {
    const { text, floor, origin, isFinal } = window;
    const isSpaced = end - start === 4;
    const option = text.charAt(start + 2);
    const from = !isSpaced && isKind(text, end, KIND.space) ? end + 1 : end;
    if (from + LONGEST_OPENING > text.length && !isFinal) {
      return undecided(start);
    }
    const first = text.charAt(from);
    const command = COMMANDS[option];
    if (first === '-' || first === ' ' || command === undefined) {
      return undefined;
    }
    const bare = { start: from, close: '', escapes: 0, stop: KIND.pause, isLine: true };
    const enclosure = openQuoted(text, from) ?? bare;
    if (start === floor && start !== origin && !isSpaced && from > end) {
      return matchValue(window, enclosure, 'password', isMixedPassword);
    }
    const before = commandBefore(text.slice(Math.max(floor, start - MAX_BEFORE), start));
    if (!command.test(before) || (from === end && !isSpaced && !TOUCHING.test(before))) {
      return undefined;
    }
    return matchValue(window, enclosure, 'password', isPassword);
  },
};

/** What of the line belongs to the command whose option this is. */
function commandBefore(line: string): string {
  return line.slice(Math.max(...SEPARATORS.map((separator) => line.lastIndexOf(separator))) + 1);
}

/** Behind a finding, such as the name of a user, the command cannot be seen: the value must say it all. */
function isMixedPassword(sample: string, context: ValueContext): boolean {
  return isPassword(sample, context) && isStatedSecret(sample, { ...context, isQuoted: false, isData: true });
}

function isPassword(sample: string, context: ValueContext): boolean {
  return !PORTS.test(sample) && isValue(sample, { ...context, isData: true });
}
