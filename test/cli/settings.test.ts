import { describe, expect, test } from 'vitest';
import { outputFormat, resolveSettings } from '../../src/cli/settings.js';

const TERMINAL = { stdoutIsTty: true, stderrIsTty: true };
const PIPE = { stdoutIsTty: false, stderrIsTty: false };

describe('colour', () => {
  test.each([
    ['on a terminal', {}, {}, TERMINAL, true],
    ['in a pipe', {}, {}, PIPE, false],
    ['NO_COLOR', {}, { NO_COLOR: '1' }, TERMINAL, false],
    ['an empty NO_COLOR says nothing', {}, { NO_COLOR: '' }, TERMINAL, true],
    ['NO_COLOR is stronger than FORCE_COLOR', {}, { NO_COLOR: '1', FORCE_COLOR: '1' }, TERMINAL, false],
    ['FORCE_COLOR in a pipe', {}, { FORCE_COLOR: '1' }, PIPE, true],
    ['FORCE_COLOR=0', {}, { FORCE_COLOR: '0' }, TERMINAL, false],
    ['a dumb terminal', {}, { TERM: 'dumb' }, TERMINAL, false],
    ['CI', {}, { CI: 'true' }, TERMINAL, false],
    ['--no-color is strongest', { color: false }, { FORCE_COLOR: '1' }, TERMINAL, false],
  ])('%s', (_, flags, env, terminals, color) => {
    expect(resolveSettings(flags, env, terminals).color).toBe(color);
  });
});

test.each([
  ['a terminal', {}, TERMINAL, true],
  ['a dumb one', { TERM: 'dumb' }, TERMINAL, false],
  ['CI', { CI: '1' }, TERMINAL, false],
  ['a file', {}, PIPE, false],
])('lines are repainted on %s: %j', (_, env, terminals, repaint) => {
  expect(resolveSettings({}, env, terminals).repaint).toBe(repaint);
});

describe('output', () => {
  test('the flag is stronger than AKERNEL_OUTPUT', () => {
    expect(resolveSettings({}, { AKERNEL_OUTPUT: 'text' }, PIPE).output).toBe('text');
    expect(resolveSettings({ output: 'json' }, { AKERNEL_OUTPUT: 'text' }, PIPE).output).toBe('json');
  });

  test('auto is text on a terminal and what programs read elsewhere', () => {
    expect(outputFormat('auto', true, 'ndjson')).toBe('text');
    expect(outputFormat('auto', false, 'ndjson')).toBe('ndjson');
    expect(outputFormat('text', false, 'json')).toBe('text');
  });

  test('live is text for what has no view', () => {
    expect(outputFormat('live', true, 'ndjson')).toBe('text');
  });

  test.each(['yaml', ''])('%j is refused', (output) => {
    expect(() => resolveSettings({ output }, {}, PIPE)).toThrowError(expect.objectContaining({ code: 'USAGE' }));
  });
});

test.each([
  ['nothing set', {}, false],
  ['a UTF-8 locale', { LANG: 'en_US.UTF-8' }, false],
  ['the C locale', { LANG: 'C' }, true],
  ['LC_ALL is stronger', { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, true],
])('characters beyond ASCII, %s', (_, env, ascii) => {
  expect(resolveSettings({}, env, TERMINAL).ascii).toBe(ascii);
});

test.each([
  [{}, {}, false],
  [{ screenReader: true }, {}, true],
  [{}, { AKERNEL_SCREEN_READER: '1' }, true],
  [{}, { INK_SCREEN_READER: 'true' }, true],
  [{}, { AKERNEL_SCREEN_READER: '0' }, false],
])('a screen reader: %j %j', (flags, env, screenReader) => {
  expect(resolveSettings(flags, env, TERMINAL).screenReader).toBe(screenReader);
});

test('-q and -v exclude each other', () => {
  expect(() => resolveSettings({ quiet: true, verbose: true }, {}, PIPE)).toThrowError(
    expect.objectContaining({ code: 'USAGE' }),
  );
});
