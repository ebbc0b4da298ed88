import { type IPty, spawn } from '@lydell/node-pty';
import headless, { type Terminal as Emulator } from '@xterm/headless';
import { PROGRAM } from './program.js';

export interface PtyOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A shell line to run in place of the program; `akernel` is the program there. */
  readonly shell?: string;
}

/** Where the program runs, and where it keeps its state. */
export interface Place {
  readonly directory: string;
  readonly home: string;
}

/** The program in a real pseudo terminal, and a terminal emulator that shows what a person would see. */
export interface Pty {
  readonly pid: number;
  readonly type: (keys: string) => void;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** The rows of the visible screen, without spaces at their ends. */
  readonly screen: () => readonly string[];
  /** Everything above the visible screen. */
  readonly scrollback: () => readonly string[];
  readonly emulator: Emulator;
  /** Every character the program wrote. */
  readonly written: () => string;
  /** Resolves when the screen fits; throws with the screen when it does not within a minute. */
  readonly waitFor: (wanted: RegExp | string, what?: string) => Promise<void>;
  readonly exit: Promise<{ readonly exitCode: number; readonly signal: number | undefined }>;
  readonly kill: (signal?: string) => void;
}

const LIMIT_MS = 60_000;

export function openPty(box: Place, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24, env = {}, shell } = options;
  const child = spawnIn(box, args, { columns, rows, env, shell });
  const emulator = new headless.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  let written = '';
  let pending = Promise.resolve();
  child.onData((piece) => {
    written += piece;
    pending = pending.then(() => new Promise((done) => emulator.write(piece, done)));
  });
  /** The pty has nothing more to read, and the emulator has shown all: a terminal is never behind what it holds. */
  const quiet = async (): Promise<void> => {
    for (let before = -1, turns = 0; before !== written.length && turns < 1000; turns += 1) {
      before = written.length;
      await pending;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const exit = new Promise<{ exitCode: number; signal: number | undefined }>((resolve) => {
    // Its last output may still be on the way.
    child.onExit(({ exitCode, signal }) => setTimeout(() => resolve({ exitCode, signal }), 100));
  });
  const linesFrom = (first: number, end: number): readonly string[] => {
    const { active } = emulator.buffer;
    return Array.from(
      { length: end - first },
      (_, index) => active.getLine(first + index)?.translateToString(true) ?? '',
    );
  };
  const screen = (): readonly string[] => {
    const { baseY } = emulator.buffer.active;
    return linesFrom(baseY, baseY + emulator.rows);
  };
  return {
    pid: child.pid,
    emulator,
    exit,
    screen,
    scrollback: () => linesFrom(0, emulator.buffer.active.baseY),
    written: () => written,
    type: (keys) => child.write(keys),
    kill: (signal) => child.kill(signal),
    async resize(nextColumns, nextRows) {
      await quiet();
      emulator.resize(nextColumns, nextRows);
      child.resize(nextColumns, nextRows);
    },
    async waitFor(wanted, what = String(wanted)) {
      const fits = (): boolean => {
        const text = screen().join('\n');
        return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
      };
      for (const startedAt = Date.now(); !fits(); await pause()) {
        if (Date.now() - startedAt > LIMIT_MS) {
          throw new Error(`waited for ${what}, and the screen was:\n${screen().join('\n')}`);
        }
      }
    },
  };
}

function spawnIn(
  box: Place,
  args: readonly string[],
  { columns, rows, env, shell }: Required<Omit<PtyOptions, 'shell'>> & { readonly shell: string | undefined },
): IPty {
  const script = `akernel() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${shell ?? ''}`;
  const [file, words] = shell === undefined ? [process.execPath, [PROGRAM, ...args]] : ['bash', ['-c', script]];
  return spawn(file, words, {
    cols: columns,
    rows,
    cwd: box.directory,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: box.directory,
      AKERNEL_HOME: box.home,
      TERM: 'xterm-256color',
      ...env,
    },
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 25);
  });
}
