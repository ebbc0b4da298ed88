import { describe, expect, it } from 'vitest';
import { findKind } from '../../../src/firewall/texts/kinds/index.js';
import { digestOf } from '../../support/digest-of.js';

const TEXTS: readonly (readonly [string, string | undefined, string])[] = [
  [
    'a module of Python that begins with what it is for',
    'source',
    '"""Keep order.\n\nUse it like this,\nand not otherwise.\n"""\nimport os',
  ],
  ['a script', 'source', '#!/bin/sh\n# Starts the thing.\n### BEGIN\nset -e\nusage() {\n  echo x\n}'],
  [
    'a module whose comments stand before what it is for',
    'source',
    '# Author: nobody.\n# Since 2019.\n\n"""Read the\ncommand line.\n"""\n__all__ = [',
  ],
  [
    'a module without words that only Python has',
    'source',
    'import sys\n\nLIMIT = 3\nnames = {}\n\nif sys.platform == "x":\n    LIMIT = 4\n\nfor name in sys.argv:\n    names[name] = 1',
  ],
  [
    'a module of Perl with its documentation inside',
    'source',
    'package A::B;\nuse strict;\n\n=head1 NAME\n\nA::B reads it\n\nand more of it\n\n=cut\n\nour $VERSION = 1;\nsub new {',
  ],
  [
    'a page that begins with its badges',
    'markdown',
    '<p align="center">\n  <img src="x.svg">\n</p>\n\n## Why\n\nBecause it is\nso.',
  ],
  [
    'a header whose licence has no signs before its lines',
    'source',
    '/* Copyright (C) someone.\n   This file is part of a library.\n   It is free.  */\n#ifndef _X_H\n#define _X_H 1\nextern int f (int);',
  ],
  [
    'declarations behind comments',
    'source',
    '/**\n * What it does.\n */\ndeclare module "x" {\n  export interface A {\n    b: string;\n  }\n}',
  ],
  [
    'a page with code in it',
    'markdown',
    '# name\n\n> What it is.\n\n## Use\n\n```js\nimport x from "x";\n\nx();\n```\n\n## API',
  ],
  ['a change log', 'markdown', '# 2.1.0\n- this\n# 2.0.0\n- that\n# 1.9.9\n- other'],
  [
    'a page whose headings are underlined',
    'markdown',
    'Wire\n====\n\nWhat travels.\n\nFrames\n------\n\nThey end.\n\nOrder ~~\n~~~~~~~~\nx',
  ],
  ['settings between dashes', undefined, '---\nname: x\nport: 22\nlevel: low\nhosts: a, b\n---\nmore of it'],
  [
    'a report with lines across',
    undefined,
    'Size\n----------------------------\n12 of a\n19 of b\n=====================\n31',
  ],
  [
    'settings with comments',
    undefined,
    '# Who may come in.\n#\n# Uncomment it.\nallow=yes\n# Where it listens.\nport=22\n# And so on.\nlog=/x',
  ],
  [
    'what a command can do',
    'help',
    'Usage: thing [options]\n\nOptions:\n  -n, --dry-run   say what would be done\n  -q, --quiet     say nothing\n  --level <n>     how much\n  -h, --help      this',
  ],
  [
    'a page of a manual',
    'manual',
    'LS(1)   User Commands   LS(1)\n\nNAME\n   ls - list\n\nSYNOPSIS\n   ls [OPTION]...',
  ],
  [
    'prose',
    undefined,
    'It was late, and nobody had come.\nThe door stood open (as always);\nthey left.\nThe next day,\nnothing was there.',
  ],
  [
    'a log that begins with seconds since 1970',
    undefined,
    '- 1117838570 2005.06.03 R02 up\n- 1117838573 2005.06.03 R02 up\n- 1117838976 2005.06.03 R17 down\n- 1117838978 x y',
  ],
  [
    'sessions that come again',
    undefined,
    '7f3a9c21 open\n7f3a9c21 read\n04bd11e0 open\n04bd11e0 close\n7f3a9c21 close',
  ],
  ['commits, a line each', 'commits', '7f3a9c2 cli: one\n04bd11e docs: two\n1234567 tests: three\na1b2c3d cli: four'],
  [
    'the output of a build',
    undefined,
    'compiling a\ncompiling b\nwarning: unused x\nerror: expected ;\n1 error generated.\nmake: *** [all] Error 1',
  ],
];

