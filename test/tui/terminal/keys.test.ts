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

/** Function keys with Ctrl, F13, focus, mouse, keys of xterm's `modifyOtherKeys`, the Linux console's F1. */
const UNKNOWN = [
  '\u001b[6V',
  '\u001b[1;5I',
  '\u001b[25;5~',
  '\u001b[25~',
  '\u001b[I',
  '\u001b[<0;1;1M',
  '\u001b[27;5;105~',
  '\u001b[[A',
  '\u001b[1;5P',
  '\u001bOP',
];

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
  [
    'keys with Ctrl, Shift and Alt, and escape with the next key in one read',
    ['\u001b[1;5C', '\u001b[1;2A', '\u001b\u001b[B', '\u001bx'],
    'right up down escape x',
  ],
  ['rows of keys of other terminals', ['\u001bOA', '\u001bOH', '\u001b[7~', '\u001b[d'], 'up home home left'],
  ['what is no key known here', [...UNKNOWN, 'x'], 'x'],
  ['a paste between its marks', ['x\u001b[200~ab\u001b[201~y'], 'x paste y'],
  ['a paste whose end was lost, and Ctrl-C twice', ['\u001b[200~a', '\u0003', '\u0003', 'q'], 'paste ctrl+c q'],
  ['Ctrl-C twice in one read of a paste', ['\u001b[200~a', '\u0003\u0003', '\u0003', 'b'], 'paste paste'],
  ['a paste in several reads', ['\u001b[200~a', 'b\u001b[2', '01~y'], 'paste paste y'],
  ['backspaces that came at once', ['\u007f\u007f'], 'backspace backspace'],
] as const)('%s', async (_, reads, wanted) => {
  expect((await keysFor(...reads)).map(({ name }) => name).join(' ')).toBe(wanted);
});

test('typed text keeps its characters', async () => {
  expect((await keysFor('héllo 漢😀')).map(({ text }) => text).join('')).toBe('héllo 漢😀');
});

test.each([
  ['keys with Ctrl', ['a\u0003b\u0004\u001a\u007fc'], 'abc'],
  ['arrows, colours, titles and lone escapes', ['a\u001b[Ab\u001b[31mc\u001b]0;t\u0007d\u001b e'], 'abc0;td e'],
  ['a second beginning', ['a\u001b[200~b'], 'ab'],
  ['line breaks of three kinds, one of them cut', ['a\rb\nc\r', '\nd\te'], 'a\nb\nc\nd\te'],
])('what a paste holds is text and no key: %s', async (_, reads, wanted) => {
  const keys = await keysFor('\u001b[200~', ...reads, '\u001b\u001b[201~');
  expect(keys.map(({ text }) => text).join('')).toBe(wanted);
  expect(new Set(keys.map(({ name }) => name))).toEqual(new Set(['paste']));
  expect((await keysFor('\u001b[200~', ...reads, '\u001b[201~', KEYS['ctrl+c'])).at(-1)?.name).toBe('ctrl+c');
});
