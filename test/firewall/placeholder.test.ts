import { describe, expect, test } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { FIELD_PHRASES } from '../../src/firewall/judge/field-phrases.js';
import { holdsPlaceholder, isBegun, placeholderEnd } from '../../src/firewall/lex/placeholder.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';

const end = (text: string) => placeholderEnd(text, 0);

describe('types', () => {
  test('of all fixtures and fields are known', () => {
    const expected = loadDetectorFixtures().filter(({ detector }) => detector !== 'placeholder');
    const types = expected.flatMap((fixture) => fixture.expected.match(/(?<=\[REDACTED:)[a-z0-9_]+(?=\])/g) ?? []);
    const all = new Set([...types, ...[...FIELD_PHRASES.values()].map(({ type }) => type), 'depth', 'sensitive']);
    expect(all.size).toBeGreaterThan(100);
    expect([...all].filter((type) => end(`[REDACTED:${type}]`) === -1)).toEqual([]);
  });

  test.each(['hunter2secret', 'no_such', 'EMAIL', 'email:7f3', 'email:7f3a4', 'email ', 'emails', ''])(
    '%j is none',
    (type) => {
      expect(end(`[REDACTED:${type}]`)).toBe(-1);
    },
  );

  test('a placeholder is waited for as long as the text can be one', () => {
    const whole = '[REDACTED:email:7f3a]';
    for (let length = 0; length < whole.length; length += 1) {
      expect(isBegun(whole.slice(0, length), 0), whole.slice(0, length)).toBe(true);
      expect(end(whole.slice(0, length))).toBe(-1);
    }
    expect(end(whole)).toBe(whole.length);
    expect(isBegun(whole, 0)).toBe(false);
    expect(isBegun('[REDACTED:email"', 0)).toBe(false);
    expect(isBegun(`[REDACTED:${'a'.repeat(31)}`, 0)).toBe(false);
  });

  test.each([
    ['x [REDACTED:email] y', true],
    ['x [REDACTED:emai', false],
    ['x [REDACTED:email', true],
    ['x [REDACTED:', true],
    ['x [REDACTED:hunter2] y', false],
    ['x [REDACTED: y', false],
  ])('%j holds one: %j', (text, expected) => {
    expect(holdsPlaceholder(text)).toBe(expected);
  });
});

describe('a word that touches what was replaced', () => {
  const word = ['Abc4efGh', 'Ijk5mnOp'].join('');
  const mail = ['ada', 'example.org'].join('@');

  test('is hidden behind a finding as behind a placeholder', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIBVwIBADANBgkqhkiG9w0B'.repeat(4)}\n-----END PRIVATE KEY-----`;
    const once = redactText(`${pem}${word} end`).text;
    expect(once).toBe('[REDACTED:private_key][REDACTED:secret] end');
    expect(redactText(once).text).toBe(once);
  });

  test('is withheld to its end, however long it is', () => {
    const redactor = createRedactor();
    const pieces = ['[REDACTED:email]', ...Array.from({ length: 100 }, () => word.repeat(8)), ` ${mail}`];
    const output = pieces.map((piece) => redactor.push(piece).text).join('') + redactor.end().text;
    expect(output).toBe('[REDACTED:email][REDACTED:secret] [REDACTED:email]');
    expect(redactText(pieces.join('')).text).toBe(output);
  });

  test('needs letters of either case and digits, and eight of them', () => {
    for (const other of ['Abc4efG', 'abc4efgh', 'ABC4EFGH', 'Abcdefgh', `-${word}`, ` ${word}`]) {
      expect(redactText(`[REDACTED:email]${other}`).text).toBe(`[REDACTED:email]${other}`);
    }
  });
});
