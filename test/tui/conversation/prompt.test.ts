import { describe, expect, test } from 'vitest';
import { promptLines } from '../../../src/tui/components/prompt-lines.js';
import { EMPTY_PROMPT, type PromptState, reducePrompt } from '../../../src/tui/state/prompt.js';
import { createKeyReader } from '../../../src/tui/terminal/keys.js';
import { KEYS } from '../../support/fake-terminal.js';

/** What comes of reads of a terminal; `|` stands where the cursor is. */
function type(reads: readonly string[], state: PromptState = EMPTY_PROMPT) {
  let now = state;
  const sent: string[] = [];
  for (const key of reads.flatMap(createKeyReader())) {
    const step = reducePrompt(now, key);
    now = step.state;
    sent.push(...(step.sent === undefined ? [] : [step.sent]));
  }
  return { text: `${now.text.slice(0, now.cursor)}|${now.text.slice(now.cursor)}`, sent, state: now };
}

const PASTE = ['\u001b[200~', 'a\r\tb\n', '\u001b[201~'];

describe('a message being written', () => {
  test.each<[string, readonly string[], string, readonly string[]]>([
    ['is sent by Enter', ['hi', KEYS.enter], '|', ['hi']],
    ['is not sent when it is blank', ['  ', KEYS.enter], '|', []],
    ['goes on by Alt-Enter', ['a', '\u001b\r', 'b'], 'a\nb|', []],
    ['goes on by a backslash', ['a\\', KEYS.enter, 'b', KEYS.enter], '|', ['a\nb']],
    ['goes on in what is pasted', [...PASTE, KEYS.enter], '|', ['a\n\tb\n']],
    [
      'is not edited by what is pasted',
      ['a', '\u001b[200~', 'b\u0003\u0015\u001b[D', '\u007fc', '\u001b[201~'],
      'abc|',
      [],
    ],
    ['is edited within', ['ac', KEYS.left, 'b', KEYS.home, 'x', KEYS.end, 'y'], 'xabcy|', []],
    [
      'loses whole characters',
      ['a😀', KEYS.backspace, 'b', KEYS.left, KEYS.left, KEYS.left, KEYS.backspace],
      '|ab',
      [],
    ],
    ['loses words and lines', ['one two', '\u0017', 'x', '\u0015', 'y', KEYS.left, '\u000b'], '|', []],
    ['is cleared by Ctrl-C', ['abc', KEYS['ctrl+c']], '|', []],
    ['moves between its lines', ['ab', '\u001b\r', 'c', KEYS.up, 'X', KEYS.down, 'Y'], 'aXb\ncY|', []],
    ['takes no keys for text', [KEYS.escape, KEYS.pageup, KEYS.tab, '\u001b[15~'], '|', []],
  ])('%s', (_, reads, text, sent) => {
    const typed = type(reads);
    expect([typed.text, typed.sent]).toEqual([text, sent]);
  });

  test('finds earlier ones, and itself again', () => {
    const { state } = type(['one', KEYS.enter, 'two', KEYS.enter, 'two', KEYS.enter, 'dra']);
    expect(state.history).toEqual(['one', 'two']);
    expect(type([KEYS.up], state).text).toBe('two|');
    expect(type([KEYS.up, KEYS.up, KEYS.up], state).text).toBe('one|');
    expect(type([KEYS.up, KEYS.up, KEYS.down, KEYS.down, 'ft'], state).text).toBe('draft|');
    expect(type([KEYS.up, '!', KEYS.enter], state).sent).toEqual(['two!']);
  });
});

describe('its lines', () => {
  const shown = (text: string, cursor: number, rows = 5, width = 10) =>
    promptLines({ ...EMPTY_PROMPT, text, cursor }, { width, rows, isActive: true }).map((line) =>
      line.map(({ text: part, role }) => (role === 'selected' ? `[${part}]` : part)).join(''),
    );

  test.each<[string, readonly string[]]>([
    ['', ['> [ ]']],
    ['abc', ['> abc[ ]']],
    ['12345678', ['> 1234567', '  8[ ]']],
    ['ab\ncd', ['> ab', '  cd[ ]']],
    ['a\u001b[2Jb', ['> ab[ ]']],
  ])('%j', (text, lines) => {
    expect(shown(text, text.length)).toEqual(lines);
  });

  test('those around the cursor', () => {
    expect(shown('a\nb\nc\nd', 7, 2)).toEqual(['  c', '  d[ ]']);
    expect(shown('a\nb\nc\nd', 0, 2)).toEqual(['> [a]', '  b']);
  });
});
