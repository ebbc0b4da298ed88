/**
 * What a field name says about its value. `value` is what a value must look like to be hidden: `any`; `lenient`, when
 * it could be a credential; `strict`, when it can hardly be anything else; in text, where a name can also be an
 * ordinary word, `digits` and `date` ask for that form, `pattern` leaves the value to the detectors of its kind, and
 * `header` to those of HTTP headers.
 */
export interface FieldRule {
  readonly type: string;
  readonly value: 'any' | 'lenient' | 'strict' | 'digits' | 'date' | 'pattern' | 'header';
}

const PASSWORD: FieldRule = { type: 'password', value: 'any' };
const SECRET: FieldRule = { type: 'secret', value: 'any' };
const LENIENT: FieldRule = { type: 'secret', value: 'lenient' };
const STRICT: FieldRule = { type: 'secret', value: 'strict' };
const PASS: FieldRule = { type: 'password', value: 'lenient' };
const COOKIE: FieldRule = { type: 'cookie', value: 'header' };
const AUTHORIZATION: FieldRule = { type: 'authorization', value: 'header' };
const EMAIL: FieldRule = { type: 'email', value: 'pattern' };
const PHONE: FieldRule = { type: 'phone', value: 'pattern' };
const CARD: FieldRule = { type: 'card', value: 'pattern' };
const IBAN: FieldRule = { type: 'iban', value: 'pattern' };
const SSN: FieldRule = { type: 'ssn', value: 'digits' };
const CVV: FieldRule = { type: 'cvv', value: 'digits' };
const PIN: FieldRule = { type: 'pin', value: 'digits' };
const BIRTH_DATE: FieldRule = { type: 'birth_date', value: 'date' };

/** Words that make a key a secret: `api key`, `signing key`. */
const KEY_QUALIFIERS =
  'api access secret private encryption decryption signing master client service ssh auth account storage shared ' +
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

const PHRASES: readonly (readonly [FieldRule, string])[] = [
  [PASSWORD, 'password|passwords|passwd|passphrase|passcode|pwd|pass word|pass phrase|pass code'],
  [PASSWORD, 'password hash|password digest|password confirmation|password confirm|password value|password plain'],
  [PASSWORD, 'password encrypted|password repeat|password again|password old|password new|password text|userpass'],
  [
    PASSWORD,
    'identified by|sshpass p|user pass|db pass|smtp pass|auth pass|login pass|mail pass|ftp pass|admin pass|root pass|redis pass',
  ],
  [SECRET, 'secret|secrets|secret value|client secret|shared secret|secret hash|seed phrase|mnemonic|mnemonic phrase'],
  [
    SECRET,
    'secret access key|secret key base|private key pem|private key base64|private key data|private key material|key material',
  ],
  [SECRET, 'auth header|authorization header|basic auth|bearer|http auth'],
  [AUTHORIZATION, 'authorization|proxy authorization|x auth'],
  [PASS, 'pass'],
  [LENIENT, 'token|auth|credential|credentials|creds|session id|sessionid|phpsessid|jsessionid|sid|jwt'],
  [LENIENT, 'recovery code|recovery codes|backup code|backup codes|magic link'],
  [STRICT, 'key|signature|sig'],
  [COOKIE, 'cookie|cookies|set cookie|session cookie|auth cookie|cookie header'],
  [EMAIL, 'email|emails|e mail|email address|email addresses|mail address|email addr|mailaddress|e mail address'],
  [PHONE, 'phone|phones|phone number|phone numbers|phone no|phone num|telephone|telephone number|telephone no|tel'],
  [PHONE, 'telefon|mobile number|mobile phone|mobile no|cell phone|cell number|cellphone|fax|fax number|msisdn'],
  [PHONE, 'home phone|work phone|contact number|whatsapp number|whatsapp'],
  [CARD, 'card number|card no|card num|credit card|creditcard|credit card number|debit card|debit card number'],
  [CARD, 'cc number|cc num|ccnumber|primary account number|card pan|pan number|payment card'],
  [IBAN, 'iban|iban number|iban no'],
  [SSN, 'ssn|social security number|social security no|social security|social security num|itin|ssn number'],
  [CVV, 'cvv|cvc|cvn|csc|card verification value|card verification code|card security code|cvv code|cvc code'],
  [PIN, 'pin|pin number|card pin|otp|otp code|totp|totp code|one time code|one time password|mfa code|two factor code'],
  [PIN, 'sms code'],
  [BIRTH_DATE, 'dob|date of birth|birth date|birthdate|birthday|birth day|dateofbirth|d o b'],
];

export const FIELD_PHRASES: ReadonlyMap<string, FieldRule> = new Map([
  ...KEY_QUALIFIERS.split(' ').flatMap((word): [string, FieldRule][] => [
    [`${word} key`, SECRET],
    [`${word} keys`, SECRET],
  ]),
  ...BEARER_QUALIFIERS.split(' ').flatMap((word): [string, FieldRule][] => [
    [`${word} token`, SECRET],
    [`${word} tokens`, LENIENT],
  ]),
  ...PHRASES.flatMap(([rule, phrases]) => phrases.split('|').map((phrase): [string, FieldRule] => [phrase, rule])),
]);

/** Endings of names written in one word: `dbpassword`, `PGPASSWORD`, `useremail`. */
export const COMPACT_ENDINGS: readonly (readonly [string, FieldRule])[] = [
  ['password', PASSWORD],
  ['passwd', PASSWORD],
  ['passphrase', PASSWORD],
  ['secret', SECRET],
  ['apikey', SECRET],
  ['accesskey', LENIENT],
  ['secretkey', SECRET],
  ['privatekey', SECRET],
  ['accesstoken', SECRET],
  ['authtoken', SECRET],
  ['refreshtoken', SECRET],
  ['sessiontoken', SECRET],
  ['bearertoken', SECRET],
  ['idtoken', SECRET],
  ['email', EMAIL],
  ['emailaddress', EMAIL],
  ['phonenumber', PHONE],
  ['cardnumber', CARD],
  ['creditcard', CARD],
  ['dateofbirth', BIRTH_DATE],
];
