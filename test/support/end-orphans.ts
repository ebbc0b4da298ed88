import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const GUARD = join(import.meta.dirname, '../../fixtures/programs/end-orphans.mjs');

/** For the time of the tests: should their process be killed, what they have started is ended too. */
export function setup(): (() => void) | undefined {
  if (!existsSync('/proc/self/stat')) {
    return undefined;
  }
  const guard = spawn(process.execPath, [GUARD, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  guard.stdin.on('error', () => undefined);
  return () => {
    guard.stdin.end('done');
  };
}
