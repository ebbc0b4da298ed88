import { describe, expect, test } from 'vitest';
import { bar, partsOfBar, sparkline } from '../../../src/tui/text/bars.js';
import { createTheme } from '../../../src/tui/theme.js';

const { glyphs: BLOCKS } = createTheme({ color: false, ascii: false });
const { glyphs: ASCII } = createTheme({ color: false, ascii: true });

describe('a bar', () => {
  test.each([
    [0, 4, '', ''],
    [1, 4, '████', '####'],
    [0.5, 4, '██', '##'],
    [0.53125, 4, '██▏', '##'],
    [0.6, 4, '██▍', '##'],
    [0.000001, 4, '▏', '#'],
    [0.999, 4, '████', '####'],
    [2, 4, '████', '####'],
    [-1, 4, '', ''],
    [Number.NaN, 4, '', ''],
    [Number.POSITIVE_INFINITY, 4, '████', '####'],
    [0.5, 0, '', ''],
    [0.5, -3, '', ''],
  ])('%d of %i cells is %j, in ASCII %j', (share, width, blocks, ascii) => {
    expect(bar(share, width, BLOCKS)).toBe(blocks);
    expect(bar(share, width, ASCII)).toBe(ascii);
  });
});

describe('a sparkline', () => {
  test.each([
    [[], 8, '', ''],
    [[1, 2, 3, 4, 5, 6, 7, 8], 8, '▁▂▃▄▅▆▇█', '_.:-=+*#'],
    [[0, 0, 5], 8, '  █', '  #'],
    [[1, 1_000_000], 8, '▁█', '_#'],
    [[0, 0], 8, '  ', '  '],
    [[7], 8, '█', '#'],
    [[4, 4, 8, 0], 2, '██', '##'],
    [[1, 1, 1, 1, 1], 2, '█▆', '#+'],
    [[1, 2, 3], 0, '', ''],
    [[Number.NaN, -5, 2], 3, '  █', '  #'],
  ])('%j in %i cells is %j, in ASCII %j', (values, width, blocks, ascii) => {
    expect(sparkline(values, width, BLOCKS)).toBe(blocks);
    expect(sparkline(values, width, ASCII)).toBe(ascii);
  });
});

describe('the parts of a bar', () => {
  test.each([
    [[10, 30], 40, 8, [2, 6]],
    [[10, 30], 80, 8, [1, 3]],
    [[1, 1, 1], 3, 10, [3, 4, 3]],
    [[1, 99], 100, 10, [0, 10]],
    [[0, 0], 0, 10, [0, 0]],
    [[50, 80], 100, 10, [5, 5]],
    [[-5, Number.NaN, 10], 10, 10, [0, 0, 10]],
  ])('%j, where %i fill %i cells', (amounts, most, width, cells) => {
    expect(partsOfBar(amounts, most, width)).toEqual(cells);
  });
});
