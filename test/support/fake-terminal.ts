import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Terminal as Emulator } from '@xterm/headless';
import type { Terminal, TerminalInput } from '../../src/tui/terminal/terminal.js';

/** What a terminal sends for keys that are not characters. */
export const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  home: '\u001b[H',
  end: '\u001b[F',
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  backtab: '\u001b[Z',
  backspace: '\u007f',
  'ctrl+c': '\u0003',
  'ctrl+l': '\u000c',
  'ctrl+z': '\u001a',
} as const;

export interface FakeTerminal extends Terminal {
  /** Lets time pass: timers that fall due run in order, also those that they set. */
  readonly advance: (ms: number) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** The terminal has another size, and the signal is still on its way. */
  readonly resizeUnheard: (columns: number, rows: number) => void;
  /** Each argument arrives as one read of standard input: `press(KEYS.down, 'q')`. */
  readonly press: (...reads: readonly string[]) => Promise<void>;
  /** The process goes on after it was stopped. */
  readonly resume: () => void;
  /** The process ends. */
  readonly end: () => void;
  /** Everything that was written. */
  readonly written: () => string;
  /** What a person sees now: the rows of the window, without spaces at their ends. */
  readonly screen: () => Promise<readonly string[]>;
  /** What a person can scroll to, and the window. */
  readonly scrollback: () => Promise<readonly string[]>;
  readonly isCursorShown: () => boolean;
  readonly isAlternate: () => Promise<boolean>;
  readonly isRaw: () => boolean;
  /** Timers that wait. */
  readonly timers: () => number;
  readonly interrupts: () => number;
  readonly stops: () => number;
}

interface FakeTerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly color?: boolean;
  readonly ascii?: boolean;
  /** false: no keys can be read. */
  readonly hasInput?: boolean;
  readonly now?: number;
}

type Happening = string | { readonly columns: number; readonly rows: number };

/** A terminal whose clock stands still until the test moves it; what it shows is what a real emulator makes of it. */
export function createFakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const { color = false, ascii = false, hasInput = true } = options;
  const first = { columns: options.columns ?? 80, rows: options.rows ?? 24 };
  let size = first;
  let toldSize = first;
  const happenings: Happening[] = [];
  const clock = createManualClock(options.now ?? Date.UTC(2026, 0, 1));
  const input = createFakeInput();
  const [resized, continued, ended] = [createListeners(), createListeners(), createListeners()];
  let interrupts = 0;
  let stops = 0;

  function resizeUnheard(columns: number, rows: number): void {
    size = { columns, rows };
    happenings.push(size);
  }

  function measure(): void {
    if (size !== toldSize) {
      toldSize = size;
      resized.tell();
    }
  }

  return {
    output: {
      get columns() {
        return size.columns;
      },
      get rows() {
        return size.rows;
      },
      write(text) {
        happenings.push(text);
        return true;
      },
    },
    input: hasInput ? (input.stream as unknown as TerminalInput) : undefined,
    traits: { color, ascii },
    now: clock.now,
    after: clock.after,
    onResize: resized.add,
    measure,
    onContinue: continued.add,
    onEnd: ended.add,
    interrupt() {
      interrupts += 1;
    },
    stop() {
      stops += 1;
    },
    advance: clock.advance,
    resize(columns, rows) {
      resizeUnheard(columns, rows);
      measure();
    },
    resizeUnheard,
    async press(...reads) {
      for (const read of reads) {
        input.send(read);
        // A lone escape is one only when nothing follows it in the same turn.
        await nextTurn();
        await nextTurn();
      }
    },
    resume: continued.tell,
    end: ended.tell,
    written: () => happenings.filter((happening) => typeof happening === 'string').join(''),
    screen: async () => linesOf(await replay(first, happenings), false),
    scrollback: async () => linesOf(await replay(first, happenings), true),
    isCursorShown: () => isShown(happenings),
    isAlternate: async () => (await replay(first, happenings)).buffer.active.type === 'alternate',
    isRaw: input.isRaw,
    timers: clock.waiting,
    interrupts: () => interrupts,
    stops: () => stops,
  };
}

interface Timer {
  readonly at: number;
  readonly tick: () => void;
}

function createManualClock(start: number) {
  let now = start;
  const timers = new Set<Timer>();

  function due(until: number): Timer | undefined {
    const earliest = [...timers].sort((a, b) => a.at - b.at)[0];
    return earliest !== undefined && earliest.at <= until ? earliest : undefined;
  }

  return {
    now: () => now,
    after(ms: number, tick: () => void) {
      const timer = { at: now + ms, tick };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms: number) {
      const until = now + ms;
      for (let timer = due(until); timer !== undefined; timer = due(until)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.tick();
      }
      now = until;
    },
    waiting: () => timers.size,
  };
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    add(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell() {
      for (const listener of listeners) {
        listener();
      }
    },
  };
}

/** As much of a terminal's read stream as Ink uses. */
function createFakeInput() {
  const unread: string[] = [];
  let isRaw = false;
  const nothing = () => undefined;
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode(wanted: boolean) {
      isRaw = wanted;
    },
    setEncoding: nothing,
    ref: nothing,
    unref: nothing,
    read: () => unread.shift() ?? null,
  });
  return {
    stream,
    isRaw: () => isRaw,
    send(text: string) {
      unread.push(text);
      stream.emit('readable');
    },
  };
}

async function replay(
  { columns, rows }: { readonly columns: number; readonly rows: number },
  happenings: readonly Happening[],
): Promise<Emulator> {
  const emulator = new Emulator({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  for (const happening of happenings) {
    if (typeof happening === 'string') {
      await new Promise<void>((resolve) => emulator.write(happening, resolve));
    } else {
      emulator.resize(happening.columns, happening.rows);
    }
  }
  return emulator;
}

function linesOf(emulator: Emulator, withScrollback: boolean): readonly string[] {
  const buffer = emulator.buffer.active;
  const rows = Array.from(
    { length: buffer.length },
    (_, index) => buffer.getLine(index)?.translateToString(true).trimEnd() ?? '',
  );
  return withScrollback ? rows : rows.slice(buffer.baseY);
}

function isShown(happenings: readonly Happening[]): boolean {
  const text = happenings.filter((happening) => typeof happening === 'string').join('');
  return text.lastIndexOf('\u001b[?25l') <= text.lastIndexOf('\u001b[?25h');
}
