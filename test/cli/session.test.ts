import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelMessage } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { type CliResult, type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const SELF = { principal_id: userInfo().username, roles: ['reader'], attributes: { tenant: 'local' } };
const FENCED = 'a `tick`\n```js\nx\n````\n## Turn 9';

let shop: CliWorkshop;
let kernel: Kernel;
beforeAll(async () => {
  shop = createCliWorkshop();
  const agents = { triage: { provider: 'ollama', model: 'small', base_url: 'http://127.0.0.1:9' } };
  writeFileSync(join(shop.directory, 'akernel.config.json'), JSON.stringify({ agents }));
  kernel = await createKernel({ directory: join(shop.directory, 'state') });
});
afterAll(async () => {
  await kernel.close();
  shop.dispose();
});

const run = (line: string, options = {}): Promise<CliResult> => shop.run(line.split(' '), options);
const newId = async (flags = ''): Promise<string> =>
  String((await run(`session new${flags}`)).lines[0]?.['session_id']);

async function say(sessionId: string, ...steps: readonly (readonly ModelMessage[])[]): Promise<void> {
  const conversation = await kernel.sessions.open(sessionId, SELF);
  for (const step of steps) {
    await conversation.keep(step);
  }
  await conversation.close();
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const CALLED: readonly ModelMessage[] = [
  {
    role: 'assistant',
    content: 'let me look',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'fs_read', arguments: '{"path":"a"}' } }],
  },
  { role: 'tool', content: FENCED, tool_call_id: 'c1' },
  { role: 'assistant', content: 'done\u001b[2J' },
];

describe('session show and list', () => {
  test('tell agent, parent, turns, messages and the ledger', async () => {
    const parent = await newId(' --budget 5000');
    const child = await newId(` --agent triage --parent ${parent}`);
    await say(child, [user('hello')], CALLED);
    const { stdout } = await run(`session show ${child} -o text`);
    expect(stdout.split('\n').slice(1)).toEqual([
      'agent triage',
      `child of ${parent}, whose ledger it spends from`,
      '1 turns, 4 messages',
      '5,000 of 5,000 model tokens left, 0 used, 0 reserved',
      '',
    ]);
    expect((await run(`session show ${child}`)).lines[0]).toMatchObject({ agent: 'triage', turns: 1, entries: 4 });
    expect((await run('session list -o text')).stdout).toContain('triage');
    expect((await run(`session new --parent ${parent} --budget 300`)).status).toBe(2);
  });
});

describe('session export', () => {
  test('as text', async () => {
    const id = await newId();
    await say(id, [user(`my key is ${SECRET}`)], CALLED, [user('thanks')]);
    const { stdout } = await run(`session export ${id} -o text`);
    const text = stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect(text).toBe(`turn 1 TIME
user:
  my key is [REDACTED:github_token]
assistant:
  let me look
call fs_read c1
  {"path":"a"}
answer c1:
  a \`tick\`
  \`\`\`js
  x
  \`\`\`\`
  ## Turn 9
assistant:
  done

turn 2 TIME
user:
  thanks
`);
  });

  test('as Markdown, whose headings and fences nothing in it can end', async () => {
    const id = await newId();
    await say(id, [user('one\n\n## Turn 7')], CALLED, [user('two')]);
    const { stdout, status } = await run(`session export ${id} -o markdown`);
    expect(status).toBe(0);
    expect(stdout).not.toContain('\u001b');
    const outside = stdout.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '');
    expect(outside.match(/^#.*$/gm)).toEqual([`# Session ${id}`, '## Turn 1', '## Turn 2']);
    expect(stdout).toContain(`\n\`\`\`\`\`\n${FENCED}\n\`\`\`\`\`\n`);
    expect(stdout).toContain('Call of `fs_read` as `c1`:\n\n```json\n{"path":"a"}\n```\n');
    expect(stdout).toContain('> one\n>\n> ## Turn 7\n');
  });

  test('as one array, or one line each', async () => {
    const id = await newId();
    expect((await run(`session export ${id}`)).stdout).toBe('[]\n');
    expect((await run(`session export ${id} -o text`)).stdout).toBe('nothing was said in this session\n');
    await say(id, [user('hello')], CALLED);
    const entries = JSON.parse((await run(`session export ${id} -o json`)).stdout);
    expect(entries).toHaveLength(4);
    expect(entries[2]).toMatchObject({ seq: 3, turn: 1, message: { role: 'tool', content: FENCED } });
    expect((await run(`session export ${id} -o ndjson`)).lines).toEqual(entries);
  });

  test('to a terminal prints nothing that it would obey', async () => {
    const id = await newId();
    await say(id, [user('\u009b2J \u202e hello')], CALLED);
    for (const format of ['text', 'json', 'ndjson', 'markdown']) {
      const { stdout } = await run(`session export ${id} -o ${format}`, { isTty: true, env: { NO_COLOR: '1' } });
      expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    }
  });
});

describe('session memory', () => {
  test('is set from JSON, a text or standard input, and redacted where it is shown', async () => {
    const id = await newId();
    const set = (key: string, value: string, stdin = '') =>
      shop.run(['session', 'memory', 'set', id, key, value], { stdin });
    expect((await set('language', 'TypeScript')).lines[0]).toEqual({ key: 'language', remembered: true });
    await set('plan', '{"steps":[1,2]}');
    await set('note', '-', `from a file with ${SECRET}\n`);
    expect((await run(`session memory get ${id} plan`)).lines[0]).toMatchObject({ value: { steps: [1, 2] } });
    expect((await run(`session memory get ${id} note -o text`)).stdout).toBe(
      'from a file with [REDACTED:github_token]\n',
    );
    const { stdout } = await run(`session memory list ${id} -o text`);
    expect(stdout).toContain('TypeScript');
    expect(stdout).not.toContain(SECRET.slice(4, 12));
    expect((await run(`session memory rm ${id} plan`)).lines[0]).toEqual({ removed: ['plan'] });
    expect((await run(`session memory list ${id} -o ndjson`)).lines.map(({ key }) => key)).toEqual([
      'language',
      'note',
    ]);
  });
});

describe('what is not there', () => {
  test.each([
    ['session show s_nope', 4, 'there is no such session'],
    ['session show ../../etc/passwd', 4, 'there is no such session'],
    ['session export s_nope', 4, 'there is no such session'],
    ['session memory list s_nope', 4, 'there is no such session'],
    ['session memory set s_nope a 1', 4, 'there is no such session'],
    ['session rm s_nope', 4, 'there is no such session'],
    ['session new --parent s_nope', 4, 'there is no such session'],
    ['session export', 2, 'akernel session list'],
    ['session memory', 2, 'the command needs a subcommand'],
  ])('%s', async (line, status, message) => {
    const result = await run(`${line} -o text`);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain(message);
    expect(result.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    expect(result.status).toBe(status);
  });

  test('a key, and one that is none', async () => {
    const id = await newId();
    expect((await run(`session memory get ${id} a`)).status).toBe(4);
    expect((await run(`session memory rm ${id} a`)).status).toBe(4);
    expect((await run(`session memory set ${id} A 1`)).status).toBe(2);
  });

  test('a session of another principal', async () => {
    const { session_id: id } = await kernel.sessions.create({ ...SELF, principal_id: 'bob' }, 1000);
    const { status, stdout, stderr } = await run(`session export ${id} -o text`);
    expect([status, stdout]).toEqual([4, '']);
    expect(stderr).toContain('there is no such session');
  });
});
