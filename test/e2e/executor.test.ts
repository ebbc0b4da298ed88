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
