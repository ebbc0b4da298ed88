import { createNotations, type Notation } from '../bind/notation.js';
import { BARE_DATA, type ValueContext } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { KIND } from '../pattern/characters.js';

const SNMP = 'snmp(?:walk|bulkwalk|get|bulkget|getnext|set|table|trap|inform|status|df|translate|delta)';
const TOUCHING = 'sshpass|mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?|7z[az]?|rar|unrar';
const LOGINS = '(?:docker|podman|helm registry|buildah|oc|cf|az|az acr) login';
const PORTS = /^\d{1,5}(?::\d{1,5})?$/;
/** What everybody may know: the names of communities as they are shipped. */
const PUBLIC = /^(?:public|private|community)$/;
const SPACED = /[ \t]/;

/** Passwords behind an option of a command that is known to take one there: `mysql -phunter2`. */
export const commandPassword = createNotations({
  name: 'command-password',
  validates: 'the command before; a value that is no option, variable or port',
  source: 'manual pages of the commands',
  rows: [
    option(' -p', `(?:${TOUCHING})\\b`),
    {
      ...option(
        ' -p',
        `(?:${TOUCHING}|${LOGINS}|mongo(?:sh|dump|restore)?|rabbitmqadmin|smbmap|winexe|psexec|arangosh|clickhouse-client|usermod|useradd)\\b`,
      ),
      behind: SPACED,
    },
    {
      ...option(' -P', '(?:zip|unzip|sqlcmd|bcp|isql|osql|mosquitto_(?:pub|sub)|ipmitool|ipmi-\\w+)\\b'),
      behind: SPACED,
    },
    option(' -a ', 'redis-(?:cli|benchmark)\\b'),
    option(' -w ', 'ldap(?:search|modify|add|delete|whoami|passwd)\\b'),
    option(' -A | -X | -c ', `${SNMP}\\b`),
    option(' -k ', 'openssl enc\\b'),
    option(' -b |--body ', 'gh secret set\\b'),
    option(' -b ', 'gh variable set\\b'),
    option(' -passwd ', '(?:x11vnc|vncserver|vncviewer|xvnc)\\b'),
    option(' -pw ', '(?:plink|pscp|psftp|putty)\\b'),
    option(' -storepass | -keypass ', '(?:keytool|jarsigner)\\b'),
    option(' /p:', '(?:[xws]l?freerdp3?|rdesktop|mstsc)\\b'),
    option(' pass:', 'openssl\\b.{1,100} -(?:pass|passin|passout|password)$'),
  ],
});

function option(options: string, programs: string): Notation {
  return {
    literals: options.split('|'),
    isExact: true,
    command: new RegExp(`\\b${programs}`, 'i'),
    stop: KIND.pause,
    judge: isPassword,
  };
}

function isPassword(sample: string, context: ValueContext): boolean {
  const isOther = PORTS.test(sample) || PUBLIC.test(sample) || (!context.isQuoted && sample.startsWith('-'));
  return !isOther && isValue(sample, { ...context, isData: true });
}

