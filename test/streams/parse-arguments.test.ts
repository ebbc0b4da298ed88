import { expect, test } from 'vitest';
import { parseArguments } from '../../src/streams/model-turn/parse-arguments.js';

test.each([
  ['{"n":1e400}', { n: '1e400' }, ['unsafe_integer']],
  ['{"n":[-1.5E+999],"m":1e308}', { n: ['-1.5E+999'], m: 1e308 }, ['unsafe_integer']],
  [`{"n":${'9'.repeat(400)}}`, { n: '9'.repeat(400) }, ['unsafe_integer']],
  ['{"n":1e-400,"t":"1e400"}', { n: 0, t: '1e400' }, []],
])('a number too large for any is never run as null: %s', (text, expected, flagged) => {
  const flags: string[] = [];
  expect(parseArguments(text, (flag) => flags.push(flag))).toEqual(expected);
  expect(flags).toEqual(flagged);
});
