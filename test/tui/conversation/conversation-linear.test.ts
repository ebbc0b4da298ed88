import { expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import { runConversationLinear } from '../../../src/tui/conversation-linear.js';
import { createSampleAgentRun } from '../../support/sample-agent-run.js';

test('says whole lines, in their order, each once', async () => {
  const { run, give, end } = createSampleAgentRun();
  let said = '';
  const write = async (text: string): Promise<void> => {
    said += text;
  };
  const running = runConversationLinear({ run, message: 'Who?', write });
  await give({ type: 'start-step' });
  await give({ type: 'text-delta', delta: 'One line.\nAnd a sec' });
  expect(said).toBe('you: Who?\nOne line.\n');
  await give({ type: 'text-delta', delta: 'ond\u001b[2J.' });
  await give({ type: 'tool-call', tool_call_id: 'c', tool_name: 'shop.refund', input: { order: 7 } });
  const output = { error: { code: 'POLICY_DENIED', message: 'no' } };
  await give({ type: 'tool-result', tool_call_id: 'c', output, is_error: true });
  const error = new KernelError('LIMIT_REACHED', 'too many calls');
  await end({ status: 'limit', error, warnings: ['cut'] });
  expect((await running).status).toBe('limit');
  expect(said).toBe(
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
