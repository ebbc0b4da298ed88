import { describe, expect, test } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { type Detector, found, undecided } from '../../src/firewall/lex/detector.js';

const KEY = `gh${'p_'}${'a1B2c3D4e5'.repeat(4)}`;
const JWT_HEADER = Buffer.from('{"alg":"HS256"}').toString('base64url');
const PEM = `-----BEGIN PRI${'VATE KEY-----'}`;
const PEM_END = `-----END PRI${'VATE KEY-----'}`;

describe('redacted text', () => {
  test('says where each placeholder stands and what it stands for', () => {
    const text = 'to bob@example.com, from +15551234567.';
    expect(redactText(text)).toEqual({
      text: 'to [REDACTED:email], from [REDACTED:phone].',
      raw_chars: text.length,
      replacements: [
        { type: 'email', at: 3, length: 16, raw_chars: 15 },
        { type: 'phone', at: 26, length: 16, raw_chars: 12 },
      ],
    });
  });

  test('outside the replacements it is the raw text, character for character', () => {
    const text = `a ${KEY} b bob@example.com c password=hunter2 d`;
    const redacted = redactText(text);
    let raw = 0;
    let at = 0;
    for (const replacement of redacted.replacements) {
      const length = replacement.at - at;
      expect(redacted.text.slice(at, replacement.at)).toBe(text.slice(raw, raw + length));
      raw += length + replacement.raw_chars;
      at = replacement.at + replacement.length;
    }
    expect(redacted.text.slice(at)).toBe(text.slice(raw));
  });

  test('pseudonyms are equal for equal values', () => {
    const { text } = redactText('a@x.com b@x.com A@x.com 4111 1111 1111 1111 4111111111111111', {
      pseudonymKey: new Uint8Array([1, 2, 3]),
    });
    const [first, second, third, fourth, fifth] = text.split(' ');
    expect(first).toMatch(/^\[REDACTED:email:[0-9a-f]{4}\]$/);
    expect(third).toBe(first);
    expect(second).not.toBe(first);
    expect(fifth).toBe(fourth);
    expect(redactText(text, { pseudonymKey: new Uint8Array([9]) }).text).toBe(text);
  });

  test('pseudonyms go by the value of digits, whatever their script', () => {
    const options = { pseudonymKey: new Uint8Array([1, 2, 3]) };
    const inScript = (zero: number, digits: string) =>
      digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const marks = [0x30, 0xff10, 0x660, 0x966].map(
      (zero) => redactText(`card ${inScript(zero, '4111111111111111')}`, options).text,
    );
    expect(marks[0]).toMatch(/^card \[REDACTED:card:[0-9a-f]{4}\]$/);
    expect(new Set(marks).size).toBe(1);
    expect(redactText(`card ${inScript(0xff10, '5500005555555559')}`, options).text).not.toBe(marks[0]);
  });

  test('pseudonyms look like values and are left alone', () => {
    const options = { pseudonymKey: new Uint8Array([1]) };
    for (let index = 0; index < 300; index += 1) {
      const { text } = redactText(`password=hunter${index} pin=${4000 + index} token: abc${index}def`, options);
      expect(redactText(text, options).text).toBe(text);
      expect(redactText(text).text).toBe(text);
    }
  });

  test('only the given detectors are asked', () => {
    expect(redactText('bob@example.com password=hunter2', { detectors: [] }).text).toBe(
      'bob@example.com password=hunter2',
    );
  });
});

