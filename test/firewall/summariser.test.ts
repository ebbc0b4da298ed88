import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import type { Judgement } from '../../src/firewall/facts/judgement.js';
import { createSummariser, type FactOptions } from '../../src/firewall/facts/summariser.js';

const plain: FactOptions = { maxFacts: 100 };
const NOTHING_HIDDEN: Judgement = {
  redact: (text) => text,
  placeholder: (type) => `[REDACTED:${type}]`,
  member: () => undefined,
};

function factsOf(rows: readonly Row[], options: FactOptions = plain, judgement = NOTHING_HIDDEN): string[] {
  const summariser = createSummariser(judgement);
  summariser.addRows(rows);
  return summariser.facts(options);
}

function textFactsOf(texts: readonly (readonly [string, string])[]): string[] {
  const summariser = createSummariser(NOTHING_HIDDEN);
  for (const [text, channel] of texts) {
    summariser.addText(text, channel);
  }
  return summariser.facts(plain);
}

describe('facts about fields', () => {
  const cases: readonly (readonly [string, readonly Row[], string])[] = [
    ['numbers', [{ n: 3.1 }, { n: 990 }, { n: 5 }], 'n: 3.1 to 990, mean 332.7, sum 998.1'],
    [
      'of many numbers the median and what nearly all are below, within one percent',
      Array.from({ length: 101 }, (_, index) => ({ ms: ((index * 37) % 101) * 10 })),
      'ms: 0 to 1000, mean 500, sum 50500, median about 498, p95 about 944, least in row 0, most in row 30',
    ],
    ['decimals add up exactly', Array.from({ length: 10 }, () => ({ n: 0.1 })), 'n: 0.1 to 0.1, mean 0.1, sum 1'],
    ['booleans are counted, never averaged', [{ b: true }, { b: false }, { b: true }], 'b: true=2 false=1'],
    ['strings, the most frequent first', [{ s: 'x' }, { s: 'b' }, { s: 'x' }, { s: 'a' }], 's: x=2 a=1 b=1'],
    ['strings that would not read as one word', [{ s: '' }, { s: 'in work' }], 's: "in work"=1, 1 empty'],
    ['line breaks in values', [{ s: 'a\r\n\tb' }], 's: "a b"=1'],
    ['null and missing apart', [{ s: 'x' }, { s: null }, {}], 's: x=1, 1 null, 1 missing'],
    ['only null', [{ s: null }, { s: null }], 's: 2 null'],
    ['days', [{ d: '2024-03-01' }, { d: '2023-12-31' }], 'd: 2023-12-31 to 2024-03-01'],
    [
      'times, put into UTC',
      [{ d: '2024-03-01T00:30:00+02:00' }, { d: '2024-02-29T22:29:59.500Z' }],
      'd: 2024-02-29T22:29:59.500Z to 2024-02-29T22:30:00Z',
    ],
    ['no dates', [{ d: '2024-13-01' }, { d: '2024-01-01x' }], 'd: 2024-01-01x=1 2024-13-01=1'],
    [
      'mixed types',
      [{ m: 1 }, { m: 'n/a' }, { m: 2 }, { m: null }],
      'm: 2 numbers 1 to 2, mean 1.5, sum 3; 1 string n/a=1; 1 null',
    ],
    ['lists', [{ l: [] }, { l: ['a', 1, null] }], 'l: list of 0 to 3 items (string, number, null)'],
    ['objects', [{ o: { a: 1, b: 2 } }, { o: { c: 1 } }], 'o: object with keys a, b, c'],
    [
      'integers beyond 2^53',
      [{ n: 2 ** 53 }],
      'n: about 9.01e15 to about 9.01e15, mean about 9.01e15, sum about 9.01e15',
    ],
    [
      'a sum beyond 2^53 of short numbers',
      Array.from({ length: 10_000 }, () => ({ n: 999_999_999_999 })),
      'n: 999999999999 to 999999999999, mean 999999999999, sum about 1e16',
    ],
    [
      'long numbers',
      [{ n: 2 ** 53 - 1 }, { n: 2 ** 53 - 1 }],
      'n: 9007199254740991 to 9007199254740991, mean about 9.01e15, sum about 1.8e16',
    ],
    [
      'sums beyond all numbers',
      [{ n: 1e308 }, { n: 1e308 }],
      'n: about 1e308 to about 1e308, mean about 1e308, sum too large',
    ],
    ['numbers too large', [{ n: Number.POSITIVE_INFINITY }, { n: 1 }], 'n: 1 to 1, mean 1, sum 1, 1 not finite'],
    [
      'numbers without a form in JSON',
      [{ n: 'NaN' }, { n: 1 }, { n: '-Infinity' }],
      'n: 1 to 1, mean 1, sum 1, 2 not finite',
    ],
    ['nothing but such', [{ n: 'NaN' }, { n: 'Infinity' }], 'n: 2 not finite'],
    ['the same words among others', [{ s: 'NaN' }, { s: 'x' }, { s: 'x' }], 's: x=2 NaN=1'],
    [
      'control sequences, whole',
      [{ s: '\u001b[2J\u001b[3J\u001b[Hshown' }, { s: '\u001b]0;title\u0007\u009b1mbold' }],
      's: bold=1 shown=1',
    ],
    ['a field named __proto__', [JSON.parse('{"__proto__":7}')], '__proto__: 7 to 7, mean 7, sum 7'],
  ];

  test.each(cases)('%s', (_name, rows, fact) => {
    expect(factsOf(rows)).toContain(fact);
  });
});

