import { expect, test } from 'vitest';
import { createLiveDrawing } from '../../../src/tui/components/live-drawing.js';
import { createLiveKeyboard } from '../../../src/tui/screens/live-keyboard.js';
import { createLiveModel } from '../../../src/tui/state/live-model.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createTheme } from '../../../src/tui/theme.js';
import { FIRST_FRAME, frameOf } from './sample-frames.js';

const CITIES = ['Lyon', 'Porto', 'Nairobi', 'Toronto', 'Berlin', 'Osaka', 'Austin', 'Warszawa', 'Kraków', '京都'];
const FACTS = [
  'rows: 23456',
  'fields: id number, email string, city string, amount number, notes string',
  'id: 1 to 23456',
  'email: [REDACTED:email]=23456',
  `city: ${CITIES.map((city, index) => `${city}=${2400 - index}`).join(' ')}`,
  'amount: 1 to 9999, mean 5020, sum 117749120, median about 4988, p95 about 9480',
  ...Array.from({ length: 14 }, (_, index) => `part_${index}: about ${100 + index} distinct, 4 to 20 chars`),
];

/** A run in phase 3 of whose whole stream facts are known. */
function summary(facts: () => readonly string[] = () => FACTS) {
  const it = { now: 0 };
  const model = createLiveModel({
    about: { capabilityId: 'demo.customers', principalId: 'ada' },
    now: () => it.now,
    usage: () => ({ frames: 2, rows: 400, bytes: 1000 }),
    facts,
    refresh: () => undefined,
  });
  const drawing = createLiveDrawing(model, { place: 'alternate', hasKeys: true });
  const nothing = () => undefined;
  const onKey = createLiveKeyboard(model, drawing, {
    cancel: nothing,
    leave: nothing,
    interrupt: nothing,
    openPager: () => false,
  });
  model.frame(FIRST_FRAME);
  model.frame(frameOf({ phase: 3, used: 3100, facts: ['rows 31-400: 370', ...FACTS.slice(2, 5)] }));

  function lines(size: string): readonly string[] {
    const [columns = 80, rows = 24] = size.split('x').map(Number);
    const shown = drawing.lines({
      size: { columns, rows },
      theme: createTheme({ color: false, ascii: false }),
      now: 0,
    });
    const texts = shown.map((line) =>
      line
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
    expect(Math.max(...texts.map(displayWidth))).toBeLessThanOrEqual(columns);
    expect(texts.length).toBeLessThanOrEqual(rows);
    return texts;
  }

  function press(key: string, times = 1): void {
    for (let time = 0; time < times; time += 1) {
      onKey(key);
    }
  }

  /** A second later, as its timer does. */
  function tick(): void {
    it.now += 1000;
    model.tick();
  }

  return {
    lines,
    press,
    tick,
    lineOf: (size: string, start: string) => lines(size).find((line) => line.startsWith(start)),
  };
}

test('a wide screen showed the facts of a batch alone, however much room there was', async () => {
  const { lines, tick } = summary();
  expect(lines('200x40').join('\n')).not.toContain('part_13');
  tick();
  const wide = lines('200x40');
  await expect(`${wide.join('\n')}\n`).toMatchFileSnapshot('../../../fixtures/screens/live-facts-beside.200x40.txt');
  expect(wide.find((line) => line.includes('part_13'))).toMatch(/│ {3}part_13 +about 113 distinct, 4 to 20 chars$/);
  expect(lines('120x40').join('\n')).not.toContain('part_13');
});

test('of a stream about which nothing is told the batches keep the whole width', () => {
  const { lines, tick } = summary(() => []);
  lines('200x40');
  tick();
  expect(lines('200x40').join('\n')).not.toContain('│');
});

test('frozen, facts beside stand still too', () => {
  let made = 0;
  const { lines, press, tick } = summary(() => [`made: ${++made}`]);
  lines('200x40');
  tick();
  press('space');
  tick();
  expect(lines('200x40').join('\n')).toMatch(/made {2}1$/m);
  press('space');
  expect(lines('200x40').join('\n')).toMatch(/made {2}2$/m);
});

test('each fact is shown to its end where all of them have room', () => {
  const { lines, press } = summary();
  press('tab');
  expect(lines('80x40').join(' ')).toMatch(/Lyon=2400 .* 京都=2391/);
});

test.each([
  ['40x12', false],
  ['60x15', false],
  ['200x15', true],
])('in %s they take one line each, side by side where there is room', (size, isBeside) => {
  const { lines, press } = summary();
  press('tab');
  const shown = lines(size);
  const first = shown.findIndex((line) => line.startsWith('  rows'));
  expect(shown[first + 1]).toMatch(/^ {2}fields/);
  expect(shown[first + 2]).toMatch(/^ {2}id/);
  expect(/^ {2}rows.* {2}part_\d/.test(shown[first] ?? '')).toBe(isBeside);
  press('G');
  expect(lines(size).join('\n')).toContain('part_13');
});

test('arrows move long ones to their ends and no further, and back', () => {
  const { lineOf, press } = summary();
  press('tab');
  expect(lineOf('60x15', '  city')).toMatch(/ Lyon=2400 .*…$/);
  press('right');
  expect(lineOf('60x15', '  city')).toMatch(/^ {2}city +….*…$/);
  expect(lineOf('60x15', '  id')).toMatch(/ 1 to 23456$/);
  press('right', 30);
  expect(lineOf('60x15', '  city')).toMatch(/^ {2}city +….* 京都=2391$/);
  press('left', 6);
  expect(lineOf('60x15', '  city')).toMatch(/ Lyon=2400 .*…$/);
});

test('arrows move facts of batches, with the short marks in them', () => {
  const { lineOf, press } = summary();
  expect(lineOf('48x30', '  city')).toMatch(/ Lyon=2400 .*…$/);
  press('right', 30);
  expect(lineOf('48x30', '  city')).toMatch(/ 京都=2391$/);
  expect(lineOf('48x30', '  email')).toContain('‹email›=23456');
});
