import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, lineOf } from '../../../src/contract/frame.js';
import { digestOf } from '../../support/digest-of.js';
import { kernelOver, requestFor, text } from '../../support/test-kernel.js';

const DATA = Array.from({ length: 90 }, (_, i) => [
  String(i + 1),
  i === 70 ? '' : i % 3 ? 'north' : 'east',
  i === 40 ? '99.5' : `${i % 7}.5`,
]);
const FACTS = (place: number) => [
  'rows of the table: 90',
  'no: 1 to 90',
  'depot: north=59 east=30, 1 null',
  `weight: 0.5 to 99.5, 0.5=13 1.5=13 2.5=13 3.5=13 4.5=13 5.5=12 6.5=12 99.5=1, mean 4.51111, sum 406, least in row ${place} (no=1), most in row ${place + 40} (no=41)`,
];

describe('a table in text', () => {
  it.each<[string, readonly string[], (cells: readonly string[]) => string, number]>([
    ['psql', [' no | depot | weight ', '----+-------+--------'], (cells) => ` ${cells.join(' | ')} `, 2],
    ['Markdown', ['| no | depot | weight |', '|----|:-----:|-------:|'], (cells) => `| ${cells.join(' | ')} |`, 2],
    [
      'a box',
      ['┌────┬───────┬────────┐', '│ no │ depot │ weight │', '├────┼───────┼────────┤'],
      (cells) => `│ ${cells.join(' │ ')} │`,
      3,
    ],
  ])('%s is told like rows', (_name, header, rowOf, place) => {
    const kept = digestOf([...header, ...DATA.map(rowOf)]);
    expect(kept.kind_id).toBe('table');
    const sum = DATA.reduce((all, [, , weight]) => all + Number(weight), 0);
    expect(kept.kindFacts).toEqual(
      FACTS(place).map((fact) =>
        fact.replace(/mean .*, sum 404/, `mean ${Number((sum / 90).toPrecision(6))}, sum ${sum}`),
      ),
    );
    const outline = kept.outline.map(({ line }) => line.row);
    expect(outline).toContain(place + 70);
    expect(outline).toContain(place + 40);
  });

  it('records of psql that stand below each other are rows', () => {
    const kept = digestOf(
      DATA.flatMap(([no, depot], i) => [`-[ RECORD ${i + 1} ]---`, `no    | ${no}`, `depot | ${depot}`]),
    );
    expect(kept.kindFacts).toEqual(FACTS(0).slice(0, 3));
  });

  it('a page with a small table is a page, and cells of another table are not counted', () => {
    const page = [
      '# A',
      '',
      'Words.',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '## B',
      'More words.',
      'And more.',
    ];
    expect(digestOf(page).kind_id).toBe('markdown');
    const kept = digestOf([' a | b ', '---+---', ' 1 | 2 ', ' 1 | 2 | 3 ', ' 3 | 4 ']);
    expect(kept.kindFacts[0]).toBe('rows of the table: 2, and 1 line with other cells');
  });

  it('is told the same whatever its pieces, and without what is hidden', async () => {
    const hidden = `ann@${'example.com'}`;
    const whole = [
      ' no | depot | mail ',
      '----+-------+------',
      ...DATA.map(([no, depot]) => ` ${no} | ${depot} | ${hidden} `),
      '',
    ]
      .join('\n')
      .repeat(4);
    const shown = async (at: readonly number[]): Promise<Frame> => {
      const edges = [0, ...[...at].sort((a, b) => a - b), whole.length];
      const kernel = await kernelOver(() => edges.slice(1).map((to, i) => text(whole.slice(edges[i], to))));
      return kernel.invoke(await requestFor(kernel, { maxTokens: 700 }));
    };
    const first = await shown([]);
    expect(lineOf(first)).not.toContain(hidden);
    expect(first.facts).toEqual(
      expect.arrayContaining(['rows of the table: 360', expect.stringMatching(/^no: 1 to 90/)]),
    );
    const cut = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cut, async (at) => {
        const { facts, highlights } = await shown(at);
        expect({ facts, highlights }).toEqual({ facts: first.facts, highlights: first.highlights });
      }),
      { numRuns: 8 },
    );
  });
});
