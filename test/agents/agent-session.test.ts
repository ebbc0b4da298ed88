import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorResult } from '../../src/contract/actor.js';
import type { AgentConfig, AgentKernel, AgentSession, SessionRunOptions } from '../../src/contract/agent.js';
import type { ModelMessage } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { startDemoModel } from '../support/demo-model.js';
import { recordedModel } from '../support/recorded-model.js';
import { ANN, BOB, TEST_CAPABILITY } from '../support/test-kernel.js';

const SECRET = 'sk-ant-api03-Zx81kQpLm20aVbN47rTyUe93wHsGdJfK5cXoB6iM';
const directory = mkdtempSync(join(tmpdir(), 'akernel-sessions-'));
let kernel: AgentKernel;
beforeAll(async () => {
  kernel = await createKernel({
    directory,
    drivers: [
      {
        driver_id: 'test',
        execute: async ({ args }) => {
          if (args['fail'] === true) {
            throw new Error(`the key is ${SECRET}`);
          }
          return [{ note: `the key is ${SECRET}`, said: args['note'] }];
        },
      },
    ],
    capabilities: [TEST_CAPABILITY],
  });
});
afterAll(async () => {
  await kernel.close();
  rmSync(directory, { recursive: true });
});

const USUAL = { provider: 'openai', allow_private: true, model: 'demo', retries: { attempts: 0 } } as const;

async function opened(turns: Parameters<typeof startDemoModel>[0], more: Partial<AgentConfig> = {}, total?: number) {
  const model = await startDemoModel(turns);
  const name = `agent-${Math.trunc(performance.now() * 1000)}`;
  kernel.agents.register(name, { ...USUAL, base_url: `${model.origin}/v1`, ...more });
  const session = await kernel.openSession({ principal: ANN, agent: name, ...(total === undefined ? {} : { total }) });
  return { session, name };
}

async function messagesOf(session: AgentSession): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for await (const { message } of session.history()) {
    messages.push(message);
  }
  return messages;
}

const LOOK = { text: 'I look. ', tool_calls: [{ name: 'test__run', arguments: { note: 'n' } }] };

