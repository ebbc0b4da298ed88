import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/firewall/find/redactor.js';
import { definitionName, headingName } from '../../../src/firewall/texts/kinds/outline-name.js';
import { outlineOf } from '../../../src/firewall/texts/outline.js';
import { digestOf } from '../../support/digest-of.js';

const CODE = [
  'import { a } from "a";',
  'export class Store extends Base {',
  '  constructor(path) {',
  '  read(row) {',
  '    return a(row);',
  '  write(row, options, whatElseThereIsToSayOfIt, andMore) {',
  'export function openStore(path) {',
  'export const LIMIT = 12;',
  ...Array.from({ length: 30 }, (_, at) => `  part${at}(row) {`),
];

const asIs = (text: string): string => text;

function outline(lines: readonly string[], most: number, shown: readonly number[] = []) {
  return outlineOf(digestOf(lines), {
    isShown: ({ order }) => shown.includes(order),
    fits: (sentence) => sentence.length <= most,
  });
}

describe('the outline of a page or a file', () => {
  it('names what it defines, with the lines', () => {
    const all = outline(CODE, 10_000);
    expect(all?.sentence).toMatch(
      /^outline by line: 1 export class Store extends Base · 2 constructor\(path\) · 3 read\(row\) · 5 write\(row, options, /,
    );
    expect(all?.sentence).toContain(
      ' · 6 export function openStore(path) · 7 export const LIMIT = 12 · 8 part0(row) · ',
    );
    expect(all?.orders.size).toBe(36);
    expect(all?.sentence).not.toContain('more');
  });

  it('has the names of options and variables behind the heading above them, without lines of their own', () => {
    const tags = ['IFS', 'HISTFILE', 'PS0', 'TMPDIR'].flatMap((name) => [
      `       ${name}`,
      '              What it is.',
    ]);
    const page = ['X(1)', '', 'NAME', '       x - says x', '', 'VARIABLES', ...tags, 'FILES', '       ~/.xrc'];
    const names = outline(page, 1000)?.sentence;
    expect(names).toMatch(/ · 5 VARIABLES: IFS, HISTFILE, PS0, TMPDIR · 14 FILES/);
  });

  const README = [
    '# tool',
    '```sh',
    'npm i tool',
    '````',
    '# Options',
    '```',
    '  -j/--json    in JSON',
    '  --port NUM   where',
    '```',
    '# Events',
    '* `start`: it has begun',
    '* **Fast** in all',
    '| `done` | at the end |',
    '- a sentence with `code` in it',
  ];

  it('of a page in Markdown it has the names that items and options begin with', () => {
    expect(outline(README, 1000)?.sentence).toBe(
      'outline by line: 0 # tool · 4 # Options: -j/--json, --port · 9 # Events: start, Fast, done',
    );
    expect(digestOf(README).kindFacts).toEqual(['headings: 3']);
  });

  it('asks for room for these names apart from that for headings', () => {
    const few = { isShown: () => false, fits: (_sentence: string, isDetailed: boolean) => !isDetailed };
    expect(outlineOf(digestOf([...README, '# End']), few)?.sentence).toBe(
      'outline by line: 0 # tool · 4 # Options · 9 # Events · 14 # End · 5 more',
    );
  });

  it('has fewer words for each where there are many, and says how many are left out', () => {
    const some = outline(CODE, 300);
    expect(some?.sentence.length).toBeLessThanOrEqual(300);
    expect(some?.sentence).toContain(' 1 class Store extends Base · ');
    expect(some?.sentence).not.toContain('export');
    expect(some?.sentence).toMatch(/ · \d+ more$/);
    const left = Number(/(\d+) more$/.exec(some?.sentence ?? '')?.[1]);
    expect(left + (some?.orders.size ?? 0)).toBe(36);
    expect(Math.max(...(some?.orders ?? []))).toBeGreaterThan(30);
  });

  it('has no line that is shown already, and is none where hardly any fits', () => {
    expect(outline(CODE, 10_000, [1, 2])?.sentence).toMatch(/^outline by line: 3 read/);
    expect(outline(CODE, 40)).toBeUndefined();
  });

  it('of a manual it names keywords, files and numbers, which stand further left than what is said of them', () => {
    const lines = [
      ...['NAME', '     thing - does it', '', 'DESCRIPTION', '     There are keywords:', ''],
      ...[
        '     KeepAlive',
        '             How often it asks.',
        '',
        '     MaxTries yes|no',
        '             How often.',
        '',
      ],
      ...['FILES', '     ~/.thing', '             What it reads first,', '             and last.', '', 'EXIT STATUS'],
      ...['     0      All went well, which is', '            what is usual.', '     28     It took too long.'],
      ...['            Again: no.', '', '     Words of a paragraph', '     that goes on here.'],
    ];
    expect(outline(lines, 10_000)?.sentence).toBe(
      'outline by line: 0 NAME · 3 DESCRIPTION: KeepAlive, MaxTries yes|no · 12 FILES: ~/.thing · 17 EXIT STATUS · 18 0 All went well, which is · 20 28 It took too long.',
    );
  });

  it('the output of a tool has none', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `==> Building part ${at}\nok`).flatMap((text) =>
      text.split('\n'),
    );
    expect(outline(lines, 10_000)).toBeUndefined();
  });
});