describe('numbers of rows', () => {
  const rows = (values: readonly (number | string)[], name = 'size'): Row[] =>
    values.map((value, index) => ({ who: `w${index}`, [name]: value }));
  const sizes = [5, 9, 2, 7, 31, 7, 7, 8];
  const cases: readonly (readonly [string, readonly Row[], string])[] = [
    [
      'where the least and the greatest stand, and what these rows are called',
      rows(sizes),
      'size: 2 to 31, mean 9.5, sum 76, least in row 2 (who=w2), most in row 4 (who=w4)',
    ],
    [
      'texts with more zeros than JSON would write are numbers too',
      rows([...sizes, '40.50', '1.20']),
      'size: 1.2 to 40.5, mean 11.77, sum 117.7, 2 of them texts, least in row 9 (who=w9), most in row 8 (who=w8)',
    ],
    [
      'but not beside other texts',
      rows([1, '2.50', 'none']),
      'size: 2 strings 2.50=1 none=1; 1 number 1 to 1, mean 1, sum 1',
    ],
    ['ids are not averaged', rows(sizes, 'userId'), 'userId: 2 to 31, least in row 2 (who=w2), most in row 4 (who=w4)'],
    ['nor are numbers in order', rows([1, 2, 3, 5, 8, 13, 21, 34]), 'size: 1 to 34'],
    [
      'nor are times',
      rows(sizes.map((size) => 1_700_000_000 + size)),
      'size: 1700000002 to 1700000031, least in row 2 (who=w2), most in row 4 (who=w4)',
    ],
  ];

  test.each(cases)('%s', (_name, given, fact) => {
    expect(factsOf(given)).toContain(fact);
  });

  test('a row is not called what may be hidden in it', () => {
    const hides = (field: string): Judgement => ({
      ...NOTHING_HIDDEN,
      member: (name) => (name === field ? { isBeside: false, hiddenAs: () => 'x' } : undefined),
      redact: (text, name) => (name === field ? '[REDACTED:x]' : text),
    });
    expect(factsOf(rows(sizes), plain, hides('who'))).toContain(
      'size: 2 to 31, mean 9.5, sum 76, least in row 2, most in row 4',
    );
  });
});

test('rows of several types', () => {
  expect(factsOf([{ a: 1 }, 7, null, 'x', [1, 2]])).toEqual([
    'rows: 5 (1 object, 1 number, 1 string, 1 list, 1 null)',
    'fields: a number',
    'a: 1 to 1, mean 1, sum 1',
    'rows that are no objects: 1 number 7 to 7, mean 7, sum 7; 1 string x=1; 1 list list of 2 items (number); 1 null',
  ]);
});

test('facts without their heading', () => {
  expect(factsOf([{ a: 1 }, 7], { ...plain, heading: false })).toEqual([
    'a: 1 to 1, mean 1, sum 1',
    'rows that are no objects: 7 to 7, mean 7, sum 7',
  ]);
  expect(factsOf([], { ...plain, heading: false })).toEqual([]);
});

test('no rows at all', () => {
  expect(factsOf([])).toEqual(['rows: 0']);
});

test('many different strings are estimated within 5 %', () => {
  for (const size of [60, 500, 5000, 12_000, 40_000, 200_000]) {
    const rows = Array.from({ length: size }, (_unused, index) => ({ s: `user${index}@example.com` }));
    const estimate = Number(/about (\d+) distinct/.exec(factsOf(rows).join('\n'))?.[1]);
    expect(Math.abs(estimate - size) / size).toBeLessThan(0.05);
  }
});

test('facts are limited, and the last one says how many were left out', () => {
  const row = Object.fromEntries(Array.from({ length: 30 }, (_unused, index) => [`f${index}`, index]));
  const facts = factsOf([row], {});
  expect(facts).toHaveLength(20);
  expect(facts.at(-1)).toBe('13 more facts left out');
  expect(factsOf([row], { maxFacts: 1 })).toEqual(['32 more facts left out']);
});

test('a hundred thousand names in a record stay bounded', () => {
  const row = Object.fromEntries(Array.from({ length: 100_000 }, (_unused, index) => [`f${index}`, index]));
  const facts = factsOf([row, row], {});
  expect(facts[1]).toMatch(/^fields: f0 number, .* and about (9|10)\d+ more$/);
  expect(facts.every((fact) => fact.length <= 300)).toBe(true);
});

