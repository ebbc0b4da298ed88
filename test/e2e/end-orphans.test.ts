import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { eventually, isAlive, killIfAlive } from '../support/processes.js';

const GUARD = join(import.meta.dirname, '../../fixtures/programs/end-orphans.mjs');

/** A process that starts two, of which one leaves its group and starts another one; then the guard, to which it holds on. */
const STARTER = `
  const { spawn } = require('node:child_process');
  const inner = "const {spawn}=require('node:child_process');console.log(spawn('sleep',['600']).pid);setInterval(()=>0,1e9)";
  const first = spawn('sleep', ['600'], { stdio: 'ignore' });
  const second = spawn(process.execPath, ['-e', inner], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  second.stdout.once('data', (data) => {
    const guard = spawn(process.execPath, [${JSON.stringify(GUARD)}, String(process.pid)], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    guard.stdout.once('data', () => console.log([first.pid, second.pid, Number(data), guard.pid].join(' ')));
    process.stdin.once('data', () => { guard.stdin.end('done'); });
  });
`;

async function start() {
  const starter = spawn(process.execPath, ['-e', STARTER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: starter.stdout }), 'line');
  const pids = String(line).split(' ').map(Number);
  return { starter, started: pids.slice(0, 3), guard: pids[3] ?? 0 };
}

it.runIf(existsSync('/proc/self/stat'))('what a process had started ends when it is killed', async () => {
  const { starter, started, guard } = await start();
  expect(started.map(isAlive)).toEqual([true, true, true]);
  starter.kill('SIGKILL');
  await eventually(() => ![...started, guard].some(isAlive), 'all have ended');
});

it.runIf(existsSync('/proc/self/stat'))('nothing is ended when it says that all is done', async () => {
  const { starter, started, guard } = await start();
  starter.stdin.write('done');
  await eventually(() => !isAlive(guard), 'the guard has ended');
  expect(started.map(isAlive)).toEqual([true, true, true]);
  started.forEach(killIfAlive);
  starter.kill('SIGKILL');
});
