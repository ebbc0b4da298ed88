import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADDS_NOTE, agentBox } from '../support/agent-box.js';
import { finish, framesOf } from '../support/cli.js';

const WHY = ['--justification', 'the person asked for this note'];

describe('akernel run in a pipe', () => {
  test('prints its parts as they come, and the result last', async () => {
    const box = await agentBox();
    const { status, stdout, stderr } = await box.run(['run', 'demo', 'Show', 'me', '3', 'customers']);
    expect([status, stderr]).toEqual([0, '']);
    const lines = framesOf(stdout);
    expect(lines[0]).toMatchObject({ type: 'start', seq: 0 });
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['text-delta', 'tool-call', 'tool-result']));
    expect(lines.at(-1)).toMatchObject({ type: 'result', status: 'completed', tool_calls: 1, agent: 'demo' });
    expect(lines.at(-1)?.['text']).toMatch(/^demo__customers gave 3 rows/);
    expect(stdout).not.toContain('@example');
  });

  test('prints the answer alone, or one result', async () => {
    const box = await agentBox([{ text: 'Good day.' }]);
    const asText = await box.inside(['run', 'demo', '-', '-o', 'text'], { stdin: 'Hello\n' });
    expect([asText.status, asText.stdout]).toEqual([0, 'Good day.\n']);
    const next = /next: akernel run demo --session (s_\w+) MESSAGE/.exec(asText.stderr)?.[1] ?? '';
    const asJson = await box.inside(['run', 'demo', 'Rain?', '--session', next, '-o', 'json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      session_id: next,
      status: 'completed',
      text: expect.stringContaining('You asked: Rain?'),
    });
    const quiet = await box.inside(['run', 'demo', 'Hi', '-o', 'text', '-q']);
    expect(quiet.stderr).toBe('');
  });

  test('ends quietly when nobody reads on', async () => {
    const box = await agentBox([{ text: 'word '.repeat(2000) }]);
    const { stdout, stderr } = await box.shell('akernel run demo Hello | head -1; echo $PIPESTATUS');
    expect(stdout).toMatch(/^{"type":"start".*\n0\n$/);
    expect(stderr).toBe('');
  });
});

test('what keeps an agent from being used is told to programs in words', async () => {
  const box = await agentBox();
  const { status, stdout } = await box.inside(['agents', 'check', '-o', 'json', 'demo']);
  expect(status).toBe(3);
  const message = expect.stringContaining('notes.add');
  const problem = { code: 'POLICY_DENIED', message, hint: expect.any(String) };
  expect(JSON.parse(stdout)).toEqual([{ agent: 'demo', problems: [problem] }]);
});

test('a model that never answers is told of after a time that can be chosen', async () => {
  const box = await agentBox([{ text: 'ok', delay_ms: 120_000 }]);
  writeFileSync(join(box.directory, 'akernel.config.yaml'), withoutTools(box.model.origin));
  const { status, stdout } = await box.inside([
    'agents',
    'check',
    'demo',
    '--live',
    '--timeout',
    '200ms',
    '-o',
    'json',
  ]);
  expect(status).toBe(124);
  const message = 'the model did not answer within 0.2 s';
  expect(JSON.parse(stdout)).toMatchObject([{ agent: 'demo', problems: [{ code: 'TIMEOUT', message }] }]);
});

function withoutTools(origin: string): string {
  return `agents: { demo: { provider: openai, base_url: "${origin}/v1", model: demo, allow_private: true } }`;
}

describe('a call that writes', () => {
  test('is denied where nobody can be asked, and the model hears of it', async () => {
    const box = await agentBox(ADDS_NOTE);
    const { status, stdout } = await box.inside(['run', 'demo', 'Note', 'milk', ...WHY]);
    expect(status).toBe(0);
    expect(framesOf(stdout).find(({ type }) => type === 'tool-result')).toMatchObject({
      is_error: true,
      output: { error: { code: 'POLICY_DENIED', message: expect.stringContaining('nobody could be asked') } },
    });
    expect(existsSync(join(box.directory, 'notes.txt'))).toBe(false);
  });

  test('is done when it was approved beforehand', async () => {
    const box = await agentBox(ADDS_NOTE);
    const { status, stdout } = await box.inside(['run', 'demo', 'Note', 'milk', '--approve', 'notes.add', ...WHY]);
    expect([status, existsSync(join(box.directory, 'notes.txt'))]).toEqual([0, true]);
    expect(stdout).toContain('"added":"milk"');
  });
});

