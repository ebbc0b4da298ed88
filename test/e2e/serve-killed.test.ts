import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sandbox } from '../support/cli.js';
import { startServer } from '../support/http-server.js';
import { eventually, isAlive, killIfAlive } from '../support/processes.js';
import { childrenOf, quietCommand } from '../support/quiet-command.js';

const RUNS = 8;

const quiet = quietCommand('pids.$$');

test('a server that is killed leaves no process of its runs, and the next one no run that goes on', async () => {
  const box = sandbox();
  const config = { principal: { roles: ['reader', 'service'] }, capabilities: [quiet] };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  const server = await startServer(box);
  const token = await server.grant('http.serve');
  const body = JSON.stringify({ capability_id: 'test.be_quiet', args: {} });
  const pids = () =>
    readdirSync(box.directory)
      .filter((name) => name.startsWith('pids.'))
      .flatMap((name) => readFileSync(join(box.directory, name), 'utf8').trim().split(' '))
      .map(Number)
      .filter((pid) => pid > 1);
  try {
    const streams = await Promise.all(
      Array.from({ length: RUNS }, () => server.fetch(token, '/v1/invocations/stream', { method: 'POST', body })),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    await eventually(() => pids().length === 2 * RUNS, 'all commands run');
    expect(pids().filter(isAlive)).toHaveLength(2 * RUNS);
    // Besides the commands there is their guard; it can be seen a moment before it is told of all groups.
    await eventually(() => childrenOf(server.process.pid ?? 0) === RUNS + 1, 'the guard runs');
    await sleep(100);
    await server.stop('SIGKILL');
    await eventually(() => !pids().some(isAlive), 'nothing is left of the commands');
    const next = await startServer(box);
    expect((await next.ask(token, '/v1/runs')).body).toMatchObject({ runs: [] });
    await next.stop();
  } finally {
    await server.stop('SIGKILL');
    for (const pid of pids()) {
      killIfAlive(pid);
    }
  }
});
