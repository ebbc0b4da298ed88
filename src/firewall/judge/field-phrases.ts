import { CREDENTIALS, type FieldRule, PASSWORD, SECRET } from './field-rule.js';
import { NATIONAL_PHRASES } from './national-phrases.js';
import { PERSONAL_ENDINGS, PERSONAL_PHRASES } from './personal-phrases.js';

/** A name with a sensitive word somewhere in it. */
export const PARTIAL: FieldRule = { type: 'secret', value: 'random' };
export const PARTIAL_WORDS: ReadonlySet<string> = new Set(
  'token tkn secret pwd passwd password cred creds credential apikey privkey'.split(' '),
);
/** Words of names whose values are about a secret, or long and random without being one. */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(
  (
    'hash digest sha md checksum fingerprint thumbprint etag id ids uuid guid url uri path file name names type kind ' +
    'count version commit public ref at created updated date time length size index next page cursor continuation sync ' +
    'policy arn integrity reset changed expires expiry algorithm'
  ).split(' '),
);

const MNEMONIC: FieldRule = { type: 'secret', value: 'any', isPhrase: true };
const LENIENT: FieldRule = { type: 'secret', value: 'lenient' };
const STRICT: FieldRule = { type: 'secret', value: 'strict' };
/** `openweather_key`: of somebody, so that also hexadecimal digits are one. */
export const KEY_OF_ONE: FieldRule = { type: 'secret', value: 'strict', isOfOne: true };
const MIXED: FieldRule = { type: 'secret', value: 'mixed' };
const PASS: FieldRule = { type: 'password', value: 'lenient' };
const COOKIE: FieldRule = { type: 'cookie', value: 'header' };
const AUTHORIZATION: FieldRule = { type: 'authorization', value: 'header' };
const CVV: FieldRule = { type: 'cvv', value: 'digits' };
/** The private members of a JSON web key. */
const JWK: FieldRule = { type: 'private_key', value: 'jwk' };
const PIN: FieldRule = { type: 'pin', value: 'digits' };

/** Words that make a key a secret: `api key`, `signing key`. */
const KEY_QUALIFIERS =
  'api access secret private encryption decryption signing master client service ssh auth account shared ' +
  'subscription consumer deploy app admin hmac aes rsa crypto symmetric wallet license licence activation server ' +
  'stripe openai anthropic google aws azure github gitlab mailgun sendgrid twilio function host recovery webhook';

/** Words that make a security token: `access token`. */
const BEARER_QUALIFIERS =
  'access auth authentication authorization refresh id bearer session csrf xsrf api bot oauth oauth2 secret security ' +
  'device push registration reset verification jwt user app client service deploy personal private github gitlab ' +
  'slack npm pypi vault aws bitbucket discord telegram hf heroku circle travis webhook x';

/** Words before `token` or `key` that name positions, counts and identities, not secrets. */
export const HARMLESS_QUALIFIERS: ReadonlySet<string> = new Set(
  (
    'next page continuation sync start end eos bos pad unk mask sep cls stop first last prev previous current ' +
    'lookahead cursor public primary foreign sort partition cache row group unique idempotency object translation ' +
    'max min total input output prompt completion num count has is no mean average'
  ).split(' '),
);

/** Words before `key` that say what is found by it. */
export const FOUND_BY_KEYS: ReadonlySet<string> = new Set(
  (
    'root repository object asset content route map dedup dedupe tag data item record query redis bucket s3 image template chunk build block ' +
    'module entity lookup document doc node tree react element property param header metadata label config storage ssh host gpg pgp ' +
    'pub verify verification etag blob upload message event topic queue job lock'
  ).split(' '),
);

