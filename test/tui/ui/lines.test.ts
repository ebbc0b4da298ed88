import { describe, expect, test } from 'vitest';
import { footLine, helpLines } from '../../../src/tui/components/key-lines.js';
import { cell, cutSpans, cutTo, redactedSpans, type SpanLine } from '../../../src/tui/components/span-lines.js';
import type { KeyTable } from '../../../src/tui/state/key-table.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { wrapText } from '../../../src/tui/text/wrap.js';
import { createTheme } from '../../../src/tui/theme.js';

const THEME = createTheme({ color: false, ascii: false });
const ASCII = createTheme({ color: false, ascii: true });

const textOf = (spans: SpanLine): string => spans.map(({ text }) => text).join('');

describe('text in lines', () => {
  test.each([
    ['short', 10, ['short']],
    ['one two three', 8, ['one two', 'three']],
    ['  indented text', 10, ['  indented', 'text']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a\nb', 4, ['a', 'b']],
    ['中文字符', 4, ['中文', '字符']],
    ['', 4, ['']],
    ['{"mail":"[REDACTED:email:7f3a]"}', 24, ['{"mail":"', '[REDACTED:email:7f3a]"}']],
    ['ab[REDACTED:x:1]', 6, ['ab[RED', 'ACTED:', 'x:1]']],
  ])('%j in %i columns', (text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines);
  });

  test('cells are cut by columns, with the ellipsis that the terminal has', () => {
    expect(cutTo('中文字', 5, THEME.glyphs)).toBe('中文…');
    expect(cutTo('abcdef', 4, ASCII.glyphs)).toBe('abc~');
    expect(cell('12', 4, THEME.glyphs, 'right')).toBe('  12');
    expect(cell('中文字', 4, THEME.glyphs)).toBe('中… ');
  });

  test('spans are cut where the width ends', () => {
    const spans = cutSpans([{ text: 'abc', role: 'key' }, { text: 'defg' }, { text: 'h' }], 5, THEME.glyphs);
    expect(spans).toEqual([{ text: 'abc', role: 'key' }, { text: 'd…' }]);
  });

  test.each([
    [4, 'abc…'],
    [3, 'ab…'],
    [5, 'abcd…'],
    [7, 'abcdefg'],
  ])('something left out is seen where a span ends at the edge: %i columns', (width, wanted) => {
    const spans = cutSpans([{ text: 'abc' }, { text: 'd' }, { text: 'efg' }], width, THEME.glyphs);
    expect(spans.map(({ text }) => text).join('')).toBe(wanted);
  });

  test('placeholders stand out', () => {
    expect(redactedSpans('to [REDACTED:email:7f3a], now', 'faint')).toEqual([
      { text: 'to ', role: 'faint' },
      { text: '[REDACTED:email:7f3a]', role: 'redacted' },
      { text: ', now', role: 'faint' },
    ]);
  });
});

describe('keys in words', () => {
  const table: KeyTable = [
    { keys: ['enter'], command: 'open', words: 'open the form', short: 'open' },
    { keys: ['up', 'down'], command: 'move', words: 'move through the list' },
    { keys: ['escape'], command: 'back', words: 'go back', short: 'back' },
    { keys: ['?'], command: 'help', words: 'this help', short: 'help' },
  ];

  test.each([
    [40, 'enter open  esc back  ? help'],
    [20, 'enter open  ? help'],
    [8, '? help'],
    [3, ''],
  ])('the foot line in %i columns keeps the last key', (width, text) => {
    expect(textOf(footLine(table, width, THEME))).toBe(text);
  });

  test('the help says all of them and fits', () => {
    const lines = helpLines('List', table, 24, THEME).map(textOf);
    expect(lines.join('\n')).toContain('↑ ↓');
    expect(lines.join('\n')).toContain('this help');
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(24);
  });
});
