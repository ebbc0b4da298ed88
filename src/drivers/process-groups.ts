import { createGroupGuard } from './group-guard.js';

/** The process groups that this process must not outlive. */
const live = new Set<number>();
const guard = createGroupGuard();
let isHooked = false;

const DEADLY = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Kills the group when this process ends: by itself, by a signal that nobody else listens to, or soon after SIGKILL. */
export function trackGroup(pid: number): void {
  if (live.size === 0) {
    for (const signal of DEADLY) {
      process.on(signal, onDeadlySignal);
    }
  }
  live.add(pid);
  guard.watch(pid);
  if (!isHooked) {
    isHooked = true;
    process.on('exit', killLiveGroups);
  }
}

export function forgetGroup(pid: number): void {
  const wasLive = live.delete(pid);
  if (wasLive) {
    guard.forget(pid);
  }
  if (wasLive && live.size === 0) {
    stopListening();
  }
}

/** Signals every process of the group that `pid` leads or led; a group without members is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in the group, or what is left belongs to another account: there is nothing more to do.
  }
}

function killLiveGroups(): void {
  for (const pid of live) {
    signalGroup(pid, 'SIGKILL');
  }
}

/** Where the program has its own way to end, that way leads to the end of the groups too. */
function onDeadlySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) {
    return;
  }
  killLiveGroups();
  stopListening();
  process.kill(process.pid, signal);
}

function stopListening(): void {
  for (const signal of DEADLY) {
    process.off(signal, onDeadlySignal);
  }
}