describe('the kind of a text', () => {
  it.each(TEXTS)('%s: %s', (_, kind, text) => {
    expect(findKind(text.split('\n'))?.kind_id).toBe(kind);
  });
});

describe('what a file of source code defines', () => {
  it('weighs more than words of errors in its comments', () => {
    const lines = Array.from({ length: 40 }, (_, at) => [
      `// throws an error: fatal exception ${at}`,
      `export function part${at}() {`,
      '  return 1;',
      '}',
    ]).flat();
    const { errors, weak, outline } = digestOf(lines);
    const least = Math.min(...outline.map(({ line }) => line.weight));
    expect(outline).toHaveLength(40);
    expect(Math.max(0, ...[...errors, ...weak].map(({ line }) => line.weight))).toBeLessThan(least);
  });

  it.each([
    ['IPv4.prototype.toString = function () {'],
    ['exports.parse = (text) => {'],
    ['    parse: function (text) {'],
    ['extern int open (const char *name, int flags) __attribute__ ((x));'],
    ['#define LIMIT 10'],
    ['export declare function f(x: string): void;'],
    ['usage() {'],
    ['    async *read(rows) {'],
    ['def main(argv):'],
  ])('%s', (line) => {
    expect(weightOf(line)).toBeGreaterThan(100);
  });

  it.each([
    ["    throw new Error('it failed');"],
    ['    } catch (error) {'],
    ['  return function (x) {'],
    ['    for (const each of all) {'],
    ['  call(one, two);'],
    ['  // function of the day'],
  ])('not %s', (line) => {
    expect(weightOf(line)).toBe(0);
  });
});

function weightOf(line: string): number | undefined {
  const kind = findKind(['#!/usr/bin/env node', '', 'x', 'y', 'z', 'a', 'b']);
  return kind?.reader.weigh(line, 0);
}

describe('a page whose headings are underlined', () => {
  const chapter = (index: number): readonly string[] => [`Part ${index}`, '------', '', `About ${index}.`, 'More.', ''];

  it('is told by its headings and the first sentence below each, and never by the underlines', () => {
    const { outline, kindFacts } = digestOf(Array.from({ length: 20 }, (_, index) => chapter(index)).flat());
    const texts = outline.map(({ line }) => line.text);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => [`Part ${index}`, `About ${index}.`]).flat());
    expect(kindFacts).toEqual(['headings: 20']);
  });

  it('loses nothing that stands in its last line', () => {
    const { tail, lines } = digestOf([...Array.from({ length: 9 }, (_, index) => chapter(index)).flat(), 'the end']);
    expect(lines).toBe(55);
    expect(tail.at(-1)?.text).toBe('the end');
  });
});

const TITLE = ['# Shop', '', 'It sells.', ''];

it.each<[string, readonly string[]]>([
  ['a transcript between fences', ['```console', '$ pytest', '========', '```']],
  ['an indented one', ['   ```', '$ pytest', '========', '   ```']],
  ['between tildes', ['~~~', '$ pytest', '========', '~~~']],
  ['fences inside of longer ones', ['````md', '```', 'Title', '=====', '```', '````']],
])('%s has no headings', (_, lines) => {
  const kept = digestOf([...TITLE, ...lines, '', '## Usage', '', 'Run it.', '', '## More']);
  expect(kept.kindFacts).toContain('headings: 3');
});

it('a line of tildes below words is a heading, and begins no code', () => {
  const part = (name: string): readonly string[] => [name, '~'.repeat(name.length), '', 'Words.', ''];
  expect(digestOf([...part('Install'), ...part('Usage'), ...part('More')]).kindFacts).toContain('headings: 3');
});
