import { describe, expect, test } from 'vitest';
import { editField, fieldOf, fieldView, type TextField } from '../../../src/tui/state/text-field.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';

const FAMILY = '👩‍👩‍👧';

function typed(start: TextField, ...keys: readonly string[]): TextField {
  return keys.reduce(
    (field, name) => editField(field, [...name].length === 1 ? { name, text: name } : { name }) ?? field,
    start,
  );
}

describe('a text field', () => {
  test.each([
    ['types at the cursor', ['a', 'c', 'left', 'b'], 'abc', 2],
    ['goes to both ends', ['a', 'b', 'home', 'x', 'end', 'y'], 'xaby', 4],
    ['stays within its text', ['left', 'a', 'right', 'right', 'b'], 'ab', 2],
    ['removes the character before the cursor', ['a', 'b', 'left', 'backspace'], 'b', 0],
    ['removes nothing before the start', ['a', 'home', 'backspace'], 'a', 0],
    ['removes all before the cursor', ['a', 'b', 'c', 'left', 'ctrl+u'], 'c', 0],
  ])('%s', (_, keys, text, cursor) => {
    expect(typed(fieldOf(''), ...keys)).toEqual({ text, cursor });
  });

  test.each([
    ['one two', 'one '],
    ['one two  ', 'one '],
    ['one', ''],
    ['', ''],
  ])('removes the word before the cursor of %j', (text, left) => {
    expect(typed(fieldOf(text), 'ctrl+w')).toEqual({ text: left, cursor: left.length });
  });

  test('moves over characters as people see them', () => {
    const field = fieldOf(`a${FAMILY}é中`);
    expect(typed(field, 'left', 'left', 'left').cursor).toBe(1);
    expect(typed(field, 'left', 'left', 'backspace').text).toBe('aé中');
  });

  test('leaves other keys to others', () => {
    expect(editField(fieldOf('a'), { name: 'up' })).toBeUndefined();
    expect(editField(fieldOf('a'), { name: 'ctrl+r' })).toBeUndefined();
  });
});

describe('the part of a text field that is seen', () => {
  test.each([
    ['fits', fieldOf('abc'), 10, { before: 'abc', at: ' ', after: '' }],
    ['scrolls to the cursor at the end', fieldOf('abcdefghij'), 5, { before: 'ghij', at: ' ', after: '' }],
    ['begins at the start', { text: 'abcdefghij', cursor: 0 }, 5, { before: '', at: 'a', after: 'bcde' }],
    ['counts wide characters as two', { text: '中文字符', cursor: 2 }, 6, { before: '中文', at: '字', after: '' }],
    ['makes direction overrides visible', fieldOf('\u202ea'), 20, { before: '<U+202E>a', at: ' ', after: '' }],
  ])('%s', (_, field, width, expected) => {
    expect(fieldView(field, width)).toEqual(expected);
  });

  test('never is wider than its room', () => {
    const text = `a中${FAMILY}b字\u202ec`.repeat(5);
    for (let cursor = 0; cursor <= text.length; cursor += 1) {
      const { before, at, after } = fieldView({ text, cursor }, 11);
      expect(displayWidth(before + at + after)).toBeLessThanOrEqual(11);
    }
  });
});