// biome-ignore format: one row, one line
const PHRASES: readonly (readonly [FieldRule, string])[] = [
  [PASSWORD, 'password|passwords|passwd|passphrase|passcode|pwd|pass word|pass phrase|pass code'],
  [PASSWORD, 'password hash|password digest|password confirmation|password confirm|password value|password plain'],
  [PASSWORD, 'password encrypted|password repeat|password again|password old|password new|password text|userpass'],
  [PASSWORD, 'identified by|user pass|db pass|smtp pass|auth pass|login pass|mail pass|ftp pass|admin pass|root pass|redis pass|mysql pass|postgres pass|pg pass|sql pass|imap pass|ldap pass|mongo pass|ssh pass|become pass|sudo pass|bind pass|proxy pass|vpn pass|wifi pass|http pass|api pass|app pass|service pass|server pass|client pass|backup pass'],
  [SECRET, 'secret|secrets|secret value|client secret|shared secret|secret hash|seed phrase|mnemonic phrase'],
  [MNEMONIC, 'mnemonic'],
  [SECRET, 'secret access key|secret key base|private key pem|private key base64|private key data|private key material|key material|private key hex|private key der|private key raw|private key bytes|private key wif|secret key hex|priv key|privkey'],
  [SECRET, 'auth salt|secure auth key|secure auth salt|logged in key|logged in salt|nonce key|nonce salt'],
  [SECRET, 'auth header|authorization header|basic auth|bearer|http auth'],
  [AUTHORIZATION, 'authorization|proxy authorization|x auth'],
  [PASSWORD, 'passwort|passworter|kennwort|mot de passe|motdepasse|contrasena|senha|wachtwoord|palavra passe'],
  [PASSWORD, 'parola d ordine|to secure string|pswd|pswrd|psword|passwrd|pasword|paswd|pw|user pw|db pw|userpw|admin pw|root pw|zugangscode|psk|wpa psk|security psk'],
  [PASSWORD, 'haslo|losenord|salasana|adgangskode|heslo|jelszo|\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc'],
  // Japanese and Korean, Turkish and Croatian, Arabic, Hebrew, Hindi, Vietnamese, Greek, Thai and Indonesian: without marks.
  [PASSWORD, '\u30cf\u30b9\u30ef\u30fc\u30c8|\ube44\ubc00\ubc88\ud638|\ube44\ubc88|\uc554\ud638|\ud328\uc2a4\uc6cc\ub4dc|sifre|lozinka|mat khau|kata sandi|passord|psw'],
  [PASSWORD, '\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631|\u0643\u0644\u0645\u0629 \u0627\u0644\u0633\u0631|\u05e1\u05d9\u05e1\u05de\u05d4|\u092a\u0938\u0935\u0930\u0921|\u03ba\u03c9\u03b4\u03b9\u03ba\u03bf\u03c2|\u0e23\u0e2b\u0e2a\u0e1c\u0e32\u0e19'],
  [SECRET, 'totp seed|otp seed|mfa seed'],
  [PASS, 'pass|mdp|clave|parola'],
  [LENIENT, 'token|auth|session id|sessionid|phpsessid|jsessionid|sid|jwt'],
  [CREDENTIALS, 'credential|credentials|cred|creds'],
  [LENIENT, 'storage key|session key'],
  [LENIENT, 'recovery code|recovery codes|backup code|backup codes|magic link'],
  [MIXED, 'session'],
  [STRICT, 'key|signature|sig|tokens'],
  // Personal access tokens.
  [KEY_OF_ONE, 'github pat|gh pat|cr pat|git pat|gitlab pat|bitbucket pat|ado pat|azure pat|devops pat|devops ext pat|databricks pat|jira pat|confluence pat|npm pat'],
  [JWK, 'd|p|q|dp|dq|qi|k'],
  [COOKIE, 'cookie|cookies|set cookie|session cookie|auth cookie|cookie header'],
  [CVV, 'cvv|cvc|ccv|cvn|csc|card verification value|card verification code|card security code|cvv code|cvc code'],
  [PIN, 'pin|pin number|card pin|otp|otp code|totp|totp code|one time code|one time password|mfa code|two factor code'],
  [PIN, 'sms code|verification code|security code|time code|geheimzahl|pin code'],
];

/** Files and programs. */
const PROGRAMS = 'htpasswd kpasswd chpasswd gpasswd yppasswd ldappasswd saslpasswd';

export const FIELD_PHRASES: ReadonlyMap<string, FieldRule> = collectPhrases();

/** Runs at every start of the program, so it makes nothing but the map. */
function collectPhrases(): ReadonlyMap<string, FieldRule> {
  const rules = new Map<string, FieldRule>();
  const addAll = (phrases: readonly string[], rule: FieldRule): void =>
    phrases.forEach((phrase) => {
      rules.set(phrase, rule);
    });
  for (const word of KEY_QUALIFIERS.split(' ')) {
    rules.set(`${word} key`, SECRET).set(`${word} keys`, SECRET);
  }
  for (const word of BEARER_QUALIFIERS.split(' ')) {
    rules.set(`${word} token`, SECRET).set(`${word} tokens`, LENIENT);
  }
  rules.set('client token', PARTIAL).set('validation key', PARTIAL).set('existing secret', PARTIAL);
  addAll(PROGRAMS.split(' '), PARTIAL);
  for (const [rule, phrases] of [...PHRASES, ...PERSONAL_PHRASES, ...NATIONAL_PHRASES]) {
    addAll(phrases.split('|'), rule);
  }
  return rules;
}

/** What stands before `pass` in names written in one word; in other words of that ending it is none of these: `compass`, `bypass`. */
const COMPACT_PREFIXES =
  'db my pg mysql postgres postgresql sql mssql oracle ora mongo mongodb redis rabbit rabbitmq amqp mqtt kafka root admin user ' +
  'usr login auth master smtp imap pop mail email ftp sftp ldap ad domain ssh vpn wifi wlan proxy http web api app svc ' +
  'service sys system bot host server client account acct acc backup repo git jenkins nexus sonar grafana store keystore ' +
  'truststore';
const COMPACT_WORDS = ['pass', 'pwd', 'pw', 'token', 'tkn'];
const compactPrefixes: { all?: ReadonlySet<string> } = {};

/** `PGPASS`, `mysqlpwd`, `apitoken`: the rule of the same name in two words. */
export function compactRule(name: string): FieldRule | undefined {
  const word = COMPACT_WORDS.find((each) => name.endsWith(each)) ?? name;
  const prefix = name.slice(0, -word.length);
  compactPrefixes.all ??= new Set(COMPACT_PREFIXES.split(' '));
  return compactPrefixes.all.has(prefix)
    ? (FIELD_PHRASES.get(`${prefix} ${word}`) ?? FIELD_PHRASES.get(word))
    : undefined;
}

const ENDINGS: readonly (readonly [FieldRule, string])[] = [
  [PASSWORD, 'password passwd passwort kennwort wachtwoord passphrase dbpass dbpwd sqlpass'],
  [SECRET, 'secret apikey secretkey privatekey accesstoken authtoken refreshtoken sessiontoken bearertoken idtoken'],
  [LENIENT, 'accesskey'],
  ...PERSONAL_ENDINGS,
];

/** Endings of names written in one word: `dbpassword`, `PGPASSWORD`, `useremail`. */
export const COMPACT_ENDINGS: readonly (readonly [string, FieldRule])[] = ENDINGS.flatMap(([rule, endings]) =>
  endings.split(' ').map((ending) => [ending, rule] as const),
);
