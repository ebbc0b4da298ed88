import { execFileSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { agentBox } from '../support/agent-box.js';
import { sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

/** A server that was told to go may still be there when the next test begins. */
let servers = 0;
const socket = (): string => `akernel-test-${process.pid}-${servers}`;
const LIMIT_MS = 60_000;

function tmux(...args: readonly string[]): string {
  return execFileSync('tmux', ['-L', socket(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

afterEach(() => {
  tmux('kill-server');
  servers += 1;
});

async function waitFor(wanted: RegExp): Promise<void> {
  for (const startedAt = Date.now(); !wanted.test(tmux('capture-pane', '-p')); ) {
    if (Date.now() - startedAt > LIMIT_MS) {
      throw new Error(`waited for ${wanted}, and the screen was:\n${tmux('capture-pane', '-p')}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

it('in tmux of 60 × 15 the view leaves its account, what stood above it, and nothing of itself', async () => {
  const box = sandbox();
  const run = `"${process.execPath}" "${PROGRAM}" invoke demo.customers rows=5000 delay_ms=10 --stream`;
  const line = `for n in 1 2 3; do echo before-$n; done; ${run}; echo status $?; sleep 60`;
  const env = ['-e', `AKERNEL_HOME=${box.home}`, '-e', 'LANG=C.UTF-8', '-e', 'CI='];
  tmux('-f', '/dev/null', 'new-session', '-d', '-x', '60', '-y', '15', '-c', box.directory, ...env, line);
  await waitFor(/space freeze/);
  tmux('resize-window', '-x', '40', '-y', '12');
  await waitFor(/handle h_/);
  tmux('resize-window', '-x', '60', '-y', '15');
  tmux('send-keys', 'e');
  await waitFor(/rows 1-\d+ of/);
  tmux('send-keys', 'C-c');
  await waitFor(/the run goes on: Ctrl-C again/);
  // Until rows are left out there is nothing that a command would show.
  await waitFor(/phase [34] /);
  tmux('send-keys', 'C-c');
  await waitFor(/status 130/);
  const all = tmux('capture-pane', '-p', '-S', '-');
  expect(all).toMatch(/before-1\nbefore-2\nbefore-3\n/);
  expect(all).toMatch(/cancelled · seen/);
  expect(all).toMatch(/next: akernel expand h_/);
  expect(all).not.toContain('@example.com');
});

it('in tmux a run of an agent leaves its conversation once, through resizes, and the shell its keys', async () => {
  const words = Array.from({ length: 150 }, (_, index) => `word${index}`).join(' ');
  const box = await agentBox([{ text: words, delay_ms: 15 }]);
  const run = `"${process.execPath}" "${PROGRAM}" run demo Go`;
  const line = `echo before; ${run}; echo status $?; sleep 60`;
  const env = ['-e', `AKERNEL_HOME=${box.home}`, '-e', 'LANG=C.UTF-8', '-e', 'CI='];
  tmux('-f', '/dev/null', 'new-session', '-d', '-x', '60', '-y', '15', '-c', box.directory, ...env, line);
  await waitFor(/model answers/);
  tmux('resize-window', '-x', '40', '-y', '12');
  await waitFor(/word4\d/);
  tmux('resize-window', '-x', '60', '-y', '15');
  tmux('send-keys', 'q', 'x');
  await waitFor(/status 0/);
  const all = tmux('capture-pane', '-p', '-S', '-');
  expect(all).toMatch(/^before\n> Go\n/);
  expect(all.match(/word\d+/g)?.join(' ')).toBe(words);
  expect(all).toMatch(/\ncompleted · 1 model call /);
  expect(all).not.toContain('model answers');
});
