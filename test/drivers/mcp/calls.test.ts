import { afterEach, expect, test } from 'vitest';
import { collect, failureOf, rowsOf, textOf, warningsOf } from '../../support/driver-call.js';
import { type McpBench, misbehaving, openMcpBench, SERVER_SECRET, wellBehaved } from '../../support/mcp-bench.js';
import { eventually, isAlive } from '../../support/processes.js';

const open: McpBench[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.close()));
});

function bench(configs: Parameters<typeof openMcpBench>[0]): McpBench {
  const opened = openMcpBench(configs);
  open.push(opened);
  return opened;
}

test('a result of texts, pictures, links and resources', async () => {
  const { call } = bench({ good: wellBehaved() });
  const chunks = await collect(call('good', 'mixed'));
  expect(textOf(chunks, 'text')).toBe('first\nsecond');
  expect(rowsOf(chunks)).toEqual([
    { kind: 'blob', type: 'image', mime: 'image/png', size_bytes: 100 },
    { kind: 'resource_link', uri: 'file:///a.txt', name: 'a' },
    { kind: 'blob', type: 'resource', uri: 'file:///c.bin', mime: 'a/b', size_bytes: 3 },
  ]);
});

test('structured content is rows, and not told twice', async () => {
  const { call } = bench({ good: wellBehaved() });
  const chunks = await collect(call('good', 'rows'));
  expect(rowsOf(chunks)).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(textOf(chunks, 'text')).toBe('');
});

test('an error as a result is content and a warning', async () => {
  const { call } = bench({ good: wellBehaved() });
  const chunks = await collect(call('good', 'fail'));
  expect(textOf(chunks, 'text')).toBe('it failed');
  expect(warningsOf(chunks)).toEqual(['the tool reported an error: 1']);
});

test('a result that breaks its own schema is refused, and not shown', async () => {
  const { call } = bench({ good: wellBehaved() });
  const chunks: unknown[] = [];
  const error = await failureOf(async () => {
    for await (const chunk of call('good', 'bad_output')) {
      chunks.push(chunk);
    }
  });
  expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  expect(chunks).toEqual([]);
});

test('a working folder that is not there is told as that', async () => {
  const { call } = bench({ good: wellBehaved({ cwd: 'no-such-folder' }) });
  const error = await failureOf(() => collect(call('good', 'echo')));
  expect(error).toMatchObject({ code: 'USAGE', message: 'the working folder of the MCP server is not there' });
});

test('noise on standard output is passed over and counted', async () => {
  const { call, servers } = bench({ noisy: misbehaving('noisy') });
  expect(textOf(await collect(call('noisy', 'echo', { text: 'hello' })), 'text')).toBe('hello');
  expect(await servers.states('noisy')).toMatchObject([{ state: 'ready', era: 'legacy', noise_lines: 5 }]);
});

test('a call in flight when the server dies fails once; the next one finds it again', async () => {
  const { call, notes } = bench({ bad: misbehaving('') });
  expect(await failureOf(() => collect(call('bad', 'die')))).toMatchObject({
    code: 'DRIVER_FAILED',
    details: { exit_code: 7, signal: null },
  });
  expect(textOf(await collect(call('bad', 'echo', { text: 'again' })), 'text')).toBe('again');
  expect(notes().filter((line) => line.startsWith('started'))).toHaveLength(2);
});

test('a server that never answers is given up in its time, and no other waits for it', async () => {
  const { servers, notes } = bench({
    silent: misbehaving('silent', { start_timeout_ms: 400 }),
    unlisted: misbehaving('silent-list', { start_timeout_ms: 400, era: 'legacy' }),
    good: misbehaving(''),
  });
  const waiting = [servers.capabilities('silent'), servers.capabilities('unlisted')].map((each) =>
    failureOf(() => each),
  );
  expect((await servers.capabilities('good')).length).toBeGreaterThan(0);
  expect(await Promise.all(waiting)).toMatchObject([{ code: 'DRIVER_UNAVAILABLE' }, { name: 'KernelError' }]);
  const pids = notes()
    .filter((line) => line.startsWith('started'))
    .map((line) => Number(line.split(' ')[1]));
  await servers.close();
  await eventually(() => pids.every((pid) => !isAlive(pid)), 'no server is left');
});

test('all pages of a list, in one order, and two servers with equal names', async () => {
  const { servers, call } = bench({ a: misbehaving(''), b: wellBehaved() });
  const ids = (await servers.capabilities('a')).map(({ capability_id: id }) => id);
  expect(ids).toContain('a.get_all_things');
  expect(ids).toHaveLength(18);
  expect(ids).toEqual([...ids].sort());
  expect((await servers.capabilities('b')).map(({ capability_id: id }) => id)).toContain('b.echo');
  const said = await Promise.all(
    ['a', 'b'].map(async (server) => textOf(await collect(call(server, 'echo', { text: server })), 'text')),
  );
  expect(said).toEqual(['a', 'b']);
});

