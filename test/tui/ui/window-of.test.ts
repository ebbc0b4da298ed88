import { describe, expect, test } from 'vitest';
import { moved, movementOf, windowOf } from '../../../src/tui/state/window-of.js';

describe('the window of a list', () => {
  test.each([
    { what: 'stays where it was', selected: 3, count: 20, height: 5, top: 2, expected: 2 },
    { what: 'follows downwards', selected: 8, count: 20, height: 5, top: 2, expected: 4 },
    { what: 'follows upwards', selected: 1, count: 20, height: 5, top: 4, expected: 1 },
    { what: 'ends with the list', selected: 19, count: 20, height: 5, top: 18, expected: 15 },
    { what: 'shows a short list from its start', selected: 1, count: 3, height: 5, top: 2, expected: 0 },
    { what: 'knows an empty list', selected: 0, count: 0, height: 5, top: 3, expected: 0 },
    { what: 'knows no room', selected: 4, count: 9, height: 0, top: 3, expected: 0 },
    { what: 'grows with its room', selected: 19, count: 20, height: 15, top: 15, expected: 5 },
  ])('$what', ({ selected, count, height, top, expected }) => {
    expect(windowOf(selected, count, height, top)).toBe(expected);
  });
});

describe('a movement', () => {
  test.each([
    ['down', 0, 1],
    ['up', 0, 0],
    ['pagedown', 3, 7],
    ['end', 3, 9],
    ['home', 3, 0],
  ])('%s from %i leads to %i', (key, from, to) => {
    expect(moved(from, movementOf(key, 5) ?? Number.NaN, 10)).toBe(to);
  });

  test('of an empty list stays at its start', () => {
    expect(moved(0, 1, 0)).toBe(0);
    expect(movementOf('x', 5)).toBeUndefined();
  });
});
