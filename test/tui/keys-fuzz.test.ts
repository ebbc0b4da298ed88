import { describe, expect, test } from 'vitest';
import { runLive } from '../../src/tui/live.js';
import { runPager } from '../../src/tui/pager.js';
import { createFakePagerKernel } from '../support/fake-pager-kernel.js';
import { createFakeTerminal, type FakeTerminal, KEYS } from '../support/fake-terminal.js';
import { createSampleRun, settle } from '../support/sample-run.js';
import { ANN } from '../support/test-kernel.js';
import { frameOf } from './live/sample-frames.js';

const BROKEN = [
  '\u001b[',
  '\u001b[1;',
  '\u001b[99;99;99~',
  '\u001b[<0;1;1M',
  '\u001b[M   ',
  '\u001b]52;c;',
  '\u001b]0;x\u0007',
  '\u001bP1$q\u001b\\',
  '\u001b[200~',
  '\u001b[201~',
  '\u001b[I',
  '\u001b\u001b\u001b',
  '\u001bOP',
  '\u001b[1;5C',
  '\u001b[1;5I',
  '\u001b[25;5~',
  '\u009b31m',
  '\u0000',
  '\ud800',
  '\u202e',
  '👩\u200d👧',
  'e\u0301',
];
const READS = [...Object.values(KEYS).filter((key) => key !== KEYS['ctrl+c']), ...BROKEN];

/** The same keys for the same seed. */
function createKeys(seed: number): () => string {
  let state = seed;
  const below = (end: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
  return () => (below(2) === 0 ? String.fromCharCode(32 + below(95)) : (READS[below(READS.length)] ?? ''));
}

async function pressMany(terminal: FakeTerminal, count: number, seed: number): Promise<void> {
  const next = createKeys(seed);
  for (let pressed = 0; pressed < count; pressed += 1) {
    await terminal.press(next());
    if (pressed % 20 === 0) {
      terminal.advance(40);
    }
  }
}

function customer(row: number) {
  return { id: row, name: '漢字 ✅', note: 'a note '.repeat(20), deep: { list: [row, { x: null }] } };
}

describe.each([1, 2, 3])('keys at random, seed %i', (seed) => {
  test('into the pager: it can always be left', async () => {
    const terminal = createFakeTerminal({ columns: 60, rows: 16 });
    const kernel = createFakePagerKernel(5000, customer);
    for (let round = 0; round < 4; round += 1) {
      let isClosed = false;
      const closed = runPager({ terminal, kernel, principal: ANN, handleId: 'h_1' }).then(() => {
        isClosed = true;
      });
      await settle();
      await pressMany(terminal, 250, seed * 10 + round);
      for (let tries = 0; tries < 6 && !isClosed; tries += 1) {
        await terminal.press(KEYS['ctrl+c']);
        await settle();
      }
      expect(isClosed).toBe(true);
      await closed;
      expect([terminal.isCursorShown(), terminal.isRaw(), terminal.timers()]).toEqual([true, false, 0]);
    }
  });

  test('into the live view: an interrupt always gets through', async () => {
    const terminal = createFakeTerminal({ columns: 60, rows: 16 });
    const { run, give, end } = createSampleRun();
    const about = { capabilityId: 'demo', principalId: 'ada' };
    const controller = new AbortController();
    const ended = runLive({ terminal, run, about, signal: controller.signal });
    await give(frameOf({ rows: [{ id: 1, name: 'Ada' }], handle_id: 'h_1' }));
    await pressMany(terminal, 500, seed);
    const before = terminal.interrupts();
    await terminal.press(KEYS['ctrl+c']);
    const wasLeft = !terminal.isRaw();
    expect(wasLeft || terminal.interrupts() > before).toBe(true);
    await end();
    controller.abort();
    await ended;
    expect([terminal.isCursorShown(), terminal.isRaw(), terminal.timers()]).toEqual([true, false, 0]);
  });
});
