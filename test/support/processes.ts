import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with this id runs; one that has ended and only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return !existsSync('/proc');
  }
}

/** Waits until the condition holds; gives up shortly before the test is out of time, to say what was waited for. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    if (await condition()) {
      return;
    }
    await sleep(10);
  }
  throw new Error(`did not come true: ${what}`);
}

export function killIfAlive(pid: number): void {
  if (isAlive(pid)) {
    process.kill(pid, 'SIGKILL');
  }
}