describe('a session', () => {
  test('is answered by an agent with a name that every object has', async () => {
    const model = await startDemoModel([{ text: 'It is me.' }]);
    kernel.agents.register('constructor', { ...USUAL, base_url: `${model.origin}/v1` });
    const session = await kernel.openSession({ principal: ANN, agent: 'constructor' });
    expect(await session.run('who?')).toMatchObject({ status: 'completed', text: 'It is me.' });
  });

  test('keeps each step of a run, calls with their answers, and goes on with them', async () => {
    const { session, name } = await opened([LOOK, { text: 'It is there.' }, { text: 'Again.' }], {
      tools: ['test.run'],
    });
    expect(await session.run('Is it there?')).toMatchObject({
      status: 'completed',
      text: 'It is there.',
      tool_calls: 1,
    });
    const again = await kernel.openSession({ principal: ANN, sessionId: session.session_id });
    expect(again.agent.name).toBe(name);
    expect(await again.run('And now?')).toMatchObject({ text: 'Again.' });
    expect((await messagesOf(session)).map(({ role, content }) => (role === 'tool' ? role : [role, content]))).toEqual([
      ['user', 'Is it there?'],
      ['assistant', 'I look. '],
      'tool',
      ['assistant', 'It is there.'],
      ['user', 'And now?'],
      ['assistant', 'Again.'],
    ]);
    await expect(kernel.openSession({ principal: BOB, sessionId: session.session_id })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
  });

  test('spends exactly what its frames and its models took', async () => {
    const { session } = await opened([LOOK, LOOK, { text: 'Done.' }], { tools: ['test.run'] });
    let spent = 0;
    for (const message of ['go', 'once more']) {
      const run = session.runStream(message);
      for await (const part of run) {
        if (part.type === 'tool-result' && part.output !== undefined && 'budget' in part.output) {
          spent += part.output.budget?.used ?? 0;
        }
      }
      spent += (await run.result).usage.total_tokens;
    }
    expect(await kernel.sessions.get(session.session_id, ANN)).toMatchObject({ used: spent, reserved: 0 });
  });

  test('runs at the same time wait for each other and are never mixed', async () => {
    const { session } = await opened(undefined);
    await Promise.all(Array.from({ length: 8 }, (_, number) => session.run(`message ${number}`)));
    const messages = await messagesOf(session);
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 8 }, () => ['user', 'assistant']).flat());
    for (const [index, { role, content }] of messages.entries()) {
      const asked = messages[index - 1]?.content;
      expect(role === 'user' || String(content).includes(String(asked))).toBe(true);
    }
  });

  test('that was stopped after a step has that step and no call without its answer', async () => {
    const { session } = await opened([LOOK, LOOK, LOOK, { text: 'Never.' }], { tools: ['test.run'] });
    const stop = new AbortController();
    const run = session.runStream('go', { stopSignal: stop.signal });
    for await (const part of run) {
      if (part.type === 'tool-call') {
        stop.abort();
      }
    }
    expect(await run.result).toMatchObject({ status: 'cancelled', model_calls: 1, tool_calls: 1 });
    expect((await messagesOf(session)).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  test('whose model fails in mid-turn keeps what was finished, and goes on', async () => {
    const { session } = await opened([LOOK, { cut: true }, { text: 'Here.' }], { tools: ['test.run'] });
    expect(await session.run('go')).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' } });
    expect((await messagesOf(session)).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    // The script breaks down once for each conversation, and this is another one now.
    await session.run('go on');
    expect(await session.run('go on')).toMatchObject({ status: 'completed', text: 'Here.' });
  });

  test('tells its model the newest turns and how much is left out, and what it remembers', async () => {
    const { session } = await opened(undefined, { context_chars: 1000, system: 'You help.' });
    for (let turn = 0; turn < 6; turn += 1) {
      await session.run(`${turn} ${'word '.repeat(60)}`);
    }
    await session.memory.set('colour', 'green');
    const { usage } = await session.run('What is my colour?');
    // The demo model counts what it is told: far less than all of it.
    expect(usage.input_tokens).toBeLessThan(600);
    expect(await messagesOf(session)).toHaveLength(14);
  });
});

describe('a child', () => {
  test('has its own conversation and spends from the ledger of its parent', async () => {
    const { session } = await opened(undefined, {}, 5000);
    const child = await session.child();
    await child.run('hello child');
    expect(await messagesOf(session)).toEqual([]);
    expect((await messagesOf(child)).length).toBe(2);
    const [above, below] = await Promise.all(
      [session, child].map(({ session_id: id }) => kernel.sessions.get(id, ANN)),
    );
    expect(above?.used).toBeGreaterThan(0);
    expect(below).toMatchObject({ used: above?.used, total: 5000, parent_id: session.session_id });
  });

  test('shares the limits of the run of its parent that goes on', async () => {
    const { session, name } = await opened(undefined);
    const child = await session.child({ agent: name });
    const run = session.runStream('go', {
      limits: { max_model_calls: 2 },
      graph: {
        nodes: {
          first: { type: 'llm', model: name },
          inside: {
            type: 'router',
            route: async () => ((await child.run('inner')).status === 'completed' ? 'last' : 'last'),
          },
          last: { type: 'llm', model: name },
        },
        edges: [
          { from: 'first', to: 'inside' },
          { from: 'inside', to: 'last' },
        ],
        entry: 'first',
        exit_nodes: ['last'],
      },
    });
    expect(await run.result).toMatchObject({ status: 'limit', model_calls: 2, error: { code: 'LIMIT_REACHED' } });
    expect(await messagesOf(child)).toHaveLength(2);
  });

  const FREE = { input_micro: 1, output_micro: 1 };

  test.each<[string, SessionRunOptions, SessionRunOptions, { readonly code?: string; readonly status: string }]>([
    [
      'what its model costs must be known',
      { limits: { max_cost_micro: 1e9 } },
      {},
      { status: 'failed', code: 'CONFIG_INVALID' },
    ],
    ['it ends when its parent runs out of time', { limits: { timeout_ms: 300 } }, {}, { status: 'cancelled' }],
    ['its own limits hold too', {}, { limits: { max_model_calls: 0 } }, { status: 'limit', code: 'LIMIT_REACHED' }],
  ])('does not escape the limits of its parent: %s', async (_, above, below, { status, code }) => {
    const { session, name } = await opened(undefined, { price: FREE });
    const slow = await startDemoModel([{ text: 'late', delay_ms: 1000 }]);
    kernel.agents.replace('slow-child', { ...USUAL, base_url: `${slow.origin}/v1` });
    const child = await session.child({ agent: 'slow-child' });
    const ends: ActorResult[] = [];
    const result = await session.run('go', {
      ...above,
      graph: {
        nodes: {
          inside: {
            type: 'router',
            route: async () => {
              ends.push(await child.run('inner', below));
              return 'last';
            },
          },
          last: { type: 'llm', model: name },
        },
        edges: [{ from: 'inside', to: 'last' }],
        entry: 'inside',
        exit_nodes: ['last'],
      },
    });
    await expect.poll(() => ends[0]).toMatchObject({ status, ...(code === undefined ? {} : { error: { code } }) });
    expect(ends[0]?.duration_ms).toBeLessThan(900);
    expect(result.status).toBe(status === 'cancelled' ? 'timeout' : 'completed');
  });
});

/** 20 answers with two calls and 10 with one, each followed by a text. */
const LONG = Array.from({ length: 30 }, (_, turn) => {
  const call = { name: 'test__run', arguments: { note: `${turn} ${SECRET}`, fail: turn % 7 === 3 } };
  return [{ tool_calls: turn < 20 ? [call, call] : [call] }, { text: `In turn ${turn} it was ${SECRET}.` }];
}).flat();

test('30 turns in four sessions at once, with 200 calls: a planted secret reaches no model and no file in clear', async () => {
  const model = await recordedModel(await startDemoModel(LONG));
  kernel.agents.register('leaky', {
    ...USUAL,
    base_url: `${model.origin}/v1`,
    tools: ['test.run'],
    context_chars: 2_000_000,
  });
  const told: string[] = [];
  const spent = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const session = await kernel.openSession({ principal: ANN, agent: 'leaky', total: 10_000_000 });
      await session.memory.set('key', `password: ${SECRET}`);
      let [sum, calls] = [0, 0];
      for (let turn = 0; turn < 30; turn += 1) {
        const run = session.runStream(`turn ${turn}, my key is ${SECRET}`);
        for await (const part of run) {
          told.push(JSON.stringify(part));
          if (part.type === 'tool-result' && part.output !== undefined && 'budget' in part.output) {
            sum += part.output.budget?.used ?? 0;
          }
        }
        const { usage, status, tool_calls: own } = await run.result;
        expect(status).toBe('completed');
        sum += usage.total_tokens;
        calls += own;
      }
      told.push(JSON.stringify(await messagesOf(session)));
      const { used } = await kernel.sessions.get(session.session_id, ANN);
      return { sum, calls, used };
    }),
  );
  expect(spent.map(({ calls }) => calls)).toEqual([50, 50, 50, 50]);
  expect(spent.map(({ used }) => used)).toEqual(spent.map(({ sum }) => sum));
  const part = SECRET.slice(8, 20);
  expect([told.join('\n').includes(part), model.sent().includes(part)]).toEqual([false, false]);
  expect(model.sent().split('turn 29').length).toBeGreaterThan(4);
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, file);
    if (statSync(path).isFile()) {
      expect([file, readFileSync(path).includes(part)]).toEqual([file, false]);
    }
  }
});