describe('holding back', () => {
  test('every name in a list of recipients is hidden, however the text is cut', () => {
    const text = 'Cc: Ada Lovelace <ada@b.example>, Bob Byron <bob@b.example>, "Eve Moss" <eve@b.example>\n';
    const hidden = '[REDACTED:person_name] <[REDACTED:email]>, [REDACTED:person_name] <[REDACTED:email]>';
    const expected = `Cc: ${hidden}, "[REDACTED:person_name]" <[REDACTED:email]>\n`;
    for (let cut = 0; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      const pieces = [redactor.push(text.slice(0, cut)).text, redactor.push(text.slice(cut)).text, redactor.end().text];
      expect(pieces.join('')).toBe(expected);
    }
  });

  test.each([
    ['a word that could become an address', 'Good reader, write to bob', 3],
    ['the beginning of a key', `look at ${KEY.slice(0, 20)}`, 20],
    ['digits that could go on', 'card 4111 1111', 9],
    ['a value that has not ended', 'the,password=hunter', 15],
    ['a word that a value with a space before its name could touch', 'by the password=hunter', 19],
    ['half a surrogate pair', 'smile\n\ud83d', 1],
  ])('%s waits', (_, text, held) => {
    const redactor = createRedactor();
    const output = redactor.push(text);
    expect(redactor.held()).toBe(held);
    expect(output.text).toBe(text.slice(0, text.length - held));
    expect(output.raw_chars).toBe(text.length - held);
  });

  test('the halves of a pair come out together, and a half at the end comes out too', () => {
    const redactor = createRedactor();
    const pieces = [redactor.push('a \ud83d'), redactor.push('\ude00 b'), redactor.push(' c \ud83d'), redactor.end()];
    expect(pieces.map(({ text }) => text).join('')).toBe('a \u{1f600} b c \ud83d');
  });

  test('clean prose is not held longer than its last word', () => {
    const redactor = createRedactor();
    for (const word of 'the quick brown fox jumps over a lazy dog, again and again. '.repeat(50).split(/(?<= )/)) {
      redactor.push(word);
      expect(redactor.held()).toBeLessThanOrEqual(word.length);
    }
    redactor.push('one more line\n');
    expect(redactor.held()).toBe(0);
  });

  test('a word without end is not held beyond what an address can be', () => {
    const redactor = createRedactor();
    redactor.push('a'.repeat(1_000_000));
    expect(redactor.held()).toBeLessThanOrEqual(96);
  });

  test('what is held leaves at the end, redacted', () => {
    const redactor = createRedactor();
    redactor.push('write to bob@example.co');
    expect(redactor.end()).toEqual({
      text: '[REDACTED:email]',
      raw_chars: 14,
      replacements: [{ type: 'email', at: 0, length: 16, raw_chars: 14 }],
    });
    expect(redactor.push('next.\n').text).toBe('next.\n');
  });

  test('half a surrogate pair at the end leaves as it came', () => {
    expect(redactText('smile \ud83d').text).toBe('smile \ud83d');
  });

  test('what is held is dropped when the text ends in an error', () => {
    const redactor = createRedactor();
    redactor.push(`key ${KEY.slice(0, 12)}`);
    redactor.discard();
    expect(redactor.held()).toBe(0);
    expect(redactor.end()).toEqual({ text: '', raw_chars: 0, replacements: [] });
  });

  test('a dropped withheld value does not swallow the next text', () => {
    const redactor = createRedactor();
    redactor.push(`password="${'x1'.repeat(500)}`);
    redactor.discard();
    expect(redactor.push('clean.\n').text).toBe('clean.\n');
  });
});

describe('detectors of other makers', () => {
  const base = { group: 'secret', validates: 'nothing', source: 'this test' } as const;
  const slash: Detector = {
    ...base,
    name: 'slash',
    literals: ['a/b:'],
    match: (_, start, end) => found(start, end, 'slash'),
  };
  const far: Detector = {
    ...base,
    name: 'far',
    literals: ['<<'],
    match: ({ text, isFinal }, _, end) =>
      text.length < end + 12 && !isFinal ? undecided(end) : found(end + 8, end + 12, 'far'),
  };
  const slow: Detector = {
    ...base,
    name: 'slow',
    literals: ['?'],
    match: ({ text, isFinal }, _, end) => (text.includes('!', end) || isFinal ? undefined : undecided(end)),
  };

  test('a literal with any characters is held until it is whole', () => {
    const redactor = createRedactor({ detectors: [slash] });
    expect(redactor.push('x a/b').text).toBe('x ');
    expect(redactor.push(': y').text).toBe('[REDACTED:slash] ');
    expect(redactor.end().text).toBe('y');
  });

  test('a finding further on waits for an answer before it', () => {
    const text = `${'word '.repeat(120)}<<a?bcdefgSECRET ${'word '.repeat(120)}! and more`;
    const expected = text.replace('SECR', '[REDACTED:far]');
    const redactor = createRedactor({ detectors: [far, slow] });
    const middle = text.indexOf('SECR') + 4;
    const outputs = [text.slice(0, middle), ...text.slice(middle)].map((piece) => redactor.push(piece).text);
    expect(outputs.join('') + redactor.end().text).toBe(expected);
    expect(redactText(text, { detectors: [far, slow] }).text).toBe(expected);
  });
});

