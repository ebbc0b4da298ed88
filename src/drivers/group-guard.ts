import { spawn } from 'node:child_process';

/** Ends process groups when this process is gone before it could do so, by SIGKILL for example. */
export interface GroupGuard {
  readonly watch: (pid: number) => void;
  readonly forget: (pid: number) => void;
}

/** What is over by then costs nothing. */
const LATE_MS = 250;

/** However the other end of its input is closed, it then kills the groups that it was told of and not told to forget. */
const SCRIPT = `trap '' HUP INT TERM
live=' '
while read -r word pid; do
  case $word in
    watch) live="$live$pid " ;;
    forget) live="\${live%% $pid *} \${live#* $pid }" ;;
  esac
done
for pid in $live; do kill -s KILL -- "-$pid"; done`;

interface Shell {
  readonly tell: (word: 'watch' | 'forget', pid: number) => void;
  readonly end: () => void;
}

/**
 * One small shell for all groups, in a session of its own; it is there while groups are, and keeps nobody waiting. Where
 * there is no /bin/sh, nothing is guarded.
 */
export function createGroupGuard(): GroupGuard {
  const watched = new Set<number>();
  let shell: Shell | undefined;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): void => {
    timer = undefined;
    shell = startShell();
    for (const pid of watched) {
      shell.tell('watch', pid);
    }
  };

  return {
    watch(pid) {
      watched.add(pid);
      if (shell === undefined) {
        timer ??= setTimeout(begin, LATE_MS).unref();
      } else {
        shell.tell('watch', pid);
      }
    },
    forget(pid) {
      watched.delete(pid);
      shell?.tell('forget', pid);
      if (watched.size === 0) {
        clearTimeout(timer);
        timer = undefined;
        shell?.end();
        shell = undefined;
      }
    },
  };
}

function startShell(): Shell {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  if (child.pid === undefined) {
    // Where too many files are open it has no pipe either.
    return { tell: () => undefined, end: () => undefined };
  }
  const { stdin } = child;
  stdin.on('error', () => undefined);
  child.unref();
  if ('unref' in stdin && typeof stdin.unref === 'function') {
    stdin.unref();
  }
  return {
    tell: (word, pid) => void stdin.write(`${word} ${pid}\n`),
    end: () => void stdin.end(),
  };
}
