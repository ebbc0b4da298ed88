import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framesOf, lastFrame, type Sandbox, sandbox } from '../support/cli.js';
import { eventually } from '../support/processes.js';

const KEY = ['key', 'of', 'the', 'provider'].join('-');

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const asked: Asked[] = [];
let open = 0;
/** What the provider says next, and with which finish reason; none to stop in the middle. */
let says: { readonly pieces: readonly string[]; readonly reason?: string } = { pieces: [] };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) {
    body += String(piece);
  }
  asked.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
  open += 1;
  response.once('close', () => {
    open -= 1;
  });
  const isOllama = request.url === '/api/chat';
  const { pieces, reason } = says;
  response.writeHead(200, { 'content-type': isOllama ? 'application/x-ndjson' : 'text/event-stream' });
  for (const content of pieces) {
    response.write(
      isOllama
        ? `${JSON.stringify({ message: { content, thinking: 'Hm. ' } })}\n`
        : `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
  }
  if (reason === 'none') {
    response.end();
  } else if (reason !== undefined) {
    response.end(
      isOllama
        ? `${JSON.stringify({ done: true, done_reason: reason })}\n`
        : `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`,
    );
  }
});

let box: Sandbox;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { MODEL_URL: `${origin}/v1`, MODEL_API_KEY: KEY, OLLAMA_URL: origin };
  box = sandbox();
  copyFileSync(resolve('fixtures/config-examples/model.yaml'), join(box.directory, 'akernel.config.yaml'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** All text of the frames. */
function textIn(stdout: string): string {
  return framesOf(stdout)
    .map(({ text }) => text ?? '')
    .join('');
}

describe('the example of a config', () => {
  it('is well, and shows no key', async () => {
    expect(await box.inside(['config', 'check'], { env })).toMatchObject({ status: 0 });
    const { stdout } = await box.inside(['config', 'show', '-o', 'json'], { env });
    expect(stdout).toContain('"max_tokens":400');
    expect(stdout).not.toContain(KEY);
  });

  it('streams an answer through the firewall', async () => {
    says = { pieces: ['Write to ada', '@example', '.org, ', 'she knows.'], reason: 'stop' };
    const { status, stdout, stderr } = await box.run(['invoke', 'assistant.ask', 'message=Who knows?', '--stream'], {
      env,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(lastFrame(stdout)).toMatchObject({ status: 'completed', redactions: { email: 1 } });
    expect(textIn(stdout)).toBe('Write to [REDACTED:email], she knows.');
    expect(asked.splice(0)).toMatchObject([
      {
        url: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'gpt-5-mini',
          max_tokens: 400,
          stream: true,
          messages: [
            { role: 'system', content: 'Answer in two sentences.' },
            { role: 'user', content: 'Who knows?' },
          ],
        },
      },
    ]);
  });

  it('tells that an answer was cut', async () => {
    says = { pieces: ['Half of'], reason: 'length' };
    const { status, stdout } = await box.inside(['invoke', 'assistant.ask', 'message=Go', '--stream'], { env });
    expect([status, lastFrame(stdout)]).toMatchObject([
      0,
      { status: 'completed', warnings: [expect.stringContaining('was cut at its limit of model tokens')] },
    ]);
  });

  it('fails when the answer just ends, after what had come', async () => {
    says = { pieces: ['Half of'], reason: 'none' };
    const { status, stdout } = await box.inside(['invoke', 'assistant.ask', 'message=Go', '--stream'], { env });
    expect([status, lastFrame(stdout)]).toMatchObject([5, { status: 'failed', error: { code: 'MODEL_FAILED' } }]);
    expect(textIn(stdout)).toBe('Half ');
  });

  it('goes on with a conversation, and shows the reasoning where it is asked for', async () => {
    says = { pieces: ['Fine.'], reason: 'stop' };
    asked.splice(0);
    const messages = [
      { role: 'user', content: 'How are you?' },
      { role: 'assistant', content: 'Well. And you?' },
      { role: 'user', content: 'Fine too.' },
    ];
    const args = ['invoke', 'assistant.discuss', `messages=${JSON.stringify(messages)}`, '--stream'];
    const { status, stdout, stderr } = await box.inside(args, { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Fine.');
    expect(stdout).toContain('Hm. ');
    expect(asked.splice(0)).toMatchObject([
      { url: '/api/chat', authorization: undefined, body: { model: 'qwen3', messages, options: { temperature: 0.2 } } },
    ]);
  });

  it('gives up when the reader does, and the provider sees it', async () => {
    says = { pieces: ['On and on'] };
    const { status } = await box.inside(['invoke', 'assistant.ask', 'message=Go', '--stream', '--timeout', '1s'], {
      env,
    });
    expect(status).toBe(124);
    await eventually(() => open === 0, 'the connection is closed');
  });
});
