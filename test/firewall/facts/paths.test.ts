import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { createSummariser } from '../../../src/firewall/facts/summariser.js';
import { createFactJudgement } from '../../../src/firewall/frames/fact-judgement.js';
import { createValueRedactor } from '../../../src/firewall/rows/redact-value.js';

function factsOf(rows: readonly Row[], allowed?: readonly string[]): readonly string[] {
  const summariser = createSummariser(createFactJudgement({}, allowed));
  summariser.addRows(rows);
  return summariser.facts({ heading: false, maxFacts: 99 });
}

const ORDERS = Array.from({ length: 30 }, (_unused, id) => ({
  id,
  shop: { town: `t${id % 3}`, size: id === 7 ? null : id % 5, ...(id < 4 ? {} : { open: id % 2 === 0 }) },
  tags: ['red', 'blue'].slice(0, id % 3),
  items: [
    { sku: `s${id}`, price: id === 20 ? 900 : id % 7 },
    { sku: 'bag', price: 1.5 },
  ],
}));

describe('what is inside of rows is told by its path', () => {
  it('the members of objects, items of lists and members of records in lists, like columns', () => {
    expect(factsOf(ORDERS)).toEqual([
      'id: 0 to 29',
      'tags: list of 0 to 2 items (string), 30 in all',
      'items: list of 2 items (object)',
      'shop.town: t0=10 t1=10 t2=10',
      'shop.size: 0 to 4, 0=6 1=6 3=6 4=6 2=5, mean 2, sum 58, least in row 0 (id=0), most in row 4 (id=4), 1 null',
      'tags[]: red=20 blue=10',
      'items[].sku: bag=30 s0=1 s1=1 s10=1 s11=1 s12=1 s13=1 s14=1 s15=1 s16=1 s17=1 s18=1 s19=1 s2=1 s20=1 s21=1 s22=1 s23=1 s24=1 s25=1 and 11 more',
      'items[].price: 0 to 900, 1.5=30 0=5 1=5 2=4 3=4 4=4 5=4 6=3 900=1, mean 17.0667, sum 1024, least in items.0 of row 0 (sku=s0), most in items.0 of row 20 (sku=s20)',
      'shop.open: true=13 false=13, 4 missing',
    ]);
  });

  it('in a single row the lists come first, and a place is a path in it', () => {
    const [first] = factsOf([{ name: 'orders', all: ORDERS.flatMap(({ items }) => items) }]).filter((fact) =>
      fact.startsWith('all[].price'),
    );
    expect(first).toContain('most in all.40 (sku=s20)');
    expect(factsOf([{ name: 'orders', all: ORDERS.map(({ id }) => ({ id })) }])[0]).toMatch(/^all\[\]\.id: 0 to 29/);
  });

  it('dictionaries by the records in them, also where one lies in another, and where the row is one', () => {
    const leaf = (version: string, dependencies?: { readonly [key: string]: Row }): Row => ({
      version,
      ...(dependencies && { dependencies }),
    });
    const six = Object.fromEntries('ant bee cat dog elk fox'.split(' ').map((name) => [name, leaf('1.0.0')]));
    const tree = { dependencies: { ...six, g: leaf('2.0.0', { h: leaf('3.0.0', { i: leaf('3.0.0') }) }) } };
    expect(factsOf([tree])).toEqual(['dependencies.**.version: 1.0.0=6 3.0.0=2 2.0.0=1']);
    expect(factsOf([six])[0]).toBe('*.version: 1.0.0=6');
  });

  it('only the first fifty members of an object, and as deep as eight names; the others are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_unused, at) => [`m${at}`, at]));
    expect(factsOf([{ many }, { many }]).at(-1)).toBe('inside the rows: 276 more fields');
    const deep = Array.from({ length: 200 }).reduce<Row>((inner) => ({ a: inner }), 1);
    expect(factsOf([deep])).toEqual(['a.a.a.a.a.a.a.a.a: object with keys a']);
  });
});

describe('of what is hidden inside of rows nothing is told', () => {
  const SECRET = 'Zr7#pQ2!kM9$wX4v';
  it.each<[string, Row]>([
    ['by its name', { login: { password: SECRET } }],
    ['by a list around it', { secrets: { ci: SECRET } }],
    ['by its neighbour', { vars: [{ name: 'DB_PASSWORD', value: SECRET }] }],
    ['by the item before it', { pair: ['password', SECRET] }],
    ['as a header', { headers: ['Host', 'a.example', 'Cookie', `sid=${SECRET}`] }],
    ['as an argument', { argv: ['--password', SECRET, '-v'] }],
    [
      'as a cell',
      {
        table: [
          ['name', 'password'],
          ['ann', SECRET],
        ],
      },
    ],
    [
      'under a key that is a secret',
      { all: Object.fromEntries('abcdef'.split('').map((k) => [`${k}-password`, { x: 1, password: SECRET }])) },
    ],
  ])('%s', (_name, row) => {
    const redacted = createValueRedactor()(row).value;
    expect(JSON.stringify(redacted)).not.toContain(SECRET);
    const told = factsOf(Array.from({ length: 30 }, () => row)).join('\n');
    expect(told).not.toContain(SECRET.slice(0, 6));
  });

  it('a person is known by what the object is called', () => {
    const rows = [{ customer: { name: 'Wendell Abernathy' } }, { customers: [{ name: 'Wendell Abernathy' }] }];
    expect(factsOf(rows).join('\n')).not.toContain('Wendell');
  });

  it('what a projection leaves out is judged, and not told', () => {
    const rows = [{ to: { city: 'Osaka', street: '12 Main Street', note: 'left' } }];
    expect(factsOf(rows, ['to.city'])).toEqual(['to.city: [REDACTED:address]=1']);
    expect(factsOf([{ all: [{ a: 1, b: 2 }, 'x'] }], ['all.a'])).toEqual(['all: list of 1 item (object)']);
  });
});

describe('facts about what is inside', () => {
  const value = fc.letrec<{ value: Row }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Row>('a', 'b', 3, 4.5, null, true, '2024-01-02'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', '__proto__'), tie('value'), { maxKeys: 7 }),
    ),
  })).value;

  it('do not depend on how rows come, nor on who else is told', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), fc.nat(12), (rows, at) => {
        const whole = factsOf(rows);
        const judgement = createFactJudgement({});
        const [one, other, late] = [1, 2, 3].map(() => createSummariser(judgement));
        for (const row of rows) {
          one?.addRows([row]);
        }
        Object.assign(late?.records ?? {}, { place: Math.min(at, rows.length) });
        other?.addRows(rows.slice(0, at));
        other?.addRows(rows.slice(at), late);
        const told = { heading: false, maxFacts: 99 };
        expect(one?.facts(told)).toEqual(whole);
        expect(other?.facts(told)).toEqual(whole);
      }),
    );
  });
});