describe('withholding', () => {
  const body = 'MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi0X1sY2CFFQ5dMlCz8JZq1o0Jb\n';

  test.each<[string, string, string, string, string]>([
    ['a private key', `${PEM}\n`, body, `${PEM_END}\nafter`, '[REDACTED:private_key]\nafter'],
    ['a JWT', `${JWT_HEADER}.`, 'eyJhIjoxfQ1234567890', '.sig after', '[REDACTED:jwt] after'],
    ['a value in quotes', '{"secret":"', 'aGVsbG8gd29ybGQ', '","a":1}', '{"secret":"[REDACTED:secret]","a":1}'],
    ['a value without quotes', 'password=', 'hunter2hunter2', ' after', 'password=[REDACTED:password] after'],
    ['a bearer', 'Bearer ', 'a1b2c3d4e5f6', ' after', 'Bearer [REDACTED:authorization] after'],
    ['a key of a provider', KEY, 'a1B2c3D4e5', ' after', '[REDACTED:github_token] after'],
    ['credentials in a URL', 'redis://:', 'a1b2c3d4e5f6', ' after', 'redis://:[REDACTED:password] after'],
  ])('%s without end costs no memory', (_, before, part, after, expected) => {
    const redactor = createRedactor();
    const outputs = [redactor.push(before)];
    for (let sent = 0; sent < 300_000; sent += part.length * 50) {
      outputs.push(redactor.push(part.repeat(50)));
      expect(redactor.held()).toBeLessThan(1100);
    }
    outputs.push(redactor.push(after), redactor.end());
    expect(outputs.map(({ text }) => text).join('')).toBe(expected);
    const once = outputs.flatMap(({ replacements }) => replacements);
    expect(once).toHaveLength(1);
    expect(outputs.slice(0, 60).some(({ replacements }) => replacements.length > 0)).toBe(true);
  });

  test('a private key without its last line does not swallow what follows for ever', () => {
    const log = 'an ordinary line of a log without any key\n'.repeat(40);
    const { text } = redactText(`${PEM}\n${body.repeat(20)}${log}`);
    expect(text).toMatch(/^\[REDACTED:private_key\]/);
    expect(text).not.toContain('MIIE');
    expect(text.endsWith('an ordinary line of a log without any key\n')).toBe(true);
  });
});

test('a piece too long to be scanned at once gives what the whole text gives', () => {
  const word = 'a wall 😀 ';
  for (const before of [32_700, 32_755, 32_760, 32_767]) {
    const text = `${word.repeat(4000).slice(0, before)} jo@example.com ${word.repeat(5000)} password: "${'aB3$'.repeat(20_000)}" end`;
    const redactor = createRedactor();
    const pushed = redactor.push(text);
    const ended = redactor.end();
    const whole = redactText(text);
    expect(pushed.text + ended.text).toBe(whole.text);
    expect(pushed.raw_chars + ended.raw_chars).toBe(text.length);
    expect([...pushed.replacements, ...ended.replacements].map(({ type }) => type)).toEqual(['email', 'password']);
    expect(pushed.replacements.map(({ at, length }) => pushed.text.slice(at, at + length)).join()).toMatch(/^\[/);
  }
});

test('a password far behind the beginning of its line is no part of the string before it', () => {
  const text = `"${'a'.repeat(110)}" password: "dragonfly1" x\n`;
  expect(redactText(text).text).toBe(text.replace('dragonfly1', '[REDACTED:password]'));
});

test('a long word below the name of a password is hidden wherever the text is cut', () => {
  const text = `password:\n${'aB3x'.repeat(50)}\n`;
  const expected = 'password:\n[REDACTED:password]\n';
  expect(redactText(text).text).toBe(expected);
  const redactor = createRedactor();
  const pieces = [...text].map((character) => redactor.push(character).text);
  expect([...pieces, redactor.end().text].join('')).toBe(expected);
});

test('a name in a value that is gone does not make the line behind it the head of a table, wherever the text is cut', () => {
  const options = {
    fieldRule: (name: string) => (name === 'xyz' ? ({ type: 'xyz', value: 'any' } as const) : undefined),
  };
  const text = 'mailto%3Auser%40example.com\nid,xyz,n\n1,hunter22,a\n';
  const expected = text.replace(/^.*/, '[REDACTED:email]');
  for (let cut = 0; cut <= text.length; cut += 1) {
    const redactor = createRedactor(options);
    expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(expected);
  }
});
