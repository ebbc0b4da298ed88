import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineParser, mayHoldLongNumbers, parseExactly } from '../../src/streams/exact-numbers.js';

describe('numbers that a double cannot hold', () => {
  it.each([
    ['{"a":12345678901234567890}', { a: '12345678901234567890' }],
    ['[-98765432109876543210]', ['-98765432109876543210']],
    ['{"a":123456789.123456789}', { a: '123456789.123456789' }],
    ['{"a": 0.1000000000000000055}', { a: '0.1000000000000000055' }],
    ['1e400', '1e400'],
    ['{"a":1e-400}', { a: '1e-400' }],
    ['12345678901234567890', '12345678901234567890'],
  ])('%s keeps every digit', (line, value) => {
    expect(mayHoldLongNumbers(Buffer.from(line))).toBe(true);
    expect(lineParser(Buffer.from(line))(line)).toEqual(value);
    expect(parseExactly(line)).toEqual(value);
  });

  it.each([
    '{"a":1,"b":-2.5,"c":1e3,"d":9007199254740991}',
    '{"iban":"DE89370400440532013000","n":1}',
    '{"s":"a 12345678901234567890 b","t":"\\"12345678901234567890"}',
    '{"12345678901234567890":1}',
    '[1.10, 100000000000000000000.0, 0.30000000000000004]',
  ])('%s is what JSON.parse makes of it', (line) => {
    expect(parseExactly(line)).toEqual(JSON.parse(line));
    expect(lineParser(Buffer.from(line))(line)).toEqual(JSON.parse(line));
  });

  it('any JSON of ordinary numbers is parsed as ever', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = JSON.stringify(value);
        expect(parseExactly(line)).toEqual(JSON.parse(line));
      }),
    );
  });

  it('the quick look for them says what one regular expression says', () => {
    const whole = /(?:^|[:,[\s])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;
    const piece = fc.oneof(
      fc.constantFrom(':', ',', '[', ' ', '"', '-', '.', 'e', 'E', '+', 'x', '\u00a0', 'é', '\n'),
      fc.integer({ min: 1, max: 18 }).map((length) => '1234567890.98765432'.slice(0, length)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const bytes = Buffer.from(text, 'latin1');
        expect(mayHoldLongNumbers(bytes)).toBe(whole.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('the parser of a stretch of lines gives what parsing each with care gives', () => {
    const number = fc.oneof(
      fc.constantFrom('0', '-0', '0.0', '0e0', '1e-400', '-2.5e-999', '1e400', '1e+0400', '5e001', '1e5', '0e999'),
      fc.constantFrom('12345678901234567890', '0.1000000000000000055', '1.10', '100000000000000000000.0'),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    );
    const line = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.constantFrom('"a1e400"', '"0"', 'null', 'true', '"12345678901234567890"'),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `{${items.map((item, i) => `"k${i}":${item}`)}}`),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const texts = lines.map(String);
        const parse = lineParser(Buffer.from(texts.map((text) => `${text}\n`).join('')));
        expect(texts.map(parse)).toEqual(texts.map(parseExactly));
      }),
      { numRuns: 500 },
    );
  });

  it('is found in deep nesting too', () => {
    const line = `${'['.repeat(500)}1e400${']'.repeat(500)}`;
    expect(JSON.stringify(lineParser(Buffer.from(line))(line))).toContain('"1e400"');
  });
});
