import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Frame, Phase } from '../../../src/contract/frame.js';
import { runLive } from '../../../src/tui/live.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { createSampleRun, settle } from '../../support/sample-run.js';
import { frameOf } from './sample-frames.js';

type Step =
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly type: 'wait'; readonly ms: number };

const text = fc.string({
  unit: fc.constantFrom('a', 'B ', '漢', '\n', '\t', '\u001b[2J', '\u202e', 'é', '[REDACTED:email]'),
  maxLength: 60,
});
const content = fc.oneof(
  fc.record({ rows: fc.array(fc.jsonValue(), { maxLength: 8 }) }),
  fc.record({ rows: fc.array(fc.dictionary(text, text, { maxKeys: 4 }), { maxLength: 8 }) }),
  fc.record({ text, channel: fc.constantFrom('', 'stderr') }),
  fc.record({ facts: fc.array(text, { maxLength: 8 }) }),
  fc.record({ warnings: fc.array(text, { maxLength: 2 }), handle_id: fc.constant('h_1') }),
);
const frame = fc
  .tuple(content, fc.constantFrom<Phase>(1, 2, 3, 4), fc.nat(4000))
  // JSON values are rows as far as any frame can tell.
  .map(([parts, phase, used]) => frameOf({ ...(parts as Partial<Frame>), phase, used }));
const keys = fc.constantFrom(
  ...Object.values(KEYS).filter((key) => !['\u001a', '\u0003'].includes(key)),
  ' ',
  '?',
  'e',
  'k',
  'g',
  'G',
  'x',
  'n',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: frame.map((given): Step => ({ type: 'frame', frame: given })) },
  { weight: 4, arbitrary: keys.map((key): Step => ({ type: 'key', key })) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('resize' as const),
      columns: fc.integer({ min: 1, max: 120 }),
      rows: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.nat(1000).map((ms): Step => ({ type: 'wait', ms })) },
);

test('whatever comes and is pressed, the screen keeps to its room and the terminal is given back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const terminal = createFakeTerminal({ columns: 60, rows: 16 });
      const { run, give, end } = createSampleRun();
      const controller = new AbortController();
      const ended = runLive({
        terminal,
        run,
        about: { capabilityId: 'demo', principalId: 'ada' },
        signal: controller.signal,
      });
      for (const each of steps) {
        await take(each);
        terminal.advance(40);
      }
      expect(terminal.written()).not.toMatch(/\u001b\[[23]J|\u202e/);
      await end();
      controller.abort();
      await settle();
      expect((await ended).left).toBe('at the end');
      expect(terminal.timers()).toBe(0);
      expect(terminal.isCursorShown()).toBe(true);

      async function take(each: Step): Promise<void> {
        switch (each.type) {
          case 'frame':
            return give(each.frame);
          case 'key':
            return terminal.press(each.key);
          case 'resize':
            return terminal.resize(each.columns, each.rows);
          case 'wait':
            return terminal.advance(each.ms);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('without resizes nothing above the view is touched and it takes no more than its rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), async (frames) => {
      const terminal = createFakeTerminal({ columns: 40, rows: 12 });
      terminal.output.write('above\r\n');
      const { run, give, end } = createSampleRun();
      const signal = new AbortController().signal;
      const ended = runLive({ terminal, run, about: { capabilityId: 'demo', principalId: 'ada' }, signal });
      for (const each of frames) {
        await give(each);
        terminal.advance(300);
      }
      const shown = await terminal.scrollback();
      expect(shown[0]).toBe('above');
      expect(shown.filter((line) => line.startsWith('demo '))).toHaveLength(1);
      expect(shown.length).toBeLessThanOrEqual(13);
      expect(Math.max(...shown.map(displayWidth))).toBeLessThanOrEqual(40);
      await end();
      await ended;
      const left = (await terminal.scrollback()).filter((line) => line !== '');
      expect(left[0]).toBe('above');
      expect(left[1]).toMatch(/^demo .*completed/);
      expect(left.filter((line) => line.startsWith('demo '))).toHaveLength(1);
      expect(left.length).toBeLessThanOrEqual(13);
      expect(Math.max(...left.map(displayWidth))).toBeLessThanOrEqual(40);
    }),
    { numRuns: 40 },
  );
});