test('a list without end, and one that ends above the limit, are refused', async () => {
  const { servers } = bench({ endless: misbehaving('endless-list'), many: misbehaving('many-tools') });
  expect(await failureOf(() => servers.capabilities('endless'))).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await failureOf(() => servers.capabilities('many'))).toMatchObject({ code: 'LIMIT_REACHED' });
});

test('a hundred calls at once keep their answers apart', async () => {
  const { call } = bench({ bad: misbehaving('') });
  const texts = Array.from({ length: 100 }, (_, index) => `answer ${index}`);
  const answers = await Promise.all(
    texts.map(async (text) => textOf(await collect(call('bad', 'echo', { text })), 'text')),
  );
  expect(answers).toEqual(texts);
});

test('a message without end stops the server in bounded memory', async () => {
  const { call } = bench({ bad: misbehaving('', { max_result_bytes: 8 * 1024 * 1024 }) });
  await collect(call('bad', 'echo', { text: 'warm' }));
  const before = process.memoryUsage.rss();
  expect(await failureOf(() => collect(call('bad', 'huge')))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test('a message that is no UTF-8 stops the server', async () => {
  const { call } = bench({ bad: misbehaving('') });
  expect(await failureOf(() => collect(call('bad', 'bytes')))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('an output schema that refers to an address is refused before anything is asked', async () => {
  const { call } = bench({ bad: misbehaving('') });
  expect(await failureOf(() => collect(call('bad', 'remote_ref')))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('silence ends a call, progress keeps it alive, and there is a limit to that too', async () => {
  const { call } = bench({
    bad: misbehaving('', { call_timeout_ms: 300 }),
    short: misbehaving('', { call_timeout_ms: 200, max_call_ms: 300 }),
  });
  expect(await failureOf(() => collect(call('bad', 'hang')))).toMatchObject({ code: 'TIMEOUT' });
  const chunks = await collect(call('bad', 'wait'));
  expect(textOf(chunks, 'text')).toBe('waited');
  expect(chunks.filter(({ type }) => type === 'progress').length).toBeGreaterThan(2);
  expect(await failureOf(() => collect(call('short', 'wait')))).toMatchObject({ code: 'TIMEOUT' });
});

test('a cancelled call is cancelled at the server', async () => {
  const { call, notes } = bench({ bad: misbehaving('') });
  const controller = new AbortController();
  const waiting = failureOf(() => collect(call('bad', 'hang', {}, controller.signal)));
  await eventually(() => notes().includes('hanging'), 'the call runs');
  controller.abort();
  expect(await waiting).toMatchObject({ code: 'CANCELLED' });
  await eventually(() => notes().some((line) => line.startsWith('cancelled')), 'the server was told');
});

test('a server that ends when it is asked for its protocol is an older one', async () => {
  const { call, notes } = bench({ old: misbehaving('exits-on-probe') });
  expect(textOf(await collect(call('old', 'echo', { text: 'hi' })), 'text')).toBe('hi');
  expect(notes().filter((line) => line.startsWith('started'))).toHaveLength(2);
});

test('a server that only knows the newer protocol is found', async () => {
  const { call, servers } = bench({ modern: wellBehaved({}, { MCP_LEGACY: 'reject' }) });
  expect(textOf(await collect(call('modern', 'echo', { text: 'hi' })), 'text')).toBe('hi');
  expect(await servers.states()).toMatchObject([{ era: 'modern' }]);
});

test('nothing is left of a server and what it started', async () => {
  const { call, servers, notes } = bench({ bad: misbehaving('grandchild') });
  await collect(call('bad', 'echo', { text: 'hi' }));
  const pids = notes().flatMap((line) => (/^(?:started|grandchild) (\d+)/.exec(line)?.[1] ?? []) as string | []);
  expect(pids).toHaveLength(2);
  await servers.close();
  await eventually(() => pids.every((pid) => !isAlive(Number(pid))), 'all are gone');
  expect(notes()).toContain('end of input');
});

test('no secret of the environment is in an error', async () => {
  const { call, servers } = bench({ dying: misbehaving('dies-at-start'), bad: misbehaving('chatty-stderr') });
  const errors = [
    await failureOf(() => servers.capabilities('dying')),
    await failureOf(() => collect(call('bad', 'refuse'))),
    await failureOf(() => collect(call('bad', 'die'))),
  ];
  for (const error of errors) {
    const { message, hint, details } = Object(error);
    expect(JSON.stringify([message, hint, details])).not.toContain(SERVER_SECRET);
  }
  expect(errors[0]).toMatchObject({ code: 'DRIVER_UNAVAILABLE', details: { exit_code: 3 } });
});

test('who asks its user is told that nobody is there', async () => {
  const { call } = bench({ old: wellBehaved({ era: 'legacy' }), modern: wellBehaved({ era: 'modern' }) });
  for (const server of ['old', 'modern']) {
    const chunks = await collect(call(server, 'ask')).catch((error: unknown) => error);
    expect(JSON.stringify(chunks)).not.toContain('asked');
  }
});
