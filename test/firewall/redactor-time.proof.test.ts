import { describe, expect, test } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { proofSize } from '../support/proof-size.js';

const JWT_HEADER = Buffer.from('{"alg":"HS256"}').toString('base64url');
const PEM = `-----BEGIN PRI${'VATE KEY-----'}`;

/** More than twice what is held at most. */
const LENGTH = proofSize(24_000, 100_000);

describe('time', () => {
  const MORSELS = [
    ...[
      'a',
      '@',
      '1',
      '1-',
      'eyJ',
      '://',
      'a://b:',
      '-----BEGIN ',
      `${PEM}\n`,
      'password=',
      'token: ',
      'key',
      'a@a.',
      '%40',
    ],
    ...['ghp_', 'sk-', '(555) ', '+1', '4111 ', 'GB82 ', '"key":"', '\\"', 'bearer ', 'authorization: ', 'cookie: '],
    ...['[REDACTED:', `${JWT_HEADER}.`, 'http://a:b', 'é', '\u{1f600}', '<password>', '--token ', '&quot;key&quot;:'],
    ...['a&shy;', 'a1<b>', 'Donau&shy;dampf ', 'a\\u200b'],
  ];

  test.each(MORSELS)('a long run of %j comes to its end, whole and in small pieces', (morsel) => {
    const text = morsel.repeat(Math.ceil(LENGTH / morsel.length));
    const whole = redactText(text).text;
    const redactor = createRedactor();
    let pieces = '';
    for (let index = 0; index < text.length; index += 7) {
      pieces += redactor.push(text.slice(index, index + 7)).text;
    }
    pieces += redactor.end().text;
    expect(pieces).toBe(whole);
  });

  const BEGINNINGS = [
    // A table that is none, and what follows would be looked through to the end of the text for the end of a column.
    ...['', "'", '"', '(', ',', '\\', '--', '/*', '\n'].map((behind) => `create table a (${behind}`),
    // All that follow would be asked by each whether they begin a table.
    'secrets: {a: {',
    '"passwords": {',
  ];

  test.each(BEGINNINGS)('a million characters of %j in one piece take no longer than their length', (beginning) => {
    const text = beginning.repeat(Math.ceil(1_000_000 / beginning.length));
    const before = process.cpuUsage();
    redactText(text);
    const { user } = process.cpuUsage(before);
    // Less than a second; 20 or more when it grows with the square of the length.
    expect(user).toBeLessThan(10_000_000);
  });
});
