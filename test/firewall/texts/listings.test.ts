import { describe, expect, it } from 'vitest';
import { digestOf, recordedLines } from '../../support/digest-of.js';

const SIZES = 'sizes of the files add up to 118781';
const LARGEST = 'largest: 90210 shop/src/api/schema.json, 15000 shop/src/api/server.ts, 4100 shop/src/api/routes.ts';
const DATES = 'newest: 2025-11-02 17:45 shop/src/api/server.ts, oldest: 2024-02-29 08:30 shop/docs/logo.svg';
const IN_SHOP = 'by directory: shop/src/=9 shop/docs/=3 elsewhere=7';
const OF_FILES = 'by extension: .ts=6 .md=3 .json=1 .sh=1 .svg=1';
const HITS = 'hits by file: shop/src/cart/discount.ts=76 shop/src/cart/total.ts=31 shop/src/cart/cart.test.ts=21';

describe('a listing is told by its entries', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'ls-lR',
      'long-listing',
      ['directories listed: 5', 'entries: 17 (files=12 directories=4 links=1)', SIZES, LARGEST, DATES],
    ],
    ['ls-lR-src', 'long-listing', ['entries: 9 (files=7 directories=2)', 'newest: 2025-11-02 shop/src/api/server.ts']],
    ['ls-lah', 'long-listing', ['entries: 6 (directories=3 files=2 links=1)', 'largest: 900 README.md, 120 run.sh']],
    ['find-ls', 'long-listing', ['entries: 19 (files=12 directories=6 links=1)', SIZES, LARGEST, IN_SHOP, OF_FILES]],
    ['tar-tvf', 'long-listing', ['entries: 19 (files=12 directories=6 links=1)', SIZES, LARGEST, IN_SHOP, DATES]],
    ['unzip-l', 'archive', ['entries: 19 (files=13 directories=6)', LARGEST, IN_SHOP, 'totals: 118858']],
    ['unzip-v', 'archive', ['entries: 19 (files=13 directories=6)', LARGEST, IN_SHOP, DATES, 'totals: 118858']],
    ['git-ls-tree', 'git-tree', ['entries: 13 (files=13)', 'by directory: src/=7 docs/=3 elsewhere=3']],
    ['git-ls-files', 'paths', ['entries: 13', 'in src/: src/api/=3 src/cart/=3 elsewhere=1']],
    ['find', 'paths', ['entries: 19', IN_SHOP]],
    ['find-denied', 'paths', ['entries: 20', 'by directory: shop/src/=9 shop/docs/=3 elsewhere=8']],
    ['find-printf', 'sizes', ['entries: 12', 'sizes add up to 118781', LARGEST, OF_FILES]],
    ['du-a', 'sizes', ['entries: 18', 'largest: 144 shop/src, 120 shop/src/api, 92 shop/src/api/schema.json']],
    ['du-ah', 'sizes', ['largest: 144K shop/src, 120K shop/src/api, 92K shop/src/api/schema.json']],
    ['tree', 'tree', ['totals: 6 directories, 13 files', 'entries: 18', 'by directory: src/=9 docs/=3 elsewhere=6']],
    [
      'tree-s',
      'tree',
      ['totals: 6 directories, 13 files', 'largest: 90210 src/api/schema.json, 15000 src/api/server.ts'],
    ],
    ['grep-rn', 'grep', ['hits: 129 in 4 files', HITS]],
    ['grep-c', 'grep', ['hits: 129 in 4 files, 8 files without', HITS]],
    ['grep-C', 'grep', ['hits: 4 in 4 files']],
    ['rg-heading', 'grep', ['hits: 4 in 4 files']],
  ])('%s', (name, kind, facts) => {
    const kept = digestOf(recordedLines(name));
    expect(kept.kind_id).toBe(kind);
    expect(kept.kindFacts).toEqual(expect.arrayContaining(facts.map((fact) => expect.stringContaining(fact))));
  });

  it('a tree of packages: how many, how they are marked, and which are there in several versions', () => {
    const lines = [
      'shop@1.0.0 /srv/shop',
      '├─┬ ajv@8.20.0',
      '│ ├── fast-uri@3.1.0',
      '│ └── UNMET OPTIONAL DEPENDENCY happy-dom@*',
      '├─┬ eslint@9.1.0',
      '│ ├─┬ ajv@6.14.0',
      '│ │ └── fast-uri@3.1.0 deduped',
      '│ └── fast-uri@3.1.0 deduped',
      '└── UNMET DEPENDENCY zod@^4.0.0',
    ];
    const { kind_id: kind, kindFacts, outline } = digestOf(lines);
    expect(kind).toBe('tree');
    expect(kindFacts).toEqual([
      'entries: 8, at the top level 3',
      'packages: 3',
      'marks: deduped=2 UNMET DEPENDENCY=1 UNMET OPTIONAL DEPENDENCY=1',
      'in several versions: 1: ajv (8.20.0 6.14.0)',
      'most often: fast-uri@3.1.0=3 ajv@6.14.0=1 ajv@8.20.0=1 eslint@9.1.0=1 happy-dom@*=1 zod@^4.0.0=1',
    ]);
    expect(Math.max(...outline.map(({ line }) => line.weight))).toBe(
      outline.find(({ line }) => line.row === 8)?.line.weight,
    );
  });

  it('sizes that hold other sizes are not added up', () => {
    for (const name of ['du-a', 'du-ah', 'tree-s']) {
      expect(digestOf(recordedLines(name)).kindFacts.join('\n')).not.toContain('add up');
    }
  });

  it.each<[string, (path: string, at: number) => string]>([
    ['a size, a date and a path', (path, at) => `${at * 7} 2025-11-${10 + at} ${path}`],
    ['a date, a time, a size and a path', (path, at) => `2025-11-${10 + at} 17:45 ${at * 7} ${path}`],
    ['du --time, whose sizes hold other sizes', (path, at) => `${at * 7}\t2025-11-${10 + at} 17:45\t${path}`],
  ])('%s', (_, lineOf) => {
    const paths = Array.from({ length: 18 }, (_path, at) => (at % 6 === 5 ? './src/api' : `./src/api/file${at}.ts`));
    const kept = digestOf(paths.map(lineOf));
    expect(kept.kind_id).toBe('dated-sizes');
    expect(kept.kindFacts).toContain('entries: 18');
    expect(kept.kindFacts.join('\n')).toMatch(/largest: 119 /);
    expect(kept.kindFacts.join('\n')).not.toContain('add up');
  });

  it('no date is the newest where some do not tell their year', () => {
    const lines = recordedLines('ls-lR-src').map((line) => line.replace('Nov  2  2025', 'Nov  2 17:45'));
    const facts = digestOf(lines).kindFacts.join('\n');
    expect(facts).not.toContain('newest');
    expect(facts).toContain('of those whose year is told, oldest: 2025-03-01 shop/src/');
  });

  it('what the last line contradicts is not told', () => {
    for (const name of ['unzip-l', 'tree']) {
      const lines = recordedLines(name);
      const facts = digestOf([...lines.slice(0, -6), ...lines.slice(-2)]).kindFacts;
      expect(facts).toHaveLength(1);
      expect(facts[0]).toMatch(/19 files|13 files/);
    }
  });

  it('a message and an entry that runs as its owner are telling', () => {
    const denied = digestOf(recordedLines('find-denied'));
    expect(denied.errors.map(({ line }) => line.text)).toEqual(['find: ‘shop/locked’: Permission denied']);
    const [first] = [...digestOf(recordedLines('ls-lR')).outline].sort((a, b) => b.line.weight - a.line.weight);
    expect(first?.line.text).toContain('rwsr-xr-x');
  });

  it('more directories than are counted are not told as all of them', () => {
    const lines = Array.from({ length: 9000 }, (_, i) => `/a/${i % 3 ? 'b' : 'c'}/d${i}/${i % 2 ? 'x.c' : 'y.h'}`);
    const facts = digestOf([...lines, '/a/z/one/p.c', '/a/z/one/q.c', '/a/z/one/r.c']).kindFacts;
    expect(facts).toContain('by directory: /a/b/=6000 /a/c/=3000 elsewhere=3');
    expect(facts.join('\n')).toContain('.c=4503 .h=4500');
  });
});

describe('what is no listing', () => {
  it.each<[string, readonly string[]]>([
    [
      'words with numbers',
      Array.from({ length: 20 }, (_, i) => `${i} times and/or more of it was said on page ${i}: see there`),
    ],
    [
      'errors of a compiler',
      Array.from({ length: 20 }, (_, i) => `src/a${i}.c:${i}:3: error: expected ‘;’ before ‘x’`),
    ],
    ['times', Array.from({ length: 20 }, (_, i) => `10:${10 + i}:07 worker ${i} began`)],
  ])('%s', (_name, lines) => {
    expect(digestOf(lines).kind_id).toBeUndefined();
  });
});
