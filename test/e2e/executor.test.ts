import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bodyOf, serve } from '../drivers/http/serve.js';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

test('the example of an actor graph runs as it stands', async () => {
  const asked: string[] = [];
  const call = { function: { name: 'demo__customers', arguments: { rows: 3 } } };
  const mail = ['zelda', 'vexmoor.org'].join('@');
  const said = [{ tool_calls: [call] }, { content: `Three of them; write to ${mail}.` }, { content: `Ask ${mail}.` }];
  const { origin } = await serve(async (request, response) => {
    const message = said[asked.length];
    asked.push(await bodyOf(request));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(line({ message }) + line({ done: true, done_reason: 'stop', prompt_eval_count: 7, eval_count: 3 }));
  });
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [resolve('fixtures/programs/actor-graph.mjs')],
    { env: { PATH: process.env['PATH'], OLLAMA_URL: origin } },
  );
  expect(stderr).toBe('');
  expect(stdout).toBe('Ask [REDACTED:email].\ncompleted: 1 tool calls, 30 model tokens\n');
  expect(asked).toHaveLength(3);
  expect(asked[1]).toContain('[REDACTED:email]');
  expect(asked[2]).toContain('What is known: Three of them; write to [REDACTED:email].');
  expect(asked.join('')).not.toContain('vexmoor');
});

test('a limit of time ends a run when nothing else keeps the process', async () => {
  const program = `
    import { createExecutor, createKernel } from ${JSON.stringify(resolve('dist/index.js'))};
    const kernel = await createKernel();
    const text = () => new Promise(() => undefined);
    const executor = createExecutor({
      kernel,
      principal: { principal_id: 'ann', roles: ['reader'] },
      models: {},
      graph: {
        nodes: { a: { type: 'tool', capability_id: 'demo.customers', args: text } },
        entry: 'a',
        exit_nodes: ['a'],
      },
      limits: { timeout_ms: 300 },
    });
    console.log((await executor.execute('go')).status);
    await kernel.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('timeout\n');
});
