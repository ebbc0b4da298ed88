import { Text } from 'ink';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Key } from '../../../src/tui/terminal/keys.js';
import { mount } from '../../../src/tui/terminal/mount.js';
import { createFakeTerminal, KEYS } from '../../support/fake-terminal.js';

async function keysFor(...reads: readonly string[]): Promise<readonly Key[]> {
  const terminal = createFakeTerminal();
  const keys: Key[] = [];
  const mounted = mount(terminal, {
    place: () => 'inline',
    view: () => createElement(Text, null, 'x'),
    onKey: (key) => void keys.push(key),
  });
  await terminal.press(...reads);
  mounted.close();
  return keys;
}

test.each([
  [
    'arrows and pages',
    [KEYS.up, KEYS.down, KEYS.left, KEYS.right, KEYS.pageup, KEYS.pagedown],
    'up down left right pageup pagedown',
  ],
  ['ends', [KEYS.home, KEYS.end], 'home end'],
  ['several at once', [`${KEYS.down}${KEYS.down}q`], 'down down q'],
  [
    'controls',
    [KEYS['ctrl+c'], KEYS.enter, KEYS.tab, KEYS.backtab, KEYS.backspace],
    'ctrl+c enter tab backtab backspace',
  ],
  ['an escape alone', [KEYS.escape], 'escape'],
  ['capitals and signs', ['G', '?', '/', ':'], 'G ? / :'],
  ['space', [' '], 'space'],
  ['an interrupt behind other keys', ['q\u0003'], 'q ctrl+c'],
  ['backspaces that came at once', ['\u007f\u007f'], 'backspace backspace'],
] as const)('%s', async (_, reads, wanted) => {
  expect((await keysFor(...reads)).map(({ name }) => name).join(' ')).toBe(wanted);
});

test('typed text keeps its characters', async () => {
  expect((await keysFor('héllo 漢😀')).map(({ text }) => text).join('')).toBe('héllo 漢😀');
});