const WEB = /\b(?:curl|wget|http|https|xh|aria2c)\b/;
const VARIABLE = /^(?:\$\w+|\$\{\w+\}|\$\(.*\))$/;
const WITH_VARIABLE = /(?<!\\)\$[A-Za-z_{(]/;

/** The cookies in `curl -b name=value`; without an equals sign it is the name of a file. */
export const curlCookie = createNotations({
  name: 'curl-cookie',
  validates: 'the command before, and a name and a value',
  source: 'curl.se/docs/manpage.html#-b',
  rows: [
    {
      ...login('-b ', WEB, /(?<quote>['"]?)(?=[\w.%-]{1,64}=(?!["'$])\S)/),
      of: { type: 'cookie', value: 'any' },
      judge: () => true,
    },
  ],
});

/** The password in `curl -u name:password` and its kin. */
export const curlUser = createNotations({
  name: 'curl-user',
  validates: 'the command before, and a password that is no number or variable',
  source: 'curl.se/docs/manpage.html#-u, httpie.io/docs/cli/basic-auth',
  rows: [
    // Within apostrophes a dollar sign stands for itself.
    {
      ...login('-u |--user |--proxy-user ', WEB, new RegExp(`(?<quote>')${nameUpTo(':', 0)}`)),
      judge: (value) => !/^\d*$/.test(value) && !VARIABLE.test(value),
    },
    {
      ...login('-u |--user |--proxy-user ', WEB, new RegExp(`(?<quote>"?)${nameUpTo(':', 0)}`)),
      judge: (value) => !/^\d*$/.test(value) && !WITH_VARIABLE.test(value),
    },
    // HTTPie and xh: http -a bob:hunter2 :8080
    {
      ...login('-a ', /\b(?:https?|xhs?) /, new RegExp(`(?<quote>['"]?)${nameUpTo(':', 0)}`)),
      judge: (value) => !/^\d*$/.test(value) && !WITH_VARIABLE.test(value),
    },
  ],
});

/** The password in `smbclient -U name%password`. */
export const sambaUser = createNotations({
  name: 'samba-user',
  validates: 'the command before, and a name and a percent sign',
  source: 'samba.org/samba/docs/current/man-html/smbclient.1.html',
  rows: [
    {
      ...login(
        '-u |--user=|--user ',
        /\b(?:smb(?:client|get|cacls|cquotas|map)|rpcclient|winexe|nmblookup|wmic|net (?:rpc|ads|time))\b/,
        new RegExp(`(?<quote>['"]?)${nameUpTo('%', 1)}`),
      ),
      judge: (value) => !/^\$?\{?[A-Z_]+\}?$/.test(value),
    },
  ],
});

/** A name of so many characters at least, or what took its place, and a sign. */
function nameUpTo(sign: string, least: number): string {
  return `(?:\\[REDACTED:[\\w:]{1,36}\\]|(?!\\[REDACTED:)[^\\s:${sign}'"$]{${least},64})${sign}`;
}

function login(options: string, command: RegExp, behind: RegExp): Omit<Notation, 'judge'> {
  return { literals: options.split('|'), command, behind, stop: KIND.pause, isWhole: true };
}

/** As shells write a string; an apostrophe in one stands between two others. */
const STRING = "(?:[^\"'|\\r\\n]|'\\\\''){1,96}?";
const PRINTED = '(?:-[neE]{1,3} )?(?:["\']?%s(?:\\\\n)?["\']? )?["\']?';
/** Programs that read a password, or `name:password`, from another one. */
const READER =
  '["\']? ?\\| ?(?:sudo )?(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|crane auth|helm registry|regctl registry|az acr|cosign) login [^\\n|]{0,80}--password-stdin|gh auth login [^\\n|]{0,80}--with-token|passwd --stdin|kinit\\b|cryptsetup\\b|su(?:do)? -S\\b)';
const LOGIN_READER = '["\']? ?\\| ?(?:sudo )?chpasswd\\b';
const SHARE = '(?:\\S{1,3} )?\\\\\\\\\\S{1,80}';
const WORD = '(?!["\']?[/*\\s])';
const ARGUMENT = '(?:"[^"\\r\\n]{1,64}"|\'[^\'\\r\\n]{1,64}\'|[^\\s"\']\\S{0,63})';
/** Options; behind two of them stands a number. */
const SWITCHES = '(?:-\\w{0,7}(?:[Cr] \\d{1,6}|\\w) ){0,6}';
/** All but `-n`, with which the passwords are printed. */
const WITH_FILE = SWITCHES.replaceAll('\\w', '[a-mo-zA-Z\\d]');
const OPERAND = '(?!-)\\S{1,80} ';

/** Passwords that a command is given as an argument, or from another one: `echo hunter2 | docker login --password-stdin`. */
export const commandArgument = createNotations({
  name: 'command-argument',
  validates: 'the whole command; a value that is no reference',
  source: 'manual pages of the commands',
  rows: [
    // echo hunter2 | docker login --password-stdin
    argument('echo |printf ', PRINTED, `${STRING}(?=${READER})`),
    // echo bob:hunter2 | chpasswd
    argument(
      'echo |printf ',
      `${PRINTED}(?:[\\w.@+-]{1,32}|\\[REDACTED:[\\w:]{1,36}\\]):`,
      `[^|\\s]{1,96}?(?=${LOGIN_READER})`,
    ),
    // htpasswd -b file bob hunter2, htpasswd -nb bob hunter2
    word('htpasswd ', new RegExp(`(?=${SWITCHES}-\\w{0,8}b)(?=${SWITCHES}-\\w{0,8}n)${SWITCHES}${OPERAND}`)),
    word('htpasswd ', new RegExp(`(?=${WITH_FILE}-\\w{0,8}b)${WITH_FILE}${OPERAND}${OPERAND}`)),
    // net use Z: \\srv\share hunter2 /user:bob
    word('net use ', new RegExp(`${SHARE} ${WORD}(?=${ARGUMENT} /u(?:ser)?:)`, 'i')),
    // net use \\srv\share /user:bob hunter2
    word('net use ', new RegExp(`${SHARE} /u(?:ser)?:\\S{1,64} ${WORD}`, 'i')),
    // net user bob hunter2 /add
    word('net user ', new RegExp(`\\S{1,48} ${WORD}(?=${ARGUMENT} (?:/\\w{1,16} ?){0,4}/add\\b)`, 'i')),
  ],
});

/** A value that is the next word of the command, or a string. */
function word(commands: string, behind: RegExp): Notation {
  return {
    literals: commands.split('|'),
    behind,
    stop: KIND.pause,
    isWhole: true,
    judge: (sample) => isValue(sample, BARE_DATA),
  };
}

function argument(commands: string, behind: string, value: string): Notation {
  return {
    literals: commands.split('|'),
    behind: new RegExp(behind, 'i'),
    value: new RegExp(value, 'i'),
    judge: (sample) => isValue(sample, BARE_DATA),
  };
}
