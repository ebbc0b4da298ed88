import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../../src/firewall/texts/outline.js';
import { digestOf, recordedLines } from '../../support/digest-of.js';

const COMMITS = 'commits: 9 (merges=1 reverts=1), 2025-01-04 to 2025-01-25';
const AUTHORS = 'commits by author: build-bot=6 release-bot=2 map-bot=1';
const AREAS = 'subjects by beginning: api=3 cart=3 maps=1';
const CHANGED = '3 files changed (new=1), lines added: 47, removed: 24';
const FILES = 'src/api.ts=4 src/cart.ts=3 src/old.ts=2 src/maps.ts=1';
const LARGEST = 'largest commit: 1 file changed, 20 insertions(+), 24 deletions(-), in commit ea6807e80';
const MOST = 'most changed lines: 40 src/maps.ts, 30 src/api.ts, 1 src/cart.ts';

const change = (name: string, added: number, event: readonly string[] = []): readonly string[] => [
  `diff --git a/src/${name} b/src/${name}`,
  ...event,
  '--- x',
  `+++ b/src/${name}`,
  `@@ -1 +1,${added} @@`,
  '-old',
  ...Array.from({ length: added }, (_, line) => `+line ${line}`),
];

describe('what a tool for versions says is told by its commits and files', () => {
  it.each<[string, string, readonly string[]]>([
    ['git-log', 'diff', [COMMITS, AUTHORS, AREAS]],
    ['git-log-graph', 'diff', [COMMITS, AUTHORS, AREAS]],
    ['git-log-names', 'diff', [COMMITS, 'files by state: M=5 A=4 D=1', `commits by file: ${FILES}`]],
    ['git-log-stat', 'diff', [LARGEST, 'most changed file: 44 lines of src/api.ts, in commit ea6807e80']],
    [
      'git-log-p',
      'diff',
      ['commits: 3 (reverts=1)', '5 changes of 3 files (deleted=1 new=1), lines added: 24, removed: 41'],
    ],
    ['git-show', 'diff', ['commits: 1, of 2025-01-25', '2 files changed (deleted=1), lines added: 1, removed: 3']],
    ['git-diff', 'diff', [CHANGED, 'changes: src/api.ts +6 −24, src/cart.ts +1 −0, src/maps.ts +40 −0']],
    [
      'git-diff-stat',
      'changed-files',
      ['totals: 3 files changed, 47 insertions(+), 24 deletions(-)', 'files: 3', MOST],
    ],
    ['git-numstat', 'changed-files', ['files: 3, lines added: 47, removed: 24', MOST]],
    ['git-oneline', 'commits', ['commits: 9 (reverts=1)', AREAS]],
    [
      'git-blame',
      'blame',
      ['lines: 16 of 3 commits, 2025-01-04', '9f39122=12 ccfcdfb2=3', 'lines by author: build-bot=16'],
    ],
    ['git-status', 'status', ['Untracked files=2', 'Changes not staged for commit, deleted=1', 'by directory: src/=3']],
    ['git-status-short', 'status', ['files by state: ??=2 .D=1 .M=1 M.=1', 'by directory: src/=3']],
  ])('%s', (name, kind, facts) => {
    const kept = digestOf(recordedLines(name));
    expect(kept.kind_id).toBe(kind);
    expect(kept.kindFacts).toEqual(expect.arrayContaining(facts.map((fact) => expect.stringContaining(fact))));
  });

  it('what takes back, breaks or repairs a danger comes first, others are spread over all', () => {
    const subjects = Array.from({ length: 600 }, (_, i) => `${(0xabc1000 + i).toString(16)} api: tidy part ${i} of it`);
    subjects[311] = 'abcdef1 auth: close CVE-2024-12345';
    subjects[412] = 'abcdef2 Revert "api: tidy part 9 of it"';
    subjects[513] = 'abcdef3 core!: drop the old list';
    const kept = digestOf(subjects);
    const best = [...kept.outline].sort((a, b) => b.line.weight - a.line.weight).map(({ line }) => line.order);
    expect(best.slice(0, 3)).toEqual([311, 412, 513]);
    const spread = best.slice(23, 39);
    expect(Math.max(...spread)).toBeGreaterThan(500);
    expect(spread.filter((order) => order < 300).length).toBeGreaterThan(5);
  });

  it.each(['git-log', 'git-oneline', 'git-blame'])('%s: messages about errors are no errors', (name) => {
    const lines = recordedLines(name);
    const about = lines.map((line) =>
      line.replace(/(?:api|cart): .*|(?<=\d\) ).*/, 'api: fatal error: upload failed with an exception'),
    );
    expect(about).not.toEqual(lines);
    expect(digestOf(about).counts.error).toBe(0);
  });

  it('a renamed file is one file, and goes by its new name', () => {
    const renamed = (from: string, to: string, lines: readonly string[]): readonly string[] => [
      `diff --git a/src/${from} b/lib/${to}`,
      'similarity index 90%',
      `rename from src/${from}`,
      `rename to lib/${to}`,
      ...lines,
    ];
    const lines = [
      ...renamed('a.ts', 'b.ts', ['--- a/src/a.ts', '+++ b/lib/b.ts', '@@ -1 +1 @@', '-one', '+two']),
      ...renamed('c.ts', 'd.ts', []),
      ...['diff --git a/e.ts b/e.ts', 'deleted file mode 100644', '--- a/e.ts', '+++ /dev/null', '@@ -1 +0,0 @@', '-x'],
    ];
    expect(digestOf(lines).kindFacts).toEqual([
      '3 files changed (renamed=2 deleted=1), lines added: 1, removed: 2',
      'changes: lib/b.ts +1 −1, lib/d.ts +0 −0, e.ts +0 −1',
    ]);
  });

  it('of many files the most changed are named, and an outline has each with its line', () => {
    const lines = [
      ...Array.from({ length: 40 }, (_, file) => change(`part/f${file}.ts`, 2)).flat(),
      ...change('fresh.ts', 3, ['new file mode 100644']),
      ...change('large.ts', 30),
    ];
    const kept = digestOf(lines);
    expect(kept.kindFacts).toContain('most changed: src/large.ts +30 −1, src/fresh.ts +3 −1, src/part/f0.ts +2 −1');
    expect(kept.kindFacts.join()).toContain('src/part/=40');
    const outlined = (most: number) =>
      outlineOf(kept, { isShown: () => false, fits: (sentence) => sentence.length <= most })?.sentence;
    expect(outlined(10_000)).toContain('src/part/f0.ts +2 −1 · 7 src/part/f1.ts +2 −1');
    expect(outlined(10_000)).toContain(' · 280 src/fresh.ts +3 −1 (new) · 289 src/large.ts +30 −1');
    // The most changed ones have their place whatever there is room for.
    expect(outlined(160)).toMatch(/280 src\/fresh\.ts \+3 −1 \(new\) · 289 src\/large\.ts \+30 −1 · \d+ more$/);
  });

  it('names of files that begin alike are told once', () => {
    const lines = Array.from({ length: 21 }, (_, file) => change(`a/b/f${file}.ts`, 1)).flat();
    const outline = outlineOf(digestOf(lines), { isShown: () => false, fits: () => true })?.sentence;
    expect(outline).toContain('0 src/a/b/f0.ts +1 −1 · 6 …/b/f1.ts +1 −1 · 12 …/b/f2.ts');
  });

  it('a file that many commits change is one file', () => {
    const commit = (hash: number): readonly string[] => [
      `commit ${(0xabcdef0000 + hash).toString(16)}`,
      'Author: Ann <a@example.com>',
      'Date:   Sat Jan 25 10:00:00 2025 +0000',
      '',
      '    api: more',
      '',
      ...change(hash % 3 === 0 ? 'log.md' : `part/f${hash % 30}.ts`, 2),
    ];
    const facts = digestOf(Array.from({ length: 90 }, (_, hash) => commit(hash)).flat()).kindFacts;
    expect(facts).toContainEqual('90 changes of 21 files, lines added: 180, removed: 90');
    expect(facts).toContainEqual(
      expect.stringMatching(/^most changed: src\/log\.md \+60 −30, src\/part\/f\d+\.ts \+6 −3,/),
    );
    expect(facts.join('\n').match(/src\/log\.md/g)).toHaveLength(1);
  });

  it('of a file the first function is worth more than constants, imports and closing brackets', () => {
    const lines = [
      'diff --git a/x.ts b/x.ts',
      '--- a/x.ts',
      '+++ b/x.ts',
      '@@ -1,0 +1,5 @@',
      "+import { a } from './a.js';",
      '+const MOST_NAMED = 20;',
      '+export function told(text: string): string {',
      '+  return a + text;',
      '+});',
    ];
    const weights = new Map(digestOf(lines).outline.map(({ line }) => [line.text, line.weight]));
    const weightOf = (place: number): number => weights.get(lines[place] ?? '') ?? 0;
    const ranked = [6, 5, 7, 4, 8].map(weightOf);
    expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
    expect(new Set(ranked).size).toBe(5);
  });

  it('lines that look like headers inside of a hunk are lines of it', () => {
    const lines = [
      'diff --git a/x.diff b/x.diff',
      '--- a/x.diff',
      '+++ b/x.diff',
      '@@ -1,3 +1,3 @@',
      ' a',
      '--- a/other',
      '+++ b/other',
      ' @@ -1 +1 @@',
      'diff --git a/y b/y',
      '@@ -0,0 +1,2 @@',
      '+one',
      '+two',
    ];
    expect(digestOf(lines).kindFacts).toEqual([
      '2 files changed, lines added: 3, removed: 1',
      'changes: x.diff +1 −1, y +2 −0',
    ]);
  });

  it('a difference that was cut says so, and totals that count other files stand alone', () => {
    const lines = recordedLines('git-diff');
    expect(digestOf(lines.slice(0, -5)).kindFacts[0]).toBe(
      '3 files changed (new=1), lines added: at least 42, removed: at least 24',
    );
    const stat = recordedLines('git-diff-stat');
    expect(digestOf([...stat.slice(1), ...stat.slice(1, 3), ...stat.slice(-1)]).kindFacts).toHaveLength(1);
  });

  it('names that are hidden are counted together', () => {
    const lines = recordedLines('git-log').map((line) => line.replace(/: release-bot/, ': [REDACTED:person_name]'));
    expect(digestOf(lines).kindFacts).toContain('commits by author: build-bot=6 map-bot=1, of hidden names: 2');
  });
});

describe('of a difference', () => {
  it('each file has its turn, what is defined before other lines', () => {
    const fileOf = (name: string, first: string): readonly string[] => [
      `diff --git a/${name} b/${name}`,
      '@@ -0,0 +1,41 @@',
      ...Array.from({ length: 40 }, (_, i) => `+  step(${i});`),
      first,
    ];
    const lines = ['a', 'b', 'c'].flatMap((name) => fileOf(`${name}.ts`, `+export function ${name}(): void {`));
    const weights = digestOf(lines).outline.map(({ line }) => ({ order: line.order, weight: line.weight }));
    const weightOf = (order: number): number => weights.find((each) => each.order === order)?.weight ?? 0;
    expect(weightOf(2)).toBe(weightOf(45));
    expect(weightOf(42)).toBeGreaterThan(weightOf(41));
  });
});
