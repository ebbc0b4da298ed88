/** What can be written to a terminal: `process.stdout`, or a fake of it. */
export interface TerminalOutput {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): boolean;
}

/** Where keys come from: a terminal in raw mode. */
export type TerminalInput = NodeJS.ReadStream;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What a person's terminal can do, and what they want of it. */
export interface TerminalTraits {
  readonly color: boolean;
  /** Only ASCII: no box drawing, no arrows. */
  readonly ascii: boolean;
}

/** The terminal as the views see it. Nothing here reaches for globals, so that tests can be the terminal. */
export interface Terminal {
  readonly output: TerminalOutput;
  /** Undefined where no keys can be read: standard input is a pipe and there is no controlling terminal. */
  readonly input: TerminalInput | undefined;
  readonly traits: TerminalTraits;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Calls `tick` once after so many milliseconds, unless the returned function was called before. */
  readonly after: (ms: number, tick: () => void) => () => void;
  readonly onResize: (listener: () => void) => () => void;
  /** Looks at the size now; where it is another one, the listeners of `onResize` hear of it before this returns. */
  readonly measure: () => void;
  /** The process goes on after it was stopped. */
  readonly onContinue: (listener: () => void) => () => void;
  /** The process ends, in whatever way it can notice; the listener may only write. */
  readonly onEnd: (listener: () => void) => () => void;
  /** What Ctrl-C does outside raw mode. */
  readonly interrupt: () => void;
  /** What Ctrl-Z does outside raw mode: returns when the process goes on. */
  readonly stop: () => void;
}

export const SMALLEST_SIZE: Size = { columns: 20, rows: 6 };

export function sizeOf({ columns, rows }: TerminalOutput): Size {
  return {
    columns: Math.max(SMALLEST_SIZE.columns, columns ?? 80),
    rows: Math.max(SMALLEST_SIZE.rows, rows ?? 24),
  };
}
