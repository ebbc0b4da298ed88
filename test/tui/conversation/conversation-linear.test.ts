import { expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import { runConversationLinear } from '../../../src/tui/conversation-linear.js';
import { createFakeTerminal } from '../../support/fake-terminal.js';
import { createSampleAgentRun } from '../../support/sample-agent-run.js';
import { settle } from '../../support/sample-run.js';

function speak(isTyped = false) {
  const terminal = createFakeTerminal();
  const { run, give, end } = createSampleAgentRun();
  const written: string[] = [];
  const running = runConversationLinear({
    run,
    message: isTyped ? undefined : 'Who?',
    write: async (text) => void written.push(text),
    columns: () => 20,
    after: terminal.after,
  });
  const said = (): string => written.join('');
  return { terminal, give, end, running, said };
}

/** Gives the text in pieces of so many characters. */
async function giveText({ give }: ReturnType<typeof speak>, text: string, size: number): Promise<void> {
  for (let from = 0; from < text.length; from += size) {
    await give({ type: 'text-delta', delta: text.slice(from, from + size) });
  }
}

test('says whole lines, in their order, each once', async () => {
  const { give, end, running, said } = speak();
  await give({ type: 'start-step' });
  await give({ type: 'text-delta', delta: 'One line.\nAnd a sec' });
  expect(said()).toBe('you: Who?\nOne line.\n');
  await give({ type: 'text-delta', delta: 'ond\u001b[2J.' });
  await give({ type: 'tool-call', tool_call_id: 'c', tool_name: 'shop.refund', input: { order: 7 } });
  const output = { error: { code: 'POLICY_DENIED', message: 'no' } };
  await give({ type: 'tool-result', tool_call_id: 'c', output, is_error: true });
  const error = new KernelError('LIMIT_REACHED', 'too many calls');
  await end({ status: 'limit', error, warnings: ['cut'] });
  expect((await running).status).toBe('limit');
  expect(said()).toBe(
    [
      'you: Who?',
      'One line.',
      'And a second.',
      'calls shop.refund with {"order":7}',
      'failed: POLICY_DENIED: no',
      'warning: cut',
      'LIMIT_REACHED: too many calls',
      '',
    ].join('\n'),
  );
});

test('an answer in one line is told while it is written, in whole words', async () => {
  const spoken = speak();
  await giveText(spoken, 'An answer that has no line breaks at all', 3);
  expect(spoken.said()).toBe('you: Who?\nAn answer that has no line breaks at ');
  await spoken.end();
  await spoken.running;
  expect(spoken.said()).toBe('you: Who?\nAn answer that has no line breaks at all\n');
});

test('a short beginning is told when the model is silent, but no half of a character or of a control sequence', async () => {
  const spoken = speak();
  await giveText(spoken, 'Well \ud83d', 100);
  expect(spoken.said()).toBe('you: Who?\n');
  spoken.terminal.advance(500);
  await settle();
  expect(spoken.said()).toBe('you: Who?\nWell ');
  await giveText(spoken, '\ude00\u001b[3', 100);
  spoken.terminal.advance(500);
  await settle();
  expect(spoken.said()).toBe('you: Who?\nWell 😀');
  await giveText(spoken, '1mred.', 100);
  await spoken.give({ type: 'tool-call', tool_call_id: 'c', tool_name: 'shop.refund' });
  expect(spoken.said()).toBe('you: Who?\nWell 😀red.\ncalls shop.refund\n');
  await spoken.end();
  await spoken.running;
  expect(spoken.terminal.timers()).toBe(0);
});

test.each([1, 2, 7, 1000])('in pieces of %i characters the same is said', async (size) => {
  const text = 'One line.\r\nA longer line, wider than twenty columns.\n\n漢字'.repeat(5);
  const spoken = speak(true);
  await giveText(spoken, text, size);
  await spoken.end();
  await spoken.running;
  expect(spoken.said()).toBe(`${text.replaceAll('\r', '')}\n`);
});
