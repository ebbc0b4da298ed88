import { describe, expect, test } from 'vitest';
import { createStyle } from '../../src/cli/output/style.js';
import { createTable } from '../../src/cli/output/table.js';
import { displayWidth, padTo } from '../../src/tui/text/display-width.js';

const plain = await createStyle(false);

describe('displayWidth', () => {
  test.each([
    ['abc', 3],
    ['漢字', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['😀', 2],
    ['한글', 4],
    ['a\u200db', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test.each([
    ['abc', 5, 'abc  '],
    ['abcdef', 4, 'abc…'],
    ['漢字漢字', 5, '漢字…'],
    ['漢字漢字', 4, '漢… '],
  ])('%s padded to %i', (text, width, wanted) => {
    expect(padTo(text, width)).toBe(wanted);
    expect(displayWidth(padTo(text, width))).toBe(width);
  });
});

describe('createTable', () => {
  test('aligns columns and repeats the head only when they change', () => {
    const table = createTable(plain, () => undefined);
    expect(
      table.print([
        { id: 1, name: 'Noor' },
        { id: 22, name: null },
      ]),
    ).toBe('id  name\n1   Noor\n22  null\n');
    expect(table.print([{ id: 3, name: 'Al' }])).toBe('3   Al\n');
    expect(table.print([{ id: 3, city: 'Rome' }])).toBe('id  city\n3   Rome\n');
  });

  test('a missing value is empty, nested ones are JSON', () => {
    const table = createTable(plain, () => undefined);
    expect(table.print([{ a: { b: [1] } }, { c: true }])).toBe('a          c\n{"b":[1]}\n           true\n');
  });

  test('never exceeds the width of the terminal', () => {
    const table = createTable(plain, () => 40);
    const rows = [{ id: 1, text: 'x'.repeat(200), other: 'y'.repeat(30) }];
    const lines = table.print(rows).trimEnd().split('\n');
    expect(lines.map(displayWidth).every((width) => width <= 40)).toBe(true);
    expect(lines[1]).toContain('…');
  });

  test('becomes records where the columns cannot fit', () => {
    const table = createTable(plain, () => 20);
    const row = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, 'long enough']));
    expect(table.print([row])).toBe('— 1 —\na: long enough\nb: long enough\nc: long enough\nd: long enough\n');
  });

  test('shows the lines of a text with their numbers, uncut', () => {
    const table = createTable(plain, () => 20);
    expect(table.print([{ line: 7, text: `${'x'.repeat(30)}\n` }])).toBe(`     7  ${'x'.repeat(30)}\n`);
  });

  test('values that are no objects stand on lines of their own', () => {
    const table = createTable(plain, () => undefined);
    expect(table.print([1, 'a\nb', null, [2]])).toBe('1\na⏎b\nnull\n[2]\n');
  });

  test('control characters in keys and cells are gone', () => {
    const table = createTable(plain, () => undefined);
    expect(table.print([{ '\u001b[31mk': '\u001b]0;t\u0007v' }])).toBe('k\nv\n');
  });
});
