import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finish, sandbox } from '../support/cli.js';

async function firstOutput(child: ReturnType<ReturnType<typeof sandbox>['start']>): Promise<string> {
  const [piece] = await once(child.stdout ?? child, 'data');
  return String(piece);
}

describe('akernel demo-model', () => {
  test('says where it is, answers, and ends by Ctrl-C with 130', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'turns.yaml'), 'turns:\n  - text: From the script.\n');
    const child = box.start(['demo-model', '--script', 'turns.yaml', '--delay-ms', '0']);
    const ended = finish(child);
    const { url, port } = JSON.parse(await firstOutput(child)) as { url: string; port: number };
    expect(url).toBe(`http://127.0.0.1:${port}/v1`);
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      body: '{"messages":[{"role":"user","content":"hi"}],"stream":true}',
    });
    expect(await response.text()).toContain('"content":"From "');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stderr: expect.stringContaining('interrupted by SIGINT') });
  });

  test('ends by itself after its time, as text if that is asked for', async () => {
    const box = sandbox();
    const { status, stdout, stderr } = await box.run(['demo-model', '--for', '1ms', '-o', 'text']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^demo model at http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
  });

  test.each([
    [['--script', 'none.yaml'], 2, /script not found: .*none\.yaml/],
    [['--script', 'bad.yaml'], 2, /bad\.yaml:3: turns\[1\]\.txt: is not a member of a script.*\n.*did you mean text\?/],
    [['--script', 'empty.yaml'], 2, /turns\[0\]: has nothing in it.*\n.*give it text, tool_calls, error or cut/],
    [['--port', '70000'], 2, /--port must be 65535 or less/],
    [['--for', '400d'], 2, /--for must be 7d or less/],
  ])('%j is a mistake', async (flags, status, said) => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'bad.yaml'), 'turns:\n  - text: one\n  - txt: two\n');
    writeFileSync(join(box.directory, 'empty.yaml'), 'turns:\n  - delay_ms: 5\n');
    const ran = await box.inside(['demo-model', ...flags, '-o', 'text']);
    expect(ran.stderr).toMatch(said);
    expect(ran.status).toBe(status);
  });
});
