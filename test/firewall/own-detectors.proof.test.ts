import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnDetector, RedactionSettings } from '../../src/contract/redaction.js';
import { createRedactor, type RedactionOptions, redactText } from '../../src/firewall/find/redactor.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { chooseRedaction } from '../../src/firewall/settings/redaction-choice.js';
import { everySplit, partitions } from '../support/every-split.js';
import { proofSize } from '../support/proof-size.js';

const own = (more: Partial<OwnDetector>): RedactionSettings => ({
  own_detectors: [{ name: 'staff', type: 'staff', pattern: 'EMP-[0-9]{6}', ...more }],
});
const STAFF = own({});
const BADGE = own({ pattern: '[0-9]{5,8}', keywords: ['badge', 'employee'] });
const MAIL = ['ada', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');

function redactPieces(pieces: readonly string[], options: RedactionOptions): string {
  const redactor = createRedactor(options);
  return [...pieces.map((piece) => redactor.push(piece)), redactor.end()].map(({ text }) => text).join('');
}

describe("detectors of one's own", () => {
  test.each<readonly [string, RedactionSettings, string, string]>([
    ['a literal beginning', STAFF, 'is EMP-123456, EMP-12345 and', 'is [REDACTED:staff], EMP-12345 and'],
    ['no part of a longer word', STAFF, 'TEMP-123456 EMP-1234567 EMP-123456x xEMP-123456', ''],
    ['behind an escape', STAFF, '{"a":"\\nEMP-123456\\n"}', '{"a":"\\n[REDACTED:staff]\\n"}'],
    ['case as in the pattern', STAFF, 'emp-123456', ''],
    ['the end of the text', STAFF, 'EMP-123456', '[REDACTED:staff]'],
    ['one after the other', STAFF, 'EMP-123456 EMP-654321', '[REDACTED:staff] [REDACTED:staff]'],
    [
      'beside other findings',
      STAFF,
      `${MAIL},EMP-123456,${KEY}`,
      '[REDACTED:email],[REDACTED:staff],[REDACTED:aws_key]',
    ],
    ['touching a placeholder', STAFF, 'EMP-123456[REDACTED:email]', ''],
    [
      'several beginnings',
      own({ pattern: '(?:EMP|CON)-\\d{3}' }),
      'EMP-123 CON-123 OUT-123',
      '[REDACTED:staff] [REDACTED:staff] OUT-123',
    ],
    ['the longest of several', own({ pattern: 'EMP-\\d{2}(?:-\\d{2})?' }), 'EMP-12-34-56', '[REDACTED:staff]-56'],
    ['a border', own({ pattern: 'EMP-\\d{2}\\b' }), 'EMP-12_ EMP-12.', 'EMP-12_ [REDACTED:staff].'],
    ['beyond ASCII', own({ pattern: 'EMP-\\p{L}{2}' }), 'EMP-éß EMP-é1', '[REDACTED:staff] EMP-é1'],
    ['beyond 16 bits', own({ pattern: 'EMP-.' }), 'EMP-😀', '[REDACTED:staff]'],
    [
      'many ways at once, again and again',
      own({ pattern: 'ab(?:[ab]{0,60}a[ab]{12})' }),
      `${'abb'.repeat(22)}a ab ${'abb'.repeat(30)} ${'abbab'.repeat(9)}abb`,
      `[REDACTED:staff] ab ${'abb'.repeat(30)} [REDACTED:staff]`,
    ],
    [
      'a border tells words apart',
      own({ pattern: 'EMP-.\\b.' }),
      'EMP-1- EMP--1 EMP-12 EMP---',
      '[REDACTED:staff] [REDACTED:staff] EMP-12 EMP---',
    ],
    ['digits at the beginning', own({ pattern: '99-[A-Z]{3}' }), '99-ABC 199-ABC', '[REDACTED:staff] 199-ABC'],
    ['a keyword', BADGE, 'badge no. 123456, room 123456', 'badge no. [REDACTED:staff], room 123456'],
    [
      'a keyword in JSON',
      BADGE,
      '{"employee_id":"1234567","n":1234567}',
      '{"employee_id":"[REDACTED:staff]","n":1234567}',
    ],
    ['a keyword on another line', BADGE, 'badge\n123456', ''],
    ['a keyword too far away', BADGE, `badge ${'x '.repeat(20)}123456`, ''],
    ['a keyword inside a word', BADGE, 'xbadge 123456', ''],
    ['a placeholder between', BADGE, 'badge [REDACTED:email] 123456', ''],
    ['a finding between', BADGE, `badge ${MAIL} 123456`, 'badge [REDACTED:email] [REDACTED:staff]'],
    ['luhn', own({ checksum: 'luhn' }), 'EMP-123455 EMP-123456', '[REDACTED:staff] EMP-123456'],
    [
      'verhoeff',
      own({ checksum: 'verhoeff', pattern: 'EMP-\\d{4}' }),
      'EMP-2363 EMP-2364',
      '[REDACTED:staff] EMP-2364',
    ],
    ['damm', own({ checksum: 'damm', pattern: 'EMP-\\d{4}' }), 'EMP-5724 EMP-5727', '[REDACTED:staff] EMP-5727'],
    [
      'mod 11,10',
      own({ checksum: 'mod11_10', pattern: 'EMP-\\d{11}' }),
      'EMP-86095742719 EMP-86095742718',
      '[REDACTED:staff] EMP-86095742718',
    ],
    [
      'mod 11-2',
      own({ checksum: 'mod11_2', pattern: 'ID [\\dX]{16}' }),
      'ID 000000021694233X ID 0000000216942331',
      '[REDACTED:staff] ID 0000000216942331',
    ],
    [
      'mod 97-10',
      own({ checksum: 'mod97', pattern: 'LEI [0-9A-Z]{20}' }),
      'LEI 5493001KJTIIGC8Y1R12 LEI 5493001KJTIIGC8Y1R13',
      '',
    ],
  ])('%s', (_, settings, text, expected) => {
    const options = chooseRedaction(settings);
    const wanted = expected === '' ? text : expected;
    expect(redactText(wanted, options).text).toBe(wanted);
    everySplit(text, (pieces) => {
      expect(redactPieces(pieces, options)).toBe(wanted);
    });
  });

  test('cuts and repeats never matter', () => {
    const settings = {
      own_detectors: [
        ...(STAFF.own_detectors ?? []),
        {
          ...BADGE.own_detectors?.[0],
          name: 'badge',
          type: 'badge',
          pattern: '[A-Z0-9-]{4,12}',
          keywords: ['badge', 'EMP'],
        },
      ],
      sensitive_fields: ['employeeNumber'],
    };
    const options = chooseRedaction(settings);
    const allow = { values: [MAIL], patterns: ['EMP-1234[0-9]+', '[0-9]+'] };
    const allowing = chooseRedaction({ ...settings, allow });
    const parts = [
      'EMP-',
      '123456',
      '12',
      ' ',
      '\n',
      'badge',
      MAIL,
      KEY,
      'employee_number',
      '=',
      ': ',
      '"',
      '[REDACTED:email]',
      'x',
      '-',
      '[',
      'é',
      '4111 1111 1111 1111',
    ];
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((all) => all.join(''));
    fc.assert(
      fc.property(
        texts.chain((text) => fc.tuple(fc.constant(text), partitions(text))),
        ([text, pieces]) => {
          const once = redactText(text, options).text;
          expect(redactPieces(pieces, options)).toBe(once);
          expect(redactText(once, options).text).toBe(once);
          expect(redactPieces(pieces, allowing)).toBe(redactText(text, allowing).text);
        },
      ),
      { numRuns: proofSize(400, 1500) },
    );
  });

  test('text that begins values everywhere is judged in bounded steps', () => {
    const options = chooseRedaction(own({ pattern: 'aa(?:a|b|aa){1,120}c' }));
    const text = 'a'.repeat(20_000);
    expect(redactText(text, options).text).toBe(text);
  });
});

describe('sensitive fields', () => {
  const settings: RedactionSettings = { sensitive_fields: ['employeeNumber', 'Salary', 'contraseña', 'token'] };
  const options = chooseRedaction(settings);

  test.each<readonly [string, string]>([
    ['employee_number=12345', 'employee_number=[REDACTED:sensitive]'],
    ['{"employeeNumber": 12345}', '{"employeeNumber": [REDACTED:sensitive]}'],
    ['{"salary": 300}', '{"salary": [REDACTED:sensitive]}'],
    ['{"salary":true,"a":null}', '{"salary":[REDACTED:sensitive],"a":null}'],
    ['{"salary":[1,{"a":"]"}],"b":2}', '{"salary":[REDACTED:sensitive],"b":2}'],
    ['{"t":"{\\"salary\\": {\\"a\\":[1]}}","b":1}', '{"t":"{\\"salary\\": [REDACTED:sensitive]}","b":1}'],
    ['{"t":"{\\"salary\\": [1, 2","b":1}', '{"t":"{\\"salary\\": [REDACTED:sensitive]","b":1}'],
    ['salary: [1, 2]\nnext: 1', 'salary: [REDACTED:sensitive]\nnext: 1'],
    ['salary:\n  amount: 300\nnext: 1', 'salary:\n  [REDACTED:sensitive]\nnext: 1'],
    ['{"salary":null}', '{"salary":null}'],
    ['Employee number: "A 12"', 'Employee number: "[REDACTED:sensitive]"'],
    ['base-salary: 5000', 'base-salary: [REDACTED:sensitive]'],
    ['contraseña = secreta7', 'contraseña = [REDACTED:sensitive]'],
    ['token: low', 'token: [REDACTED:sensitive]'],
    ['the salary is high, the number: 5', ''],
    ['salary_band: 5', ''],
  ])('%s', (text, expected) => {
    everySplit(text, (pieces) => {
      expect(redactPieces(pieces, options)).toBe(expected === '' ? text : expected);
    });
  });

  test('in rows, whatever the value', () => {
    const redact = createValueRedactor(options);
    const row = { employee_number: 5, SALARY: { base: 1 }, 'base salary': null, contraseña: 'x', token: 'low', n: 1 };
    expect(redact(row).value).toEqual({
      employee_number: '[REDACTED:sensitive]',
      SALARY: '[REDACTED:sensitive]',
      'base salary': null,
      contraseña: '[REDACTED:password]',
      token: '[REDACTED:sensitive]',
      n: 1,
    });
    expect(redact({ name: 'EMPLOYEE_NUMBER', value: 'A12' }).value).toEqual({
      name: 'EMPLOYEE_NUMBER',
      value: '[REDACTED:sensitive]',
    });
  });
});

describe('words of placeholders', () => {
  const ANYTHING = { pattern: '[0-9A-Za-z@:.=/+-]{3,40}' };
  const settings: readonly RedactionSettings[] = [
    own({ ...ANYTHING, keywords: ['redacted'] }),
    own({ ...ANYTHING, keywords: ['red', 'password', 'email', 'token', 'staff'] }),
    own({ pattern: 'REDACTED:[a-z]{3,9}' }),
    { sensitive_fields: ['redacted', 'password', 'acted'] },
  ];
  const texts = [
    '4111111111111111',
    `${MAIL} password=hunter2x redacted abc123`,
    'password: [REDACTED:email] and [REDACTED:password] x',
    `{"redacted":"${MAIL}","token":"${KEY}"}`,
  ];

  test.each(settings)('redacting again changes nothing: %j', (given) => {
    const options = chooseRedaction(given);
    for (const text of texts) {
      const once = redactText(text, options).text;
      expect(redactText(once, options).text).toBe(once);
      everySplit(text, (pieces) => expect(redactPieces(pieces, options)).toBe(once));
      everySplit(once, (pieces) => expect(redactPieces(pieces, options)).toBe(once));
    }
  });

  test('a word that only looks like the beginning of a placeholder is a keyword', () => {
    const options = chooseRedaction(own({ ...ANYTHING, keywords: ['redacted'] }));
    expect(redactText('[redacted abc123', options).text).toBe('[redacted [REDACTED:staff]');
  });
});

describe('texts in base64', () => {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  test.each<readonly [string, RedactionSettings, string, string]>([
    ['what is off is off', { detectors: { email: false } }, `{"to":"${MAIL}"}`, ''],
    ['what is allowed is allowed', { allow: { values: [MAIL] } }, MAIL, ''],
    ['what is not allowed is not', { allow: { values: ['x'] } }, MAIL, '[REDACTED:email]'],
    ['a detector of an own config', STAFF, '{"id":"EMP-123456"}', '[REDACTED:staff]'],
    ['a sensitive field', { sensitive_fields: ['shoe_size'] }, '{"shoe_size":"38 wide"}', '[REDACTED:sensitive]'],
    ['a pack', { packs: ['br'] }, '{"cpf":"529.982.247-25"}', '[REDACTED:br_cpf]'],
  ])('%s', (_, given, text, expected) => {
    const word = encoded(text);
    expect(redactText(`x ${word} y`, chooseRedaction(given)).text).toBe(`x ${expected || word} y`);
  });
});
