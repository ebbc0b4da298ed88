import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isScrambled, isWordLike } from '../../src/firewall/judge/random-value.js';

describe('pairs of letters', () => {
  test.each(['TbnGKPDVgHJQZRWFmcxq', 'qnZTKGdXWRBPvfJccxHwLQ', 'qzxvkjwpfgbnmtrd'])('%s stands by chance', (text) => {
    expect(isScrambled(text)).toBe(true);
  });

  test.each([
    'verifyWithSigningAlgorithm',
    'AWSServiceRoleForElasticLoadBalancing',
    'Donaudampfschifffahrtsgesellschaft',
    'contrasenaDelUsuario',
    'bbbbbbbbbbbbbbbbbbbbbbbb',
    'abababababababababab',
    '0123456789012345678901234',
    '',
  ])('%s does not', (text) => {
    expect(isScrambled(text)).toBe(false);
  });

  test('a short run is a word, or is none', () => {
    expect(isWordLike('signing')).toBe(true);
    expect(isWordLike('elxx')).toBe(false);
  });

  test('capitals tell nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ascii = text.replace(/[^\0-\x7f]/g, '');
        expect(isScrambled(ascii.toUpperCase())).toBe(isScrambled(ascii));
      }),
    );
  });
});
