import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

let servers = 0;
const LIMIT_MS = 60_000;
const socket = (): string => `akernel-lost-${process.pid}-${servers}`;

function tmux(...args: readonly string[]): string {
  return execFileSync('tmux', ['-L', socket(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Of the server that keeps the other session. */
afterEach(() => {
  tmux('kill-server');
  servers += 1;
});

async function until<Result>(what: string, look: () => Result | undefined): Promise<Result> {
  for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; ) {
    const found = look();
    if (found !== undefined) {
      return found;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`waited for ${what}`);
}

/**
 * The exit status of a command whose terminal goes away as soon as it shows this, and then, after this key, that; its
 * shell outlives both.
 */
async function statusOf(
  box: Sandbox,
  command: string,
  shown: RegExp,
  key?: readonly [string, RegExp],
): Promise<string> {
  const told = join(box.directory, 'status');
  const line = `trap '' HUP; "${process.execPath}" "${PROGRAM}" ${command}; echo $? > "${told}"`;
  const size = ['-x', '80', '-y', '24'];
  const env = ['-e', `AKERNEL_HOME=${box.home}`, '-e', 'LANG=C.UTF-8', '-e', 'CI='];
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'other', ...size, 'sleep 600');
  tmux('new-session', '-d', '-s', 'lost', ...size, '-c', box.directory, ...env, line);
  const see = (wanted: RegExp) =>
    until(String(wanted), () => (wanted.test(tmux('capture-pane', '-p', '-t', 'lost')) ? true : undefined));
  await see(shown);
  if (key !== undefined) {
    tmux('send-keys', '-t', 'lost', key[0]);
    await see(key[1]);
  }
  tmux('kill-session', '-t', 'lost');
  return until('the end', () => {
    const text = existsSync(told) ? readFileSync(told, 'utf8').trim() : '';
    return text === '' ? undefined : text;
  });
}

async function listed(box: Sandbox, command: string): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await box.run([...command.split(' '), '-o', 'json'])).stdout);
}

describe('a terminal that goes away', () => {
  it.each([
    ['a live view', '--stream', /seen \d/],
    ['text', '--stream -o text', /"id"|id: /],
  ])('ends %s in order: the work stops, and nothing is lost', async (_, flags, shown) => {
    const box = sandbox();
    const status = await statusOf(box, `invoke demo.customers rows=100000 delay_ms=2 ${flags}`, shown);
    expect(status).toBe('129');
    const [trace] = (await listed(box, 'audit list')).filter(({ event }) => event === 'invoke');
    expect(trace).toMatchObject({ outcome: 'cancelled' });
    const [handle] = await listed(box, 'handles list');
    expect(handle).toMatchObject({ state: 'partial', reason: 'cancelled' });
  });

  it('ends akernel ui, where nothing else is waited for', async () => {
    expect(await statusOf(sandbox(), 'ui', /quit/)).toBe('129');
  });

  it.each<[string, readonly [string, RegExp] | undefined]>([
    ['as soon as it shows rows', undefined],
    ['when it waits for keys alone', ['G', /-500 of 500/]],
  ])('ends the pager with the trace of its visit, %s', async (_, key) => {
    const box = sandbox();
    await box.run(['invoke', 'demo.customers', 'rows=500', '--stream']);
    const [handle] = await listed(box, 'handles list');
    const status = await statusOf(box, `expand ${String(handle?.['handle_id'])}`, /rows 1-/, key);
    expect(status).toBe('129');
    const [trace] = (await listed(box, 'audit list')).filter(({ event }) => event === 'expand');
    expect(trace).toMatchObject({ outcome: 'completed' });
  });
});
