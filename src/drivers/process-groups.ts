/** The process groups that this process must not outlive. */
const live = new Set<number>();
let isHooked = false;

/** Kills the group when this process ends in an orderly way; a signal that ends it at once must be handled elsewhere. */
export function trackGroup(pid: number): void {
  live.add(pid);
  if (!isHooked) {
    isHooked = true;
    process.on('exit', killLiveGroups);
  }
}

export function forgetGroup(pid: number): void {
  live.delete(pid);
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