describe('how a run ends', () => {
  const calls = { tool_calls: [{ name: 'demo__customers', arguments: { rows: 1 } }] };

  test.each<[string, Parameters<typeof agentBox>[0], readonly string[], number, string]>([
    ['a model that fails', [{ error: { status: 500, message: 'broken' } }], [], 5, 'MODEL_FAILED'],
    ['too many calls of models', [calls, calls], ['--max-model-calls', '1'], 6, 'LIMIT_REACHED'],
    ['no calls of models', [calls], ['--max-model-calls', '0'], 6, 'LIMIT_REACHED'],
    ['too many calls of tools', [calls, calls, calls], ['--max-tool-calls', '1'], 6, 'LIMIT_REACHED'],
    ['no time', [{ text: 'late', delay_ms: 60_000 }], ['--timeout', '300ms'], 124, 'TIMEOUT'],
    ['silence', [{ text: 'late', delay_ms: 60_000 }], ['--idle-timeout', '300ms'], 124, 'TIMEOUT'],
  ])('%s', async (_, turns, flags, status, code) => {
    const box = await agentBox(turns);
    const ran = await box.inside(['run', 'demo', 'Go', ...flags]);
    const { error } = JSON.parse(ran.stderr);
    expect([ran.status, error.code]).toEqual([status, code]);
    const [limit] = flags;
    const hint: unknown = limit === undefined ? error.hint : `allow more with ${limit}`;
    expect(error.hint).toBe(hint);
    const told = { code, ...(hint === undefined ? {} : { hint }) };
    expect(framesOf(ran.stdout).at(-1)).toMatchObject({ type: 'result', partial: true, error: told });
  });

  test.each([
    [1, 'stops after this step'],
    [2, 'stops after this step'],
  ])('%d times Ctrl-C', async (times, said) => {
    // The first answer takes as long as anybody waits for it.
    const box = await agentBox([
      { ...calls, text: 'I look. ', delay_ms: times === 1 ? 40 : 60_000 },
      { text: 'never' },
    ]);
    const child = box.start(['run', 'demo', 'Go']);
    const ended = finish(child);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (piece) => String(piece).includes('start-step') && resolve());
    });
    const isHeard = new Promise<void>((resolve) => {
      child.stderr?.on('data', (piece) => String(piece).includes(said) && resolve());
    });
    for (let time = 0; time < times; time += 1) {
      child.kill('SIGINT');
      await isHeard;
    }
    const { status, stdout, stderr } = await ended;
    // A process that is slow to go is helped by the signal itself.
    expect(status ?? 130).toBe(130);
    expect(stderr).toContain(said);
    expect(stdout).not.toContain('never');
    expect(framesOf(stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'cancelled',
      tool_calls: times === 1 ? 1 : 0,
    });
  });

  test('a session goes on after kill -9', async () => {
    const box = await agentBox([
      { ...calls, text: 'I look. ' },
      { text: 'slow '.repeat(100), delay_ms: 100 },
      { text: 'x' },
    ]);
    const child = box.start(['run', 'demo', 'Go']);
    const ended = finish(child);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (piece) => String(piece).includes('"step":2') && resolve());
    });
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const list = await box.inside(['session', 'list', '-o', 'json']);
    const [{ session_id: session }] = JSON.parse(list.stdout) as [{ session_id: string }];
    const ran = await box.inside(['run', 'demo', 'Go on', '--session', session, '-o', 'json']);
    expect([ran.status, JSON.parse(ran.stdout).status]).toEqual([0, 'completed']);
  });
});

test('a graph is walked', async () => {
  const box = await agentBox([{ text: 'From the graph.' }]);
  writeFileSync(
    join(box.directory, 'graph.yaml'),
    'nodes:\n  one: { type: agent, agent: demo }\nentry: one\nexit_nodes: [one]\n',
  );
  const ran = await box.inside(['run', 'demo', 'Go', '--graph', 'graph.yaml', '-o', 'text']);
  expect([ran.status, ran.stdout]).toEqual([0, 'From the graph.\n']);
});

const PAGE = readFileSync(new URL('../../src/agents/README.md', import.meta.url), 'utf8');

const OTHER = ['sort', 'choose', 'look', 'answer'];
const REFUND = ['sort', 'choose', 'refund', 'refund/draft', 'refund/check'];

