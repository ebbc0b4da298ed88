import { expect, test } from 'vitest';
import { factShape, shapeText } from '../../../src/tui/text/fact-shape.js';
import { createTheme } from '../../../src/tui/theme.js';

const { glyphs: BLOCKS } = createTheme({ color: false, ascii: false });
const { glyphs: ASCII } = createTheme({ color: false, ascii: true });

test.each([
  ['paid=1286 late=857 open=428', '█▆▃', '#+:'],
  ['true=2000 false=1000', '█▄', '#-'],
  ['"Tamarind Labs"=8 "a=1 \\" b"=4, 12 null', '█▄', '#-'],
  ['[REDACTED:email]=5 x=5; 3 missing', '██', '##'],
  ['a=9 b=9 c=9 d=9 e=9 f=9 g=9 h=9 i=9 j=9', '████████', '########'],
  ['0 to 10, mean 0, sum 0', '•───────', '*-------'],
  ['-5 to 5, mean 0', '────•───', '----*---'],
  [
    '1 to 4125.74, mean 497.035, sum 1491103.56, least in row 0 (id=0), most in row 321 (id=321)',
    '─•──────',
    '-*------',
  ],
  ['2026-01-01T00:00:00Z to 2042-12-31T09:40:00Z, median about 2030-03-17T17:46Z, in order', '──•─────', '--*-----'],
  ['2026-01-01 to 2026-12-31, median about 2026-07-02', '────•───', '----*---'],
  ['1e+21 to 3e+21, mean 3e+21', '───────•', '-------*'],
])('%s is drawn', (text, blocks, ascii) => {
  const shape = factShape(text);
  expect(shape && shapeText(shape, BLOCKS)).toBe(blocks);
  expect(shape && shapeText(shape, ASCII)).toBe(ascii);
});

test.each([
  '',
  '3000',
  'paid=1286',
  'paid=1286x late=857',
  'about 906 distinct, 2 to 4 chars',
  '0 to 2999',
  '2023-11-14T22:13:20Z to 2025-07-31T17:13:20Z',
  '2026-13-41 to 2026-99-99, median about 2026-50-50',
  '7 to 7, mean 7',
  '1 to 5, mean 9',
  'id number, status string',
  '"a=1 b=2',
])('%j is not', (text) => {
  expect(factShape(text)).toBeUndefined();
});
