import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentKernel, AgentSession, SessionRunOptions } from '../../src/contract/agent.js';
import type { ModelMessage } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { startDemoModel } from '../support/demo-model.js';
import { ANN, TEST_CAPABILITY } from '../support/test-kernel.js';

const ran: number[] = [];
let kernel: AgentKernel;
const abort: { now: () => void } = { now: () => undefined };

beforeAll(async () => {
  kernel = await createKernel({
    drivers: [
      {
        driver_id: 'test',
        async execute({ args: { number }, signal }) {
          ran.push(Number(number));
          if (number === 2) {
            abort.now();
            signal.throwIfAborted();
          }
          return `call ${number}`;
        },
      },
    ],
    capabilities: [
      {
        ...TEST_CAPABILITY,
        capability_id: 'test.count',
        params: { type: 'object', properties: { number: { type: 'integer' } } },
        driver: { driver_id: 'test', operation: 'count' },
      },
    ],
  });
});
afterAll(() => kernel.close());

async function sessionOfThreeCalls(): Promise<AgentSession> {
  const calls = [1, 2, 3].map((number) => ({ name: 'test__count', arguments: { number } }));
  const { origin } = await startDemoModel([{ tool_calls: calls }, { text: 'Done.' }]);
  kernel.agents.replace('one', {
    provider: 'openai',
    allow_private: true,
    model: 'demo',
    base_url: `${origin}/v1`,
    tools: ['test.count'],
  });
  return kernel.openSession({ principal: ANN, agent: 'one' });
}

async function kept(session: AgentSession): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for await (const { message } of session.history()) {
    messages.push(message);
  }
  return messages;
}

/** What the model will read of its three calls. */
async function answersAfter(options: SessionRunOptions): Promise<readonly string[]> {
  ran.length = 0;
  const session = await sessionOfThreeCalls();
  await session.run('count', options);
  const [user, assistant, ...answers] = await kept(session);
  expect(user).toEqual({ role: 'user', content: 'count' });
  const ids = assistant?.role === 'assistant' ? assistant.tool_calls?.map(({ id }) => id) : [];
  expect(answers.map((answer) => (answer.role === 'tool' ? answer.tool_call_id : undefined))).toEqual(ids);
  return answers.map(({ content }) => String(content));
}

test('calls that were made before a limit are kept, so that they are not made again', async () => {
  const answers = await answersAfter({ limits: { max_tool_calls: 2 } });
  expect(ran).toEqual([1, 2]);
  expect(answers[0]).toContain('call 1');
  expect(answers[1]).toContain('call 2');
  expect(answers[2]).toContain('it was not run');
});

test('of a call in which the run was cancelled the next one knows that it may have been done', async () => {
  const controller = new AbortController();
  abort.now = () => controller.abort();
  const answers = await answersAfter({ signal: controller.signal });
  expect(ran).toEqual([1, 2]);
  expect(answers[0]).toContain('call 1');
  expect(answers[1]).toContain('it may have been done');
  expect(answers[2]).toContain('it was not run');
});