// Each node begins a conversation, so that the model always says its first turn.
test.each([
  ['OTHER', 0, OTHER],
  ['REFUND', 0, REFUND],
  ['REFUND WRONG', 6, [...REFUND, 'refund/draft', 'refund/check', 'refund/draft']],
])('the graph of the page is walked by what its model says: %s', async (text, status, nodes) => {
  const box = await agentBox([{ text }]);
  const [, example = ''] = /^```yaml\n(nodes:\n[\s\S]*?)^```$/m.exec(PAGE) ?? [];
  writeFileSync(join(box.directory, 'parcels.yaml'), example);
  const config = withoutTools(box.model.origin).replace('demo:', 'qwen3-8b:');
  const reader = 'principal: { roles: [reader], attributes: { tenant: local } }';
  writeFileSync(join(box.directory, 'akernel.config.yaml'), `${config}\n${reader}\n`);
  const flags = ['--graph', 'parcels.yaml', '--max-model-calls', '5'];
  const ran = await box.inside(['run', 'qwen3-8b', 'Where', 'is', 'my', 'parcel?', ...flags]);
  expect(ran.status).toBe(status);
  const steps = framesOf(ran.stdout).filter(({ type }) => type === 'start-step');
  expect(steps.map(({ node_id: id }) => id)).toEqual(nodes);
});

describe('mistakes', () => {
  test.each<[readonly string[], number, RegExp]>([
    [['run', 'dmo', 'hi'], 4, /AGENT_NOT_FOUND.*dmo.*did you mean demo/],
    [['chat', 'dmo'], 4, /AGENT_NOT_FOUND.*dmo.*did you mean demo/],
    [['run', 'demo'], 2, /the message is missing/],
    [['run', 'demo', ' '], 2, /the message is empty/],
    [['run', 'demo', '-', 'hi'], 2, /two messages/],
    [['run', 'demo', 'hi', '--session', 's_0000000000'], 4, /SESSION_NOT_FOUND/],
    [['run', 'demo', 'hi', '--approve', 'notes.ad'], 4, /CAPABILITY_NOT_FOUND.*notes\.add/],
    [['run', 'demo', 'hi', '--max-cost', 'much'], 2, /--max-cost must be an amount/],
    [['run', 'demo', 'hi', '--graph', 'none.yaml'], 2, /there is no file/],
    [['run', 'demo', 'hi', '-o', 'live'], 2, /there is no terminal/],
  ])('%j', async (args, status, said) => {
    const box = await agentBox();
    const ran = await box.inside(args);
    expect(ran.stderr.replaceAll('\n', ' ')).toMatch(said);
    expect([ran.status, ran.stdout]).toEqual([status, '']);
    const list = await box.inside(['session', 'list', '-o', 'json']);
    expect(list.stdout).toBe('[]\n');
  });

  test.each<[string, string, readonly string[], RegExp]>([
    [
      'a way of a graph',
      'nodes:\n  one: { type: agent, agent: demo }\nentry: oen\nexit_nodes: [one]\n',
      ['--graph', 'graph.yaml'],
      /CONFIG_INVALID.*graph\.yaml:3: entry: there is no node oen.*did you mean one/,
    ],
    [
      'an agent of a graph',
      'nodes:\n  one: { type: agent, agent: dmo }\nentry: one\nexit_nodes: [one]\n',
      ['--graph', 'graph.yaml'],
      /graph\.yaml:2: nodes\.one\.agent: there is no agent dmo.*did you mean demo/,
    ],
    [
      'a tool of a graph',
      'nodes:\n  one: { type: agent, agent: demo, tools: [notes.ad] }\nentry: one\nexit_nodes: [one]\n',
      ['--graph', 'graph.yaml'],
      /graph\.yaml:2: nodes\.one\.tools\[0\]: there is no capability notes\.ad.*did you mean notes\.add/,
    ],
    ['a cost that nobody knows', '', ['--max-cost', '1'], /CONFIG_INVALID.*the agent demo has no price/],
  ])('regression: no session was left behind: %s', async (_, graph, flags, said) => {
    const box = await agentBox();
    writeFileSync(join(box.directory, 'graph.yaml'), graph);
    const ran = await box.inside(['run', 'demo', 'hi', ...flags]);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(said);
    expect(ran.stderr).not.toContain('--session');
    expect((await box.inside(['session', 'list', '-o', 'json'])).stdout).toBe('[]\n');
  });

  test.each([[[]], [['--graph', 'graph.yaml']]])('nor for a tool of the agent that is not there: %j', async (flags) => {
    const box = await agentBox();
    const config = withoutTools(box.model.origin).replace('model: demo', 'model: demo, tools: [demo.custmers]');
    writeFileSync(join(box.directory, 'akernel.config.yaml'), config);
    const graph = 'nodes:\n  one: { type: agent, agent: demo }\nentry: one\nexit_nodes: [one]\n';
    writeFileSync(join(box.directory, 'graph.yaml'), graph);
    const ran = await box.inside(['run', 'demo', 'hi', ...flags]);
    expect([ran.status, ran.stdout]).toEqual([4, '']);
    expect(ran.stderr).toMatch(/CAPABILITY_NOT_FOUND.*demo\.customers/);
    expect((await box.inside(['session', 'list', '-o', 'json'])).stdout).toBe('[]\n');
  });

  test('no agents at all', async () => {
    const box = await agentBox();
    writeFileSync(join(box.directory, 'akernel.config.yaml'), '{}\n');
    const { status, stderr } = await box.inside(['run', 'demo', 'hi']);
    expect([status, stderr]).toEqual([4, expect.stringContaining('akernel demo-model')]);
  });
});

