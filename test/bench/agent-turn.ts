import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKernel } from '../../src/library.js';
import { PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, spend } from './measure.js';

const ROUNDS = 40;
const PROGRAM = fileURLToPath(new URL('../../bin/akernel.js', import.meta.url));
const CALL = { name: 'demo__customers', arguments: { rows: 3 } };
const ANSWER = 'There are three customers.';

/** A message to an agent with one tool call, beside the two requests that its model gets in it. */
export const agentTurn: Benchmark = {
  name: 'agent-turn',
  async *run({ directory }) {
    const script = join(directory, 'script.json');
    const turns = Array.from({ length: ROUNDS + 1 }, () => [{ tool_calls: [CALL] }, { text: ANSWER }]).flat();
    writeFileSync(script, JSON.stringify({ turns }));
    const args = [PROGRAM, 'demo-model', '--delay-ms', '0', '--script', script, '-o', 'json'];
    const model = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [first] = await once(model.stdout, 'data');
      const { url } = JSON.parse(String(first));
      yield* figuresOf(url, join(directory, 'state'));
    } finally {
      model.kill();
    }
  },
};

async function* figuresOf(baseUrl: string, directory: string) {
  const kernel = await createKernel({
    directory,
    config: { policy: { default: 'deny', rules: [], calls_per_minute: RATES } },
  });
  kernel.agents.register('demo', {
    provider: 'openai',
    base_url: baseUrl,
    allow_private: true,
    model: 'demo',
    tools: ['demo.customers'],
  });
  const session = await kernel.openSession({ principal: PRINCIPAL, agent: 'demo', total: 1e9 });
  const turn = async (): Promise<void> => {
    const { status, tool_calls: calls } = await session.run('Who are our customers?');
    if (status !== 'completed' || calls !== 1) {
      throw new Error(`the turn ended as ${status} with ${calls} calls`);
    }
  };
  await turn();
  const { left, right } = await inTurns(
    ROUNDS,
    () => spend(() => requests(baseUrl)),
    () => spend(turn),
  );
  yield {
    subject: 'a message to an agent with one tool call, on top of its model',
    unit: 'ms',
    wall: right.wallMs - left.wallMs,
    cpu: right.cpuMs - left.cpuMs,
    atMost: 15,
  } as const;
  await kernel.close();
}

const RATES = { READ: 1e6, WRITE: 1e6, DESTRUCTIVE: 1e6 };
const USER = { role: 'user', content: 'Who are our customers?' };

/** What the model is asked in one turn, by nothing but `fetch`. */
async function requests(baseUrl: string): Promise<void> {
  const called = [{ id: 'c', type: 'function', function: { name: CALL.name, arguments: '{}' } }];
  const answered = [
    { role: 'assistant', content: '', tool_calls: called },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ];
  for (const messages of [[USER], [USER, ...answered]]) {
    const parameters = { type: 'object', properties: { rows: { type: 'integer' } } };
    const tools = [{ type: 'function', function: { name: CALL.name, description: 'Customers.', parameters } }];
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo', stream: true, messages, tools }),
    });
    await response.text();
  }
}
