import { Box } from 'ink';
import { createElement, type ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Line } from '../../../src/tui/components/line.js';
import type { Screen, ViewContext } from '../../../src/tui/screen.js';
import { type Mounted, mount } from '../../../src/tui/terminal/mount.js';
import type { Place } from '../../../src/tui/terminal/painter.js';
import { createFakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { settle } from '../../support/sample-run.js';

const RULE = '='.repeat(40);

/** Shows its size and the keys it was given. */
function sampleScreen() {
  let place: Place = 'inline';
  let keys = '';
  const screen: Screen = {
    place: () => place,
    view: ({ size, theme }: ViewContext): ReactElement =>
      createElement(
        Box,
        { flexDirection: 'column' },
        createElement(Line, { theme, spans: [{ text: `${size.columns}x${size.rows}` }] }),
        keys === 'h' ? undefined : createElement(Line, { theme, spans: [{ text: `keys:${keys}` }] }),
        createElement(Line, { theme, spans: [{ text: keys }, { text: '='.repeat(500), role: 'strong' }] }),
      ),
    onKey({ name }) {
      keys += name;
    },
  };
  return {
    screen,
    goTo(next: Place) {
      place = next;
    },
  };
}

const opened: Mounted[] = [];
afterEach(() => {
  for (const view of opened.splice(0)) {
    view.close();
  }
});

function mounted(columns = 40, rows = 8) {
  const terminal = createFakeTerminal({ columns, rows });
  terminal.output.write('$ run\r\n');
  const sample = sampleScreen();
  const view = mount(terminal, sample.screen);
  opened.push(view);
  return { terminal, ...sample, mounted: view };
}

async function seen(terminal: ReturnType<typeof createFakeTerminal>): Promise<readonly string[]> {
  return (await terminal.scrollback()).filter((line) => line !== '');
}

describe('mount', () => {
  test('paints at once, before any timer', async () => {
    const { terminal } = mounted();
    expect(await seen(terminal)).toEqual(['$ run', '40x8', 'keys:', RULE]);
    expect(terminal.isRaw()).toBe(true);
  });

  test('keys reach the screen and are shown soon', async () => {
    const { terminal } = mounted();
    await terminal.press('a', 'b');
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '40x8', 'keys:ab', `ab${RULE.slice(2)}`]);
  });

  test('lines may come and go', async () => {
    const { terminal } = mounted();
    await terminal.press('h');
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '40x8', `h${RULE.slice(1)}`]);
    await terminal.press('i');
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '40x8', 'keys:hi', `hi${RULE.slice(2)}`]);
  });

  test('a resize is followed', async () => {
    const { terminal } = mounted();
    terminal.resize(20, 6);
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '20x6', 'keys:', RULE.slice(0, 20)]);
  });

  test('a resize whose signal is late eats nothing of what stands above', async () => {
    const { terminal, mounted: view } = mounted();
    terminal.resizeUnheard(20, 6);
    await terminal.press(...'abcdefghijklmnopqrstuvwxyz');
    terminal.advance(100);
    terminal.measure();
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '20x6', 'keys:abcdefghijklmno', 'abcdefghijklmnopqrst']);
    terminal.resizeUnheard(40, 8);
    view.close();
    expect(await seen(terminal)).toEqual(['$ run']);
  });

  test('close takes the screen away, restores the terminal and leaves no timer', async () => {
    const { terminal, mounted: view } = mounted();
    view.refresh();
    view.close();
    view.close();
    expect(await seen(terminal)).toEqual(['$ run']);
    expect(terminal.isCursorShown()).toBe(true);
    expect(terminal.isRaw()).toBe(false);
    expect(terminal.timers()).toBe(0);
  });

  test('Ctrl-Z gives the terminal back, stops, and the screen returns below what was written meanwhile', async () => {
    const { terminal } = mounted();
    await terminal.press(KEYS['ctrl+z']);
    expect(terminal.stops()).toBe(1);
    expect(terminal.isRaw()).toBe(false);
    expect(terminal.isCursorShown()).toBe(true);
    expect(await seen(terminal)).toEqual(['$ run']);
    terminal.output.write('$ fg\r\n');
    terminal.resume();
    terminal.advance(100);
    expect(terminal.isRaw()).toBe(true);
    expect(terminal.isCursorShown()).toBe(false);
    expect(await seen(terminal)).toEqual(['$ run', '$ fg', '40x8', 'keys:', RULE]);
  });

  test('after a stop that nobody announced nothing of the shell is erased', async () => {
    const { terminal } = mounted();
    terminal.output.write('[1]+ Stopped\r\n$ fg\r\n');
    terminal.resume();
    terminal.advance(100);
    const shown = await seen(terminal);
    expect(shown.slice(-5)).toEqual(['[1]+ Stopped', '$ fg', '40x8', 'keys:', RULE]);
  });

  test('the end of the process restores the terminal', async () => {
    const { terminal, goTo, mounted: view } = mounted();
    goTo('alternate');
    view.refresh();
    terminal.advance(100);
    expect(await terminal.isAlternate()).toBe(true);
    terminal.end();
    expect(await terminal.isAlternate()).toBe(false);
    expect(terminal.isCursorShown()).toBe(true);
    expect(terminal.isRaw()).toBe(false);
  });

  test('it goes to the alternate screen and back', async () => {
    const { terminal, goTo, mounted: view } = mounted();
    goTo('alternate');
    view.refresh();
    terminal.advance(100);
    expect((await terminal.screen()).slice(0, 3)).toEqual(['40x8', 'keys:', RULE]);
    goTo('inline');
    view.refresh();
    terminal.advance(100);
    expect(await seen(terminal)).toEqual(['$ run', '40x8', 'keys:', RULE]);
  });

  test('Ctrl-L paints all anew', async () => {
    const { terminal } = mounted();
    const before = terminal.written().length;
    await terminal.press(KEYS['ctrl+l']);
    expect(terminal.written().slice(before)).toContain('40x8');
  });

  test('it works without keys', async () => {
    const terminal = createFakeTerminal({ columns: 40, rows: 8, hasInput: false });
    const view = mount(terminal, sampleScreen().screen);
    expect(await seen(terminal)).toEqual(['40x8', 'keys:', RULE]);
    view.close();
    expect(await seen(terminal)).toEqual([]);
  });

  test('a component that throws leaves the terminal as it was, and is heard of', async () => {
    const terminal = createFakeTerminal({ columns: 40, rows: 8 });
    const Broken = () => {
      throw new Error('broken component');
    };
    mount(terminal, { place: () => 'alternate', view: () => createElement(Broken), onKey: () => undefined });
    await settle();
    expect(() => terminal.advance(10)).toThrow('broken component');
    expect(await terminal.isAlternate()).toBe(false);
    expect(terminal.isRaw()).toBe(false);
    expect(terminal.isCursorShown()).toBe(true);
  });
});
