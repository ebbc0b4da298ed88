import { isStatedSecret } from '../judge/secret-value.js';
import { KIND } from '../pattern/characters.js';
import { createNotations, type Notation } from './notation.js';
import { isStrong, isTold } from './told-secret.js';

const NAMES = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'token',
  'secret',
  ' key',
  '_key',
  '-key',
  'clave',
];
/** Words behind the name that make it a sentence about something else: its length, its form, where it is kept. */
const OTHER_THINGS: ReadonlySet<string> = new Set(
  (
    'length size limit count policy policies requirement requirements strength hash hashes hashing hashed digest file files path ' +
    'paths url uri type types name names id ids format field fields input box prompt manager management reset recovery rotation ' +
    'expiry expiration expires algorithm encoding generator generation validation validator version protection prefix suffix usage ' +
    'pattern parameter variable option flag column attribute property header headers page form screen dialog stream budget bucket ' +
    'index pair pairs binding code lookup must should may can cannot could will would has needs and or store storage vault ' +
    'provider service difference'
  ).split(' '),
);
const WORD = ' [^\\s:;="\'`|<>{}()[\\]]{1,16}';
/** What is said between the name and the verb. */
const BETWEEN = `(?:${WORD}){0,6}?`;
const VERB =
  "(?:is|was|are|now|be|ist|lautet|est|es|\u00e8|\u00e9|e'|\u00e4r|er|jest|" +
  '(?:re)?(?:set|changed|updated|rotated|switched|changes) to):?';
const OPENING = '["\'`]?';
/** There is a digit in it. */
const DIGIT = '(?=[^\\s\\d"\'`]{0,63}\\d)';
/** Behind a colon stands a value of what the words before name: `the token you asked for: …`. */
const OF = ' (?:for|of|to|you|we|i|as|that|from|on|in|at|below|here)';

/** Secrets that people tell each other. */
const ROWS: readonly Notation[] = [
  // the password was changed from … to …
  {
    literals: NAMES,
    behind: new RegExp(`${BETWEEN} (?:re)?(?:set|changed|updated|rotated|switched) from ${OPENING}${DIGIT}`, 'i'),
    next: new RegExp(`["'\`]? to ${OPENING}${DIGIT}`, 'i'),
    notBefore: OTHER_THINGS,
    of: 'literal',
    judge: isTold,
  },
  // she changed password from … to …
  {
    literals: ['password from'],
    behind: new RegExp(` ${OPENING}(?=[^\\s"',;]{6,64}["'\`]? to ["'\`]?[^\\s\\d]{0,63}\\d)${DIGIT}`),
    next: new RegExp(`["'\`]? to ${OPENING}${DIGIT}`),
    judge: isTold,
  },
  // the client_secret we have on file is …; the password for the box has been changed to …
  {
    literals: NAMES,
    behind: new RegExp(`${BETWEEN} ${VERB} ${OPENING}${DIGIT}`, 'i'),
    notBefore: OTHER_THINGS,
    of: 'literal',
    judge: isTold,
  },
  // here is the token you asked for: …
  {
    literals: NAMES,
    behind: new RegExp(`${OF}(?:${WORD}){0,6}?: {0,2}${OPENING}${DIGIT}`, 'i'),
    notBefore: OTHER_THINGS,
    of: 'literal',
    judge: isStrong,
  },
  // das Password lautet …
  {
    literals: ['password ist ', 'password lautet ', 'password est ', 'password es ', 'password \u00e8 '],
    judge: isStatedSecret,
  },
  // a temporary password is generated for root@localhost: …
  { literals: ['password is generated for '], behind: /[^\s:]{1,40}: /, stop: KIND.pause, judge: isTold },
  // please use the following password to proceed to installation:
  {
    literals: ['following password ', 'following passphrase '],
    behind: new RegExp(`[^\\n:]{0,60}:\\s{1,8}${OPENING}${DIGIT}`),
    judge: isTold,
  },
  // use the token … to log in
  {
    literals: ['use the token ', 'using the token ', 'with the token ', 'use token ', 'using token ', 'with token '],
    behind: new RegExp(`${OPENING}${DIGIT}`),
    of: { type: 'secret', value: 'any' },
    judge: isStrong,
  },
  // пароль от базы …
  {
    literals: [
      '\u043f\u0430\u0440\u043e\u043b\u044c \u043e\u0442 ',
      '\u043f\u0430\u0440\u043e\u043b\u044c \u0434\u043b\u044f ',
      '\u043f\u0430\u0440\u043e\u043b\u044c \u043a ',
    ],
    behind: new RegExp(`[^\\s:]{1,16}(?:${WORD})?:? ${OPENING}${DIGIT}`),
    judge: isTold,
  },
  // the password has been updated. New one: …
  {
    literals: ['new one: ', 'new one is ', 'new one is now '],
    before: /\b(?:password|passphrase|passcode|pwd)\b[^\n]{0,60}$/i,
    behind: new RegExp(`${OPENING}${DIGIT}`),
    judge: isTold,
  },
];

/** Secrets in sentences, with other words between the name and the value. */
export const sentence = createNotations({
  name: 'sentence',
  validates: 'a verb or a colon before; letters mixed with digits, as in passwords and keys',
  source: 'SPEC 4',
  rows: ROWS,
});

const ACCOUNT = '(?:user(?:name)?|usr|login|account|acct)';
const CREDENTIALS = [
  'creds',
  'credentials',
  'login',
  'logins',
  'logon',
  'user / pass',
  ...['id', 'user', 'username', 'login'].flatMap((account) =>
    ['pw', 'pwd', 'pass', 'passwd', 'password'].map((password) => `${account}/${password}`),
  ),
];
/** A name, a slash and the quote of a value. */
const USER = `["'\`]?\\w[\\w.@+\\\\-]{0,31}["'\`]? ?[/|] ?${OPENING}${DIGIT}`;

/** A name and a password, as people write them down together. */
const LOGINS: readonly Notation[] = [
  // creds: admin / …, ID/PW(admin/…), id/pw -> admin/…
  { literals: CREDENTIALS, behind: new RegExp(`[ :=(>\u2013-]{1,4}${USER}`), stop: KIND.pause, judge: isStrong },
  // login with admin / …
  {
    literals: CREDENTIALS,
    behind: new RegExp(` (?:with|as|is|are|using) ${USER}`, 'i'),
    stop: KIND.pause,
    judge: isStrong,
  },
  // user viewer pass …
  {
    literals: [' pass '],
    before: new RegExp(`(?:^|[^\\w])${ACCOUNT}(?:[:=]? |=)["'\`]?[\\w.@+\\\\-]{1,64}["'\`]?,?$`, 'i'),
    behind: /["'`]?(?=[^\s\d"'`]{0,63}\d)/,
    stop: KIND.pause,
    judge: isTold,
  },
];

/** A name and a password beside each other in a note. */
export const notedLogin = createNotations({
  name: 'noted-login',
  validates: 'a word for an account before, and a name; a value that looks like a password',
  source: 'SPEC 4',
  rows: LOGINS,
});
