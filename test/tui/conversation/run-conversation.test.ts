import { describe, expect, test } from 'vitest';
import type { ActorResult } from '../../../src/contract/actor.js';
import type { Frame } from '../../../src/contract/frame.js';
import { type RunControls, runConversation } from '../../../src/tui/run-conversation.js';
import { createFakeTerminal, type FakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { createSampleAgentRun } from '../../support/sample-agent-run.js';
import { settle } from '../../support/sample-run.js';

const FRAME: Frame = {
  seq: 0,
  phase: 3,
  handle_id: 'h_0123456789',
  rows: [{ id: 1, email: '[REDACTED:email]' }],
  seen: { rows: 1000 },
  shown: { rows: 1 },
  redactions: { email: 1000 },
  budget: { total: 4000, used: 412, remaining: 3588 },
  is_final: true,
  status: 'completed',
};

interface Shown {
  readonly terminal: FakeTerminal;
  readonly sample: ReturnType<typeof createSampleAgentRun>;
  readonly controls: RunControls;
  readonly ended: () => Promise<ActorResult | undefined>;
  /** What is on the terminal, above the window too, once the next render has come. */
  readonly text: () => Promise<string>;
  readonly signals: { readonly stop: AbortController; readonly cancel: AbortController };
}

function show(options: { columns?: number; rows?: number; hasInput?: boolean } = {}): Shown {
  const terminal = createFakeTerminal({ columns: 80, rows: 24, ...options });
  terminal.output.write('$ akernel run demo\r\n');
  const sample = createSampleAgentRun();
  const signals = { stop: new AbortController(), cancel: new AbortController() };
  let controls: RunControls | undefined;
  let end: ActorResult | undefined;
  void runConversation({
    terminal,
    message: 'Who are our first customers?',
    start(given) {
      controls = given;
      return sample.run;
    },
    limits: { max_model_calls: 10 },
    stop: signals.stop.signal,
    cancel: signals.cancel.signal,
  }).then((result) => {
    end = result;
  });
  if (controls === undefined) {
    throw new Error('the run was not started');
  }
  return {
    terminal,
    sample,
    controls,
    signals,
    async ended() {
      await settle();
      return end;
    },
    async text() {
      await settle();
      terminal.advance(500);
      return (await terminal.scrollback()).join('\n').trimEnd();
    },
  };
}

async function playWhole({ sample }: Shown): Promise<void> {
  await sample.give({ type: 'start' });
  await sample.give({ type: 'start-step' });
  await sample.give({ type: 'text-delta', delta: 'I look them up. ' });
  await sample.give({ type: 'tool-call-start', tool_call_id: 'call_1_1', tool_name: 'demo.customers' });
  await sample.give({ type: 'tool-call-delta', tool_call_id: 'call_1_1', argument_bytes: 10 });
  const input = { rows: 1000 };
  await sample.give({ type: 'tool-call', tool_call_id: 'call_1_1', tool_name: 'demo.customers', input });
  await sample.give({ type: 'tool-result', tool_call_id: 'call_1_1', output: FRAME });
  await sample.give({ type: 'finish-step' });
  await sample.give({ type: 'start-step' }, 2);
  await sample.give({ type: 'text-delta', delta: 'There are a thousand.\nThe first is number 1.' }, 2);
  await sample.give({ type: 'finish-step' }, 2);
}

describe('the view of a run', () => {
  test('shows a call from its first piece to its answer', async () => {
    const shown = show();
    const { sample } = shown;
    await sample.give({ type: 'start-step' });
    expect(await shown.text()).toContain('> Who are our first customers?');
    expect(await shown.text()).toMatch(/• model answers {2}step 1 · 1 of 10 model calls/);
    await sample.give({ type: 'tool-call-start', tool_call_id: 'c', tool_name: 'demo.customers' });
    expect(await shown.text()).toContain('• demo.customers forms');
    await sample.give({ type: 'tool-call-delta', tool_call_id: 'c', argument_bytes: 120 });
    expect(await shown.text()).toContain('• demo.customers forms, 120 B');
    await sample.give({ type: 'tool-call', tool_call_id: 'c', tool_name: 'demo.customers', input: { rows: 3 } });
    expect(await shown.text()).toContain('• demo.customers {"rows":3} running');
    expect(await shown.text()).toContain('• tool runs');
    await sample.give({ type: 'tool-result', tool_call_id: 'c', output: FRAME });
    const text = await shown.text();
    expect(text).toContain(
      '• demo.customers {"rows":3}\n  ✓ 1,000 rows, 1 shown, handle h_0123456789, phase 3 summary, 412 of 4,000',
    );
    expect(text).toContain('    {"id":1,"email":"[REDACTED:email]"}');
    expect(text).not.toContain('running');
  });

  test('tells what an agent alone did without the name of its node', async () => {
    const shown = show();
    await shown.sample.give({ type: 'start-step' });
    await shown.sample.end({ warnings: ['node answer: nothing was reported', 'other'] });
    expect(await shown.text()).toContain('warning: nothing was reported\nwarning: other');
  });

  test('leaves the conversation on the terminal, and nothing else', async () => {
    const shown = show();
    await playWhole(shown);
    await shown.sample.end();
    expect((await shown.ended())?.status).toBe('completed');
    await expect(await shown.text()).toMatchFileSnapshot('../../../fixtures/screens/run-conversation.txt');
    expect(shown.terminal.isRaw()).toBe(false);
    expect(shown.terminal.isCursorShown()).toBe(true);
    expect(shown.terminal.timers()).toBe(0);
  });

  test.each([[{ columns: 60, rows: 15 }], [{ columns: 20, rows: 6 }]])('keeps to the window: %j', async (size) => {
    const shown = show(size);
    await playWhole(shown);
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
    for (const piece of words.match(/.{1,50}/g) ?? []) {
      await shown.sample.give({ type: 'text-delta', delta: piece }, 2);
      shown.terminal.advance(100);
    }
    await shown.sample.end();
    await shown.ended();
    const text = await shown.text();
    // Every word is there once, in its order.
    expect(
      text
        .match(/word\d+/g)
        ?.join(' ')
        .replaceAll(/\s+/g, ' '),
    ).toBe(words);
    expect(shown.terminal.written()).not.toMatch(/\u001b\[[23]J/);
  });

  test('goes on in another size', async () => {
    const shown = show();
    await playWhole(shown);
    shown.terminal.resize(40, 10);
    await shown.sample.give({ type: 'text-delta', delta: ' And so on.' }, 2);
    expect(await shown.text()).toContain('And so on.');
    expect((await shown.terminal.screen()).every((line) => line.length <= 40)).toBe(true);
  });

  test('prints no control sequence of a model or tool', async () => {
    const shown = show();
    const evil = '\u001b]52;c;aGk=\u0007\u001b[2Jx\u202ey';
    await shown.sample.give({ type: 'text-delta', delta: `${evil}\n${evil}` });
    await shown.sample.give({ type: 'tool-call', tool_call_id: 'c', tool_name: evil, input: { evil } });
    await shown.text();
    const output = { error: { code: 'DRIVER_FAILED', message: evil } };
    await shown.sample.give({ type: 'tool-result', tool_call_id: 'c', output, is_error: true });
    await shown.sample.end({ warnings: [evil] });
    await shown.ended();
    expect(shown.terminal.written()).not.toMatch(/\u001b\]|\u001b\[2J|\u202e|\u0007/);
  });
});

describe('Ctrl-C', () => {
  test('once stops after the step, twice now, and a third time it is the process that is asked', async () => {
    const shown = show();
    await shown.sample.give({ type: 'start-step' });
    await shown.terminal.press(KEYS['ctrl+c']);
    expect(shown.controls.stopSignal.aborted).toBe(true);
    expect(await shown.text()).toContain('stops after this step, Ctrl-C again: now');
    expect(shown.sample.cancelled()).toBeUndefined();
    await shown.terminal.press(KEYS['ctrl+c']);
    expect((await shown.ended())?.status).toBe('cancelled');
    expect(shown.sample.cancelled()).toBe('cancelled by a person');
    expect(shown.terminal.interrupts()).toBe(0);
  });

  test('from outside does the same', async () => {
    const shown = show();
    shown.signals.stop.abort();
    expect(shown.controls.stopSignal.aborted).toBe(true);
    shown.signals.cancel.abort();
    expect((await shown.ended())?.status).toBe('cancelled');
  });
});

describe('a call that changes something', () => {
  const REFUND = { capabilityId: 'shop.refund', safetyClass: 'WRITE', input: { order: 7, why: 'late' } };

  test.each([
    ['y', true],
    ['n', false],
    [KEYS.enter, false],
    [KEYS.escape, false],
  ])('is asked for; %j is %s', async (key, isAllowed) => {
    const shown = show();
    const asked = shown.controls.approve?.(REFUND, new AbortController().signal);
    const text = await shown.text();
    expect(text).toContain('Allow shop.refund? It is WRITE.');
    expect(text).toContain('{"order":7,"why":"late"}');
    expect(text).toContain('waits for you');
    await shown.terminal.press('x');
    await shown.terminal.press(key);
    shown.terminal.advance(600);
    await shown.terminal.press(key);
    expect(await asked).toBe(isAllowed);
    expect(await shown.text()).not.toContain('Allow');
  });

  test('is not answered by what was typed or pasted before it could be read', async () => {
    const shown = show();
    const asked = shown.controls.approve?.(REFUND, new AbortController().signal);
    await shown.terminal.press('y');
    shown.terminal.advance(600);
    await shown.terminal.press('yes please');
    shown.terminal.advance(600);
    await shown.terminal.press('n');
    expect(await asked).toBe(false);
  });

  test('is denied by Ctrl-C, which stops the run too', async () => {
    const shown = show();
    const asked = shown.controls.approve?.(REFUND, new AbortController().signal);
    await shown.terminal.press(KEYS['ctrl+c']);
    expect(await asked).toBe(false);
    expect(shown.controls.stopSignal.aborted).toBe(true);
    expect(await shown.text()).toContain('stops after this step');
  });

  test('is denied when the run ends first', async () => {
    const shown = show();
    const gone = new AbortController();
    const asked = shown.controls.approve?.(REFUND, gone.signal);
    gone.abort();
    expect(await asked).toBe(false);
  });

  test('cannot be asked for where there are no keys', () => {
    expect(show({ hasInput: false }).controls.approve).toBeUndefined();
  });
});
