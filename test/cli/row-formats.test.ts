import fc from 'fast-check';
import { marked } from 'marked';
import { afterAll, describe, expect, it } from 'vitest';
import { csvLine } from '../../src/cli/output/csv-line.js';
import { markdownHead, markdownRow } from '../../src/cli/output/markdown-table.js';
import { NO_ROWS, rowLines } from '../../src/cli/output/row-lines.js';
import { createCliWorkshop } from '../support/cli-host.js';

const shop = createCliWorkshop();
afterAll(shop.dispose);

const run = (line: string, stdin = '') => shop.run(line.split(' '), { stdin });

describe('a line of CSV', () => {
  it.each<[string, readonly unknown[], string]>([
    ['values as they are', ['a', 1, true, null, undefined], 'a,1,true,,'],
    ['what needs quotation marks', ['a,b', 'say "x"', 'two\nlines', ' edge'], '"a,b","say ""x""","two\nlines"," edge"'],
    ['lists and objects as JSON', [[1, 2], { a: 'b' }], '"[1,2]","{""a"":""b""}"'],
    ['one empty cell', [''], '""'],
    ['numbers with a sign, and telephone numbers', [-5, '-5.25', '+49 (30) 1234/56'], '-5,-5.25,+49 (30) 1234/56'],
    ['formulas', ['=1+1', '@SUM(A1)', '-cmd|x', '+cmd', '\t=1'], `'=1+1,'@SUM(A1),'-cmd|x,'+cmd,'\t=1`],
  ])('has %s', (_, values, line) => {
    expect(csvLine(values)).toBe(`${line}\n`);
  });

  it('is read back as what it was', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', '1', ';') });
    const rows = fc.sample(fc.tuple(cell, cell), 200);
    const text = ['a,b\n', ...rows.map(csvLine)].join('');
    const argv = ['pipe', '--input', 'csv', '-o', 'csv', '--budget', '100000'];
    expect((await shop.run(argv, { stdin: text })).stdout).toBe(text);
  });
});

describe('a table in Markdown', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      'a',
      '|',
      '\\',
      '`',
      '*',
      '_',
      '[x](y)',
      '<b>',
      '&lt;',
      '~~',
      'http://a.b',
      'c@d.de',
      'www.e.f',
      '!',
      '\n',
      ' ',
    ),
  });

  it('shows every value as the text it is', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (values) => {
        const html = marked.parse(markdownHead(values.map((_, at) => `c${at}`)) + markdownRow(values), {
          async: false,
        });
        const body = html.slice(html.indexOf('<tbody>'));
        expect(body).not.toMatch(/<(?!\/?(?:tbody|tr|td)>|\/table>)/);
        const cells = [...body.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => unescaped(cell));
        expect(cells).toEqual(values.map((value) => value.replace(/\s+/g, ' ').trim()));
      }),
      { numRuns: 500 },
    );
  });

  function unescaped(html: string): string {
    const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
    return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => names[name] ?? '');
  }
});

describe('-o rows, csv and markdown', () => {
  const TWO = '{"a":1,"b":"x"}\n{"a":2,"c":true}\n';

  it.each<[string, string]>([
    ['rows', '{"a":1,"b":"x"}\n{"a":2,"c":true}\n'],
    ['csv', 'a,b,c\n1,x,\n2,,true\n'],
    ['markdown', '| a | b | c |\n| --- | --- | --- |\n| 1 | x |  |\n| 2 |  | true |\n'],
  ])('print the rows alone as %s', async (format, text) => {
    expect(await run(`pipe -o ${format}`, TWO)).toMatchObject({ status: 0, stdout: text, stderr: '' });
  });

  it('give as many rows as the budget takes, and the account on standard error', async () => {
    const { stdout, stderr } = await run('invoke demo.customers rows=500 -o csv --budget 2000');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id,name,email,/);
    expect(lines.length).toBeGreaterThan(8);
    expect(stdout).not.toContain('akernel');
    expect(stderr).toMatch(/^\[akernel\] omitted 4\d\d rows.*redacted: .*next: akernel expand h_\w+ --offset \d+\n$/s);
    const [, handle = '', offset = ''] = /expand (h_\w+) --offset (\d+)/.exec(stderr) ?? [];
    const page = await run(`expand ${handle} --offset ${offset} --limit 2 --fields id,plan -o csv`);
    expect(page.stdout.split('\n').slice(0, 2)).toEqual(['id,plan', expect.stringMatching(/^\d+,\w+$/)]);
    const all = await run(`expand ${handle} --all --fields id --budget none -o rows`);
    expect(all.stdout.split('\n')).toHaveLength(501);
  });

  it('a text has no rows, and that is said', async () => {
    const { stdout, stderr } = await run('pipe -o csv', 'only words\n');
    expect([stdout, stderr]).toEqual(['', 'akernel: the result is text and has no rows; print it with -o text\n']);
  });

  it('a field that comes after the head is told of', () => {
    const { next } = rowLines([{ a: 1 }], NO_ROWS, { format: 'csv', isTty: false });
    const more = rowLines([{ a: 2, b: 3 }, 7], next, { format: 'csv', isTty: false });
    expect([more.text, [...more.next.late]]).toEqual(['2\n""\n', ['b', 'value']]);
  });

  it('a terminal gets nothing that it would obey', async () => {
    for (const format of ['rows', 'csv', 'markdown']) {
      const { stdout } = await shop.run(['pipe', '-o', format], {
        stdin: '{"a":"\\u001b[2Jx\\u202e\\u009b"}\n',
        isTty: true,
      });
      expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/);
      expect(stdout).toContain('x');
    }
  });

  it('print lists as well', async () => {
    const { stdout } = await run('capabilities list -o markdown');
    expect(stdout).toMatch(/^\| capability \|.*\n\| --- \|/);
    expect((await run('capabilities list -o rows')).lines[0]).toHaveProperty('capability_id');
  });

  it.each(['redact -o csv', 'explain demo.log -o rows', 'capabilities show demo.log -o markdown'])(
    'have no place in %s',
    async (line) => {
      const { status, stderr } = await run(line);
      expect([status, stderr]).toEqual([2, expect.stringContaining('what this prints has no rows')]);
    },
  );
});