describe('how a part is called', () => {
  it.each([
    ['    async def parse_known_args(self, args=None, namespace=None):', 'parse_known_args()'],
    ['export default class Reader extends Base {', 'class Reader extends Base'],
    ['class Reader(Base, Other, Third, Fourth, Fifth, Sixth):', 'class Reader'],
    ['extern FILE *fopen (const char *__restrict __filename, const char *__modes);', '*fopen()'],
    ['export const NAMES: ReadonlyMap<string, readonly string[]> = new Map();', 'NAMES'],
    ['sub mkdtemp {', 'mkdtemp'],
  ])('%s: %s', (text, short) => {
    expect(definitionName(text).short).toBe(short);
  });

  it.each([
    ['## [**1.0.2**](https://x.example/issues)', '## 1.0.2'],
    ['  -n, --dry-run        say what would be done', '-n, --dry-run'],
    ['  28     Operation timeout.', '28 Operation timeout.'],
  ])('%s: %s', (text, short) => {
    expect(headingName(text, false, asIs).short).toBe(short);
  });

  it.each([
    ['       IFS    The separator of words.', 'IFS'],
    ['       -c     If it is there.', '-c'],
    ['       28     Operation timeout.', '28 Operation timeout.'],
  ])('%s, a tag: %s', (text, short) => {
    expect(headingName(text, true, asIs).short).toBe(short);
  });

  it.each([
    ['# key **AKIA', 'IKGM6W', '**', '4MVSMXH2ZU x'],
    ['# key [AKIA', 'IKGM6W', '](http://x.example)', '4MVSMXH2ZU x'],
    ['# mail ann.smith', '', '**@**', 'example.com'],
    ['# account [DE893704004', '', '](http://x.example)', '40532013000'],
  ])('%s%s%s%s: what marks stand between is redacted together', (start, more, marks, end) => {
    const text = `${start}${more}${marks}${end}`;
    const redacted = headingName(text, false, (bare) => redactText(bare).text);
    expect(redacted.whole).toContain('[REDACTED:');
    expect(redacted.whole).not.toContain(end.slice(0, 7));
    expect(redacted.short).not.toContain(end.slice(0, 7));
  });

  it('no placeholder and no surrogate pair is cut', () => {
    expect(headingName(`# ${'x'.repeat(35)} [REDACTED:email] and more`, false, asIs).short).toBe(
      `# ${'x'.repeat(35)} …`,
    );
    expect(headingName(`# ${'x'.repeat(41)}😀 and more`, false, asIs).short).toBe(`# ${'x'.repeat(41)}…`);
  });
});