test.each([
  [['run', 'd'], 'demo\n'],
  [['chat', ''], 'demo\n'],
  [['run', 'demo', '--approve', 'notes'], 'notes.add\n'],
])('completes %j', async (words, wanted) => {
  const box = await agentBox();
  expect((await box.inside(['__complete', '--', ...words])).stdout).toBe(wanted);
});

describe('akernel chat without a terminal', () => {
  test('takes each line for a message', async () => {
    const box = await agentBox([{ text: 'One.' }, { text: 'Two.' }]);
    const stdin = 'first\n/tools\nsecond \\\nline\n/exit\nthird\n';
    const { status, stdout, stderr } = await box.inside(['chat', 'demo', '-o', 'text', '-q'], { stdin });
    expect([status, stdout]).toEqual([0, 'One.\nTwo.\n']);
    expect(stderr).toContain('notes.add (WRITE): Adds a note.');
  });
});

test('the next command is for the same principal', async () => {
  const box = await agentBox([{ text: 'Good day.' }]);
  const path = join(box.directory, 'akernel.config.yaml');
  writeFileSync(path, `${readFileSync(path, 'utf8')}principals:\n  bob: { roles: [reader] }\n`);
  const { stderr } = await box.inside(['run', 'demo', 'Hello', '--as', 'bob', '-o', 'text']);
  const [, words = ''] = /next: akernel (.*) MESSAGE/.exec(stderr) ?? [];
  expect(words).toContain('--as bob');
  expect(await box.inside([...words.split(' '), 'And?', '-o', 'text'])).toMatchObject({ status: 0 });
});

test('what would be ignored is refused, before anything is made', async () => {
  const box = await agentBox();
  const { status, stderr } = await box.inside(['session', 'new', '--agent', 'dmeo']);
  expect([status, JSON.parse(stderr).error]).toMatchObject([
    4,
    { code: 'AGENT_NOT_FOUND', hint: expect.stringContaining('demo') },
  ]);
  expect(JSON.parse((await box.inside(['session', 'list', '-o', 'json'])).stdout)).toEqual([]);
  const { stdout } = await box.inside(['session', 'new', '--agent', 'demo', '-o', 'json']);
  const budget = await box.inside(['run', 'demo', 'hi', '--session', JSON.parse(stdout).session_id, '--budget', '900']);
  expect([budget.status, JSON.parse(budget.stderr).error.message]).toEqual([2, expect.stringContaining('--budget')]);
});

test('a run that waits for its session ends at the first Ctrl-C', async () => {
  const box = await agentBox([{ text: 'word '.repeat(400), delay_ms: 50 }]);
  const { stdout } = await box.inside(['session', 'new', '--agent', 'demo', '-o', 'json']);
  const { session_id: session } = JSON.parse(stdout);
  const first = box.start(['run', 'demo', 'long', '--session', session]);
  await once(first.stdout ?? first, 'data');
  const second = box.start(['run', 'demo', 'short', '--session', session]);
  await once(second.stdout ?? second, 'data');
  second.kill('SIGINT');
  const [status] = await once(second, 'exit');
  expect(status).toBe(130);
  expect(first.exitCode).toBe(null);
  first.kill('SIGKILL');
});
