import { describe, expect, test } from 'vitest';
import { createRenderClock, type Urgency } from '../../../src/tui/terminal/render-clock.js';
import { createFakeTerminal } from '../../support/fake-terminal.js';

/** Renders in `ms` when every millisecond something asks for one, and one costs `cost` ms. */
function rendersIn(ms: number, { cost, urgency }: { readonly cost: number; readonly urgency?: Urgency }): number {
  const terminal = createFakeTerminal();
  let renders = 0;
  let spent = 0;
  const now = () => terminal.now() + spent;
  const after = (delay: number, tick: () => void) => terminal.after(delay, tick);
  const clock = createRenderClock({ now, after }, () => {
    renders += 1;
    spent += cost;
  });
  while (terminal.now() + spent < Date.UTC(2026, 0, 1) + ms) {
    clock.request(urgency);
    terminal.advance(1);
  }
  clock.stop();
  return renders;
}

describe('renders a second', () => {
  test.each([
    ['cheap ones', { cost: 0 }, 18, 21],
    ['cheap answers', { cost: 0, urgency: 'answer' as const }, 28, 30],
    ['cheap first ones', { cost: 0, urgency: 'first' as const }, 28, 30],
    ['dear ones', { cost: 5 }, 8, 11],
    ['very dear ones still come', { cost: 60 }, 3, 4],
    ['answers to keys do not wait', { cost: 5, urgency: 'answer' as const }, 24, 27],
  ])('%s', (_, load, least, most) => {
    const renders = rendersIn(1000, load);
    expect(renders).toBeGreaterThanOrEqual(least);
    expect(renders).toBeLessThanOrEqual(most);
  });
});

test('one timer at a time, none when nothing changed, none after the end', () => {
  const terminal = createFakeTerminal();
  let renders = 0;
  const clock = createRenderClock(terminal, () => {
    renders += 1;
  });
  clock.request();
  clock.request();
  expect(terminal.timers()).toBe(1);
  terminal.advance(1000);
  expect(renders).toBe(1);
  expect(terminal.timers()).toBe(0);
  clock.request();
  clock.stop();
  clock.request();
  expect(terminal.timers()).toBe(0);
});

test('a key that is pressed brings a waiting render forward', () => {
  const terminal = createFakeTerminal();
  let spent = 0;
  let renders = 0;
  const clock = createRenderClock({ now: () => terminal.now() + spent, after: terminal.after }, () => {
    renders += 1;
    spent += 10;
  });
  clock.request();
  terminal.advance(1);
  clock.request();
  terminal.advance(40);
  expect(renders).toBe(1);
  clock.request('answer');
  terminal.advance(1);
  expect(renders).toBe(2);
});

test('the first of what is waited for comes at once, but not twice in a second', () => {
  const terminal = createFakeTerminal();
  let renders = 0;
  const clock = createRenderClock(terminal, () => {
    renders += 1;
  });
  clock.request();
  terminal.advance(1);
  clock.request('first');
  terminal.advance(1);
  expect(renders).toBe(2);
  clock.request('first');
  terminal.advance(20);
  expect(renders).toBe(2);
  terminal.advance(20);
  expect(renders).toBe(3);
});

test('a clock that is set back does not stop the renders', () => {
  const terminal = createFakeTerminal();
  let offset = 0;
  let renders = 0;
  const clock = createRenderClock({ now: () => terminal.now() + offset, after: terminal.after }, () => {
    renders += 1;
  });
  clock.request();
  terminal.advance(1);
  offset = -3_600_000;
  clock.request();
  terminal.advance(100);
  expect(renders).toBe(2);
});