describe('redaction', () => {
  const redact = (text: string, field?: string): string => {
    if (field === 'ssn' || field === 'secret') {
      return `[REDACTED:${field}]`;
    }
    return text.replace(/[a-z]+@[a-z.]+/g, '[REDACTED:email]').replaceAll('4111111111111111', '[REDACTED:card]');
  };
  const judgement: Judgement = {
    ...NOTHING_HIDDEN,
    redact,
    member: (name) => (redact('', name) === '' ? undefined : { isBeside: false, hiddenAs: () => name }),
  };

  const cases: readonly (readonly [string, readonly Row[], string])[] = [
    [
      'equal placeholders are counted as one',
      [{ m: 'a@x.org' }, { m: 'b@x.org' }, { m: '-' }],
      'm: [REDACTED:email]=2 -=1',
    ],
    ['a sensitive number shows no figures', [{ ssn: 123456789 }, { ssn: 5 }], 'ssn: 2 numbers [REDACTED:ssn]'],
    ['a number that is sensitive itself', [{ n: 4111111111111111 }, { n: 5 }], 'n: 2 numbers [REDACTED:card]'],
    ['sensitive dates', [{ ssn: '2001-02-03' }], 'ssn: 1 date [REDACTED:ssn]'],
    ['sensitive booleans', [{ secret: true }], 'secret: 1 boolean [REDACTED:secret]'],
    ['sensitive strings', [{ secret: 'abc' }, { secret: 'def' }], 'secret: [REDACTED:secret]=2'],
    ['names', [{ 'a@x.org': 1 }], '[REDACTED:email]: 1 to 1, mean 1, sum 1'],
    ['names that become equal', [{ 'a@x.org': 1, 'b@x.org': 'x' }], '[REDACTED:email]: 2 fields, number/string'],
    ['keys of objects', [{ o: { 'a@x.org': 1, 'b@x.org': 1 } }], 'o: object with keys [REDACTED:email]'],
    ['rows that are no objects', ['a@x.org', 'b@x.org'], 'rows that are no objects: [REDACTED:email]=2'],
  ];

  test.each(cases)('%s', (_name, rows, fact) => {
    expect(factsOf(rows, {}, judgement)).toContain(fact);
  });

  test('a long value is redacted before it is cut', () => {
    const facts = factsOf([{ s: `${'x'.repeat(55)} a@example.org and more text behind it` }], {}, judgement);
    expect(facts.at(-1)).toBe(`s: "${'x'.repeat(55)} …"=1`);
  });
});

describe('facts about text', () => {
  test('lines, characters and log levels, channel by channel', () => {
    const facts = textFactsOf([
      ['2024-01-01 ERROR broken\n2024-01-01 INFO fine\n', 'stdout'],
      ['[warning] low\nlevel=error x\n{"level":"info"}\nan error that is prose\nERRORS=3', 'stderr'],
    ]);
    expect(facts).toEqual(['stdout: 2 lines, 45 chars', 'stderr: 5 lines, 76 chars']);
  });

  test('totals', () => {
    const summariser = createSummariser(NOTHING_HIDDEN);
    summariser.addRows([1, 2]);
    summariser.addText('a\nb', 'x');
    summariser.addText('', 'y');
    expect(summariser.totals()).toEqual({ rows: 2, lines: 2, chars: 3 });
  });
});

describe('batching never matters', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer({ min: 0, max: 60 }).map(String),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  );
  const row = fc.oneof(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '1'), value), value);

  test('for rows', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 200 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }),
        (rows, sizes) => {
          const input = rows as Row[];
          const summariser = createSummariser(NOTHING_HIDDEN);
          for (let start = 0, turn = 0; start < input.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            summariser.addRows(input.slice(start, start + size + 1));
            start += size + 1;
          }
          expect(summariser.facts(plain)).toEqual(factsOf(input));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('for two accounts of rows in one walk, of which one began later', () => {
    const distinct = Array.from({ length: 120 }, (_, index) => ({
      a: `v${index}`,
      d: `2024-01-01T00:00:${index % 60}`,
    }));
    const rows = fc.array(fc.oneof(row, fc.constantFrom(...distinct)), { maxLength: 200 });
    fc.assert(
      fc.property(rows, rows, (before, both) => {
        const all = createSummariser(NOTHING_HIDDEN);
        const later = createSummariser(NOTHING_HIDDEN);
        all.addRows([...distinct, ...(before as Row[])]);
        all.addRows(both as Row[], later);
        expect(all.facts(plain)).toEqual(factsOf([...distinct, ...(before as Row[]), ...(both as Row[])]));
        expect(later.facts(plain)).toEqual(factsOf(both as Row[]));
        expect(later.totals()).toEqual({ rows: both.length, lines: 0, chars: 0 });
      }),
      { numRuns: 100 },
    );
  });

  test('for text', () => {
    const piece = fc.constantFrom(
      '\n',
      '\r\n',
      'ERROR',
      'WARNING ',
      '[info]',
      ' ',
      'level=',
      'debug',
      'x'.repeat(79),
      'é',
      'a b c',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(9), { minLength: 1 }), (pieces, sizes) => {
        const text = pieces.join('');
        const cuts: [string, string][] = [];
        for (let start = 0, turn = 0; start < text.length; turn += 1) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          cuts.push([text.slice(start, start + size), 'log']);
          start += size;
        }
        expect(textFactsOf(cuts)).toEqual(textFactsOf([[text, 'log']]));
      }),
      { numRuns: 300 },
    );
  });
});
