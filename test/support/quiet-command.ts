import { execFileSync } from 'node:child_process';

/** A capability whose command is silent, with a process in its background; `pids` is where both write down who they are. */
export function quietCommand(pids: string) {
  return {
    capability_id: 'test.be_quiet',
    safety_class: 'READ',
    sensitivity: 'NONE',
    driver: {
      driver_id: 'process',
      operation: 'run',
      options: { shell: true, command: `sleep 600 & echo $! $$ > ${pids}; wait` },
    },
  };
}

/** How many processes a process has started that are still there. */
export function childrenOf(pid: number): number {
  return execFileSync('ps', ['-A', '-o', 'ppid='], { encoding: 'utf8' })
    .split('\n')
    .filter((parent) => Number(parent) === pid).length;
}
