import { BARE_DATA } from '../judge/field-rule.js';
import { isMechanism } from '../judge/names-of-things.js';
import { isRandomValue, isStatedSecret, isValue } from '../judge/secret-value.js';
import { type Detector, found, LOOK_BACK, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { KIND, LINE_FEED } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';

const MAX_LINE = 240;
/** What stands before the value, its quote, and the value; or, of a few, what has to follow as well. */
const QUOTED = `(["']?)([^\\s"']{1,64})\\2(?=[\\s"',;)\\]]|$)`;
const MIXED = `(["']?)((?=[^\\s]*\\d)(?=[^\\s]*[A-Za-z])[^\\s"',;]{6,64})(?=[\\s"',;]|$)`;

/** As many words as a wallet has. */
const PHRASE =
  /^((?:["'] ?:| is|:|=| ?=)? ?["']?)()(?!mnemonic)([a-z]{3,8}(?: [a-z]{3,8}){11}(?:(?: [a-z]{3,8}){3}){0,4})(?= ?(?:["'.,;<]|$))/i;
/** Words, a colon or a verb. */
const PURPOSE = new RegExp(`^([\\w@.+' -]{1,40}(?:: | is ))${MIXED}`);

/** The second string of a call, and the string of a declaration. */
const LOGIN = /^(\s{0,4}["'][^"'\n]{1,64}["'],\s{0,4})(["'])([^"'\n]{6,128})\2/;
const STRING = /^(\s?)(")([^"\n]{6,128})"/;
const ARRAY = /^(\d{0,4}\] ?= ?)(")([^"\n]{6,128})"/;
const OPAQUE = /^()()([\w+/=-]{16,64})(?=[\s"'.,;]|$)/;
/** The old one and the new one are hidden together. */
const CHANGED =
  /^()()((?=\S{0,64}\d)["']?[^\s"',;]{6,64}["']? to (?=\S{0,64}\d)["']?[^\s"',;]{6,64}?)(?=["']?[.,;]?(?:\s|$))/;

const PASS = 'pass ';
const AUTH = 'auth ';

/** By what introduces it: a password in the configuration of a server or device, or in a protocol. */
const DIRECTIVES: Readonly<Record<string, RegExp>> = {
  'requirepass ': new RegExp(`^()${MIXED}`),
  'masterauth ': new RegExp(`^()${MIXED}`),
  'snmp-server community ': new RegExp(`^()(?!(?:public|private)\\b)${QUOTED}(?= (?:ro|rw|view)\\b|\\s*$)`, 'i'),
  'rocommunity ': new RegExp(`^()(?!(?:public|private)\\b)${QUOTED}`),
  'rwcommunity ': new RegExp(`^()(?!(?:public|private)\\b)${QUOTED}`),
  'enable secret ': new RegExp(`^((?:level \\d{1,2} )?(?:[04589] )?)${MIXED}`),
  'enable password ': new RegExp(`^((?:level \\d{1,2} )?(?:[0578] )?)${MIXED}`),
  ' password 7 ': /^()()([0-9A-Fa-f]{6,64})(?=\s|$)/,
  ' password 0 ': new RegExp(`^()${QUOTED}(?=\\s*$)`),
  ' secret 0 ': new RegExp(`^()${QUOTED}(?=\\s*$)`),
  'set password for ':
    /^((?:'[^'\s]{1,32}'|"[^"\s]{1,32}"|[\w.-]{1,32})(?:@(?:'[^'\s]{0,64}'|"[^"\s]{0,64}"|[\w.%-]{1,64}))? (?:= |to )(?:(?:old_)?password\()?)(["'])([^"'\n]{1,64})\2/i,
  [PASS]: /^()()(\S{1,64})(?=\s*$)/,
  [AUTH]:
    /^(?!(?:PLAIN|LOGIN|CRAM|DIGEST|NTLM|XOAUTH2|GSSAPI|EXTERNAL|OAUTHBEARER|SCRAM)\b)((?:[^\s"']{1,64} )?)()(\S{6,64})(?=\s*$)/,
  'auth=(': LOGIN,
  'basicauth(': LOGIN,
  'digestauth(': LOGIN,
  'password string =': STRING,
  'passwd string =': STRING,
  'secret string =': STRING,
  'token string =': STRING,
  'apikey string =': STRING,
  'password[': ARRAY,
  'passwd[': ARRAY,
  'secret[': ARRAY,
  'apikey[': ARRAY,
  'sonar.login=': OPAQUE,
  '-dtoken=': OPAQUE,
  'session id ': OPAQUE,
  'password from ': CHANGED,
  'password changed from ': CHANGED,
  'psk=': /^()(["']?)([^"'\n]{8,64})\2(?=\s*$)/,
  'password for ': PURPOSE,
  'password of ': PURPOSE,
  'seed phrase': PHRASE,
  'recovery phrase': PHRASE,
  'mnemonic phrase': PHRASE,
  mnemonic: PHRASE,
  'wifi:': /^((?:(?:[TSHREA]|T2|PH2|EAP):(?:\\.|[^;\\\n]){0,40};){1,6}P:)()((?:\\.|[^;\\\n]){1,64})(?=;)/i,
};

/** Behind the name of a user, and what the server answers, in the protocols of mail and files. */
const USER_BEFORE =
  /(?:^|\n)(?:C: |[<>*]+ |-+> )?USER (?!anonymous\b|ftp\b)\S{1,64}\r?(?:\n(?:S: |[<>*]+ )?(?:331|\+OK)[^\n]{0,80})?$/i;

const RANDOM: ReadonlySet<string> = new Set(['sonar.login=', '-dtoken=', 'session id ']);
/** In code, and where a word of another kind may stand. */
const STATED: ReadonlySet<string> = new Set(
  Object.keys(DIRECTIVES).filter((name) => name === AUTH || /[([]$| string =$/.test(name)),
);

/** Words that no wallet uses. */
const SENTENCE = / (?:the|and|for|with|from|your|are|was|not|his|her|our|some|which|their|them|been|has|had|but) /i;
const SPOKEN = { ...BARE_DATA, isQuoted: false };

/** Passwords in lines of configuration files: `requirepass hunter2`, `snmp-server community s3cret RO`. */
export const directive: Detector = {
  name: 'directive',
  group: 'secret',
  validates: 'the words of the line; a value that is no reference, default or plain word',
  source: 'manuals of the programs and devices',
  literals: Object.keys(DIRECTIVES),
  match: (window, start, end) => {
    const { text } = window;
    const introduction = text.slice(start, end).toLowerCase();
    if (
      (introduction === PASS && !isBehindUser(window, start)) ||
      (introduction === AUTH && !isCommand(window, start))
    ) {
      return undefined;
    }
    const limit = end + MAX_LINE;
    const stop = searched(window, window.next(KIND.lineEnd, end, limit), limit);
    const line = text.slice(end, stop);
    const [, before = '', quote = '', value = ''] = DIRECTIVES[introduction]?.exec(line) ?? [];
    const from = end + before.length + quote.length;
    const isPhrase = value.includes(' ');
    return value === '' || value.includes(PLACEHOLDER_START) || !isSecret(introduction, before, value)
      ? undefined
      : found(from, from + value.length, isPhrase && quote === '' ? 'secret' : 'password');
  },
};

/** Whether the line is the one that follows the name of a user. */
function isBehindUser(window: Window, start: number): boolean {
  return window.text.charCodeAt(start - 1) === LINE_FEED && USER_BEFORE.test(window.before(start - 1, LOOK_BACK));
}

/** Of Redis: at the beginning of a line, or behind the prompt. */
function isCommand({ text, floor, origin }: Window, start: number): boolean {
  const isFirst = start === origin || (start > floor && text.charCodeAt(start - 1) === LINE_FEED);
  return text.startsWith('AUTH', start) && (isFirst || (start - 2 >= floor && text.startsWith('> ', start - 2)));
}

/** Behind words of a sentence the value must look like a password. */
function isSecret(introduction: string, before: string, value: string): boolean {
  if (RANDOM.has(introduction)) {
    return isRandomValue(value, BARE_DATA);
  }
  if (STATED.has(introduction)) {
    return !isMechanism(value) && isStatedSecret(value, introduction === AUTH ? SPOKEN : BARE_DATA);
  }
  if (value.includes(' ')) {
    return !SENTENCE.test(value);
  }
  return /(?:: | is )$/.test(before) ? isStatedSecret(value, SPOKEN) : isValue(value, BARE_DATA);
}
