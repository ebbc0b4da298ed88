import fc from 'fast-check';

const MORSELS = [
  ...'password token api_key secret key cvv dob Authorization Cookie Bearer Basic phone iban card ssn'.split(' '),
  ...'=|:|: |"|\'|\\|\\n|,|;|&|<|>|/|</|@|.|-|+|(|)|[|]|--|&quot;|$|{|}|*|?'.split('|'),
  ...'://|http://|postgres://u:|eyJ|eyJhbGciOiJub25lIn0.|-----BEGIN PRI|VATE KEY-----|-----END |%40|%3A|%3D'.split('|'),
  ...'[REDACTED: email [REDACTED:card] sk- gh p_ AK IA ABCDEFGHIJKLMNOP a1B2c3D4e5F6g7H8i9J0k1L2m3N4'.split(' '),
  ...'1 12 123 4111 1111 1111 555 0100 2024 45 6789 DE89 370400440532013000 ４１１１ a Z com x user null'.split(' '),
  ...['bob@example.com', 'dXNlcjpodW50ZXIy', 'é', '\u{1f600}', ' ', '\n', ' (at) ', '(dot)', '\u200b', '\\u0040'],
  ...['＠', 'ｐａｓｓ', 'word', 'eyJwYXNzd29yZCI6Imh1bnRlcjIifQ', '==', 'c2st', '&#64;', '\u0000', '\ud83d', '\ufeff'],
];

const PROSE = 'the quick |fox, |\n| |x|"|\\|\\n|,|: |=|.|-|@|1|+|(|\u{1f600}|é|; '.split('|');

/** Texts that hold, half hold and nearly hold what detectors look for, made of these inputs. */
export function hostileTexts(inputs: readonly string[]): readonly (readonly [string, fc.Arbitrary<string>])[] {
  const whole = fc.constantFrom(...inputs, ...inputs.map((input) => input.trim()));
  const part = fc
    .tuple(fc.constantFrom(...inputs), fc.nat({ max: 60 }), fc.nat({ max: 60 }))
    .map(([input, from, length]) => input.slice(from, from + length));
  const prose = fc.constantFrom(...PROSE);
  return [
    ['fixtures in prose', glue(fc.oneof(whole, prose), 6)],
    ['parts of fixtures, glued to each other', glue(fc.oneof(part, prose), 8)],
    ['what can be made of the pieces that detectors look for', glue(fc.constantFrom(...MORSELS), 24)],
    ['any characters between fixtures', glue(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 8 })), 6)],
  ];
}

function glue(parts: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> {
  return fc.array(parts, { minLength: 1, maxLength: most }).map((chosen) => chosen.join(''));
}

/** Prose in which nothing is to be found, with words that begin like something. */
export const CLEAN_PROSE =
  'The quick brown fox jumps over a lazy dog; nobody knows why. "Tell me," said the author, "is the key to it a path?" ' +
  "It isn't: secrets were passed on, tokens of esteem too. He's keen on basic bearings and on cookies, 42 of them. " +
  'Ask – politely – for 3 or 4 more… Über den Fluss, naïvely. Skip the rest (or read it later).\n'.repeat(3);

/** A value without end: what opens it, what it goes on with, what closes it and what is to come of all that. */
export interface EndlessValue {
  readonly name: string;
  readonly before: string;
  readonly part: string;
  readonly after: string;
  readonly expected: string;
}

/** Values that are withheld because they are longer than can be held. */
export function withheldValues(): readonly EndlessValue[] {
  const line = 'MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi0X1sY2CFFQ5dMlCz8JZq1o0Jb\n';
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PRI${'VATE KEY-----'}`);
  const header = Buffer.from('{"alg":"HS256"}').toString('base64url');
  const encoded = Buffer.from(`${begin}\n${line.repeat(90)}`)
    .toString('base64')
    .slice(0, 4096);
  return [
    ['a private key', `${begin}\n${line.repeat(4)}`, line, `${end}\nx`, '[REDACTED:private_key]\nx'],
    [
      'an escaped private key',
      `"${begin}\\n${line.trim()}\\n`,
      'a1B2'.repeat(16),
      `${end}\\n",`,
      '"[REDACTED:private_key]\\n",',
    ],
    ['a JWT', `${header}.`, 'eyJhIjoxfQ1234567890', '.c2ln x', '[REDACTED:jwt] x'],
    [
      'a key in base64',
      `data:text/plain;base64,${encoded}`,
      'QUJDREVGR0hJSktM',
      '" x',
      'data:text/plain;base64,[REDACTED:private_key]" x',
    ],
    [
      'a password in a connection string',
      'postgres://u:',
      'a1b2c3d4e5f6',
      '@host/db x',
      'postgres://u:[REDACTED:password] x',
    ],
    ['a value in quotes', '{"secret":"', 'aGVsbG8gd29ybGQ', '","a":1}', '{"secret":"[REDACTED:secret]","a":1}'],
    ['a value without quotes', 'password=', 'hunter2hunter2', ' x', 'password=[REDACTED:password] x'],
    ['a bearer', 'Bearer ', 'a1b2c3d4e5f6', ' x', 'Bearer [REDACTED:authorization] x'],
    ['a key of a provider', `sk-${'ant-'}api03-${'a1B2'.repeat(40)}`, 'a1B2c3D4e5', ' x', '[REDACTED:anthropic_key] x'],
  ].map(([name = '', before = '', part = '', after = '', expected = '']) => ({ name, before, part, after, expected }));
}
