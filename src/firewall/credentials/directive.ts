import { createNotations, type Notation } from '../bind/notation.js';
import { BARE_DATA, SECRET } from '../judge/field-rule.js';
import { isMechanism } from '../judge/names-of-things.js';
import { isRandomValue, isStatedSecret, isValue } from '../judge/secret-value.js';
import { KIND, SPACE_CLASS } from '../pattern/characters.js';

const LINE_END = '["\']?\\s{0,8}(?:[\\r\\n]|$)';
/** A word that ends its line. */
const LAST = `[^\\s"']{1,64}(?=${LINE_END})`;
/** As many words as a wallet has. */
const PHRASE = /(?!mnemonic)[a-z]{3,8}(?: [a-z]{3,8}){11}(?:(?: [a-z]{3,8}){3}){0,4}(?= ?(?:["'.,;<\r\n]|$))/i;
/** Words that no wallet uses. */
const SENTENCE = / (?:the|and|for|with|from|your|are|was|not|his|her|our|some|which|their|them|been|has|had|but) /i;
const SPOKEN = { ...BARE_DATA, isQuoted: false };
/** How clients prove who they are, in other protocols. */
const METHODS = '(?:PLAIN|LOGIN|CRAM|DIGEST|NTLM|XOAUTH2|GSSAPI|EXTERNAL|OAUTHBEARER|SCRAM)\\b';

/** Up to a string of SQL, which may have a letter before its quote: `N'…'`. */
const STRING = new RegExp(String.raw`${SPACE_CLASS}{1,40}(?:(?:is|by|to) )?(?:[benu]|u&)?(?=\\{0,7}["'][^\\])`, 'i');
/** A word that is none of these strings. */
const BARE = /(?!(?:[benu]|u&)["'][^\s,;)])[a-z]\w{0,62}(?!\w)/i;
const OF_USER = /\b(?:create|alter)\s{1,8}user\s{1,8}(?:if\s{1,8}(?:not\s{1,8})?exists\s{1,8})?[^\s;,]{1,48}\s{1,8}$/i;
/** Where the password is to come from. */
const ELSEWHERE =
  /^(?:password|externally|globally|values|random|email|name|id|(?:new|old|your|my|the|a)(?:_?pass(?:word|wd)?)?)$/i;

/** Passwords in lines of configuration files and protocols: `requirepass hunter2`, `snmp-server community s3cret RO`. */
export const directive = createNotations({
  name: 'directive',
  validates: 'the words of the line; a value that is no reference, default or plain word',
  source: 'manuals of the programs and devices',
  rows: [
    // requirepass …
    line('requirepass |masterauth ', { judge: isMixed }),
    // snmp-server community … RO
    line('snmp-server community ', {
      behind: /["']?/,
      value: new RegExp(`(?!(?:public|private)\\b)[^\\s"']{1,64}(?=["']? (?:ro|rw|view)\\b|${LINE_END})`, 'i'),
    }),
    line('rocommunity |rwcommunity ', { judge: (value) => !/^(?:public|private)$/.test(value) && isPlain(value) }),
    // enable secret level 7 5 …
    line('enable secret |enable password ', { behind: /(?:level \d{1,2} )?(?:[045789] )?/, judge: isMixed }),
    // password 7 094F471A1A0A, secret 0 …
    line(' password 7 ', { value: /[0-9A-Fa-f]{6,64}(?=\s|$)/ }),
    line(' password 0 | secret 0 ', { behind: /["']?/, value: new RegExp(LAST) }),
    // SET PASSWORD FOR 'bob'@'%' = '…'
    line('set password for ', {
      behind:
        /(?:'[^'\s]{1,32}'|"[^"\s]{1,32}"|[\w.-]{1,32})(?:@(?:'[^'\s]{0,64}'|"[^"\s]{0,64}"|[\w.%-]{1,64}))? (?:= |to )(?:(?:old_)?password\()?["']/i,
    }),
    // ALTER USER bob WITH PASSWORD '…', CREATE USER bob IDENTIFIED BY '…': a string there is one, whatever it looks like
    line('password|identified by', {
      before: /\b(?:create|alter)\s{1,8}(?:user|role|login|group)\s[^;]{0,96}[^;a-z\d.-]$/i,
      behind: STRING,
    }),
    // In capitals SQL is written, and little else.
    line('IDENTIFIED BY', { isExact: true, behind: STRING }),
    line('PASSWORD', {
      isExact: true,
      before: /\b(?:WITH|ENCRYPTED|LOGIN|SUPERUSER|REPLICATION)\s$/,
      behind: STRING,
    }),
    // IDENTIFIED WITH 'mysql_native_password' BY '…'
    line('identified with ', { behind: /["'`]?\w{1,40}["'`]? by {1,4}(?=\\{0,7}["'])/i }),
    // CREATE USER scott IDENTIFIED BY tiger, as Oracle writes it; in small letters without a semicolon it could be a sentence
    line('IDENTIFIED BY ', { isExact: true, before: OF_USER, value: BARE, judge: isOfUser }),
    line('identified by ', { before: OF_USER, value: /[A-Za-z]\w{0,62}(?=;)/, judge: isOfUser }),
    // machine example.com login bob password …, in a .netrc
    line('machine|default', {
      before: /(?:^|\W)$/,
      behind:
        /\s{1,8}(?:(?!(?:login|account)\s)\S{1,64}\s{1,8})?(?:(?:login|account)\s{1,4}\S{1,32}\s{1,8}){1,2}password\s{1,4}/,
      isWhole: true,
    }),
    // Behind the name of a user, and what the server answers, in the protocols of mail and files.
    line('pass ', {
      before:
        /(?:^|\n)(?:C: |[<>*]+ |-+> )?USER (?!anonymous\b|ftp\b)\S{1,64}\r?(?:\n(?:S: |[<>*]+ )?(?:331|\+OK)[^\n]{0,80})?\n$/i,
      value: new RegExp(`\\S{1,64}(?=${LINE_END})`),
    }),
    // > PASS …, as traces of both mark what was sent; but no file, as test runners print it
    line('PASS ', {
      isExact: true,
      before: /(?:^|[\r\n])(?:>{1,3}|-{2,4}>|C:|CLIENT:) $/,
      value: new RegExp(`\\S{1,96}(?=${LINE_END})`),
      judge: (value) => !/[/\\]|\.[a-z]{1,4}$/i.test(value) && isPlain(value),
    }),
    // AUTH default …, as Redis is told
    line('AUTH ', {
      isExact: true,
      before: /(?:^|\n|> )$/,
      behind: new RegExp(`(?!${METHODS})(?:[^\\s"']{1,64} )?(?=\\S{6,64}${LINE_END})`),
      value: /\S{6,64}/,
      judge: (value) => !isMechanism(value) && isStatedSecret(value, SPOKEN),
    }),
    // -Dtoken=…, the session id …
    line('sonar.login=|-dtoken=|session id ', {
      value: /[\w+/=-]{16,64}(?=[\s"'.,;]|$)/,
      judge: (value) => isRandomValue(value, BARE_DATA),
    }),
    // psk="…"
    line('psk=', { behind: /["']?/, value: new RegExp(`[^"'\\r\\n]{7,63}[^"'\\s](?=${LINE_END})`), judge: isPhrase }),
    // Password for prod: …, the password of the server is …
    line('password for |password of ', {
      behind: /[\w@.+' -]{1,40}(?:: | is )/,
      judge: (value) => isMixed(value) && isStatedSecret(value, SPOKEN),
    }),
    // seed phrase: …
    line('seed phrase|recovery phrase|mnemonic phrase|mnemonic', {
      behind: /(?:["'] ?:| is|:|=| ?=)? ?["']?/i,
      value: PHRASE,
      of: SECRET,
      judge: isPhrase,
    }),
    // WIFI:T:WPA;S:MyNet;P:…;;
    line('wifi:', {
      behind: /(?:(?:[TSHREA]|T2|PH2|EAP):(?:\\.|[^;\\\n]){0,40};){1,6}P:/i,
      value: /(?:\\.|[^;\\\n]){1,64}(?=;)/,
      judge: isPhrase,
    }),
  ],
});

function line(introductions: string, row: Partial<Notation>): Notation {
  return { literals: introductions.split('|'), stop: KIND.pause, judge: isPlain, ...row };
}

function isPlain(value: string): boolean {
  return isValue(value, BARE_DATA);
}

function isOfUser(value: string): boolean {
  return !ELSEWHERE.test(value) && isPlain(value);
}

/** Letters and digits. */
function isMixed(value: string): boolean {
  return value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value) && isPlain(value);
}

function isPhrase(value: string): boolean {
  return value.includes(' ') ? !SENTENCE.test(value) : isPlain(value);
}
