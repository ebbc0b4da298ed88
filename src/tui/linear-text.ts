import { terminalSafe } from '../contract/terminal-safe.js';
import type { Terminal } from './terminal/terminal.js';
import { displayWidth } from './text/display-width.js';

export interface LinearTextPorts {
  readonly write: (text: string) => Promise<void>;
  /** Of the terminal now. */
  readonly columns: () => number;
  readonly after: Terminal['after'];
}

/** A text that is written as it comes, for views that can only add to what they wrote. */
export interface LinearText {
  readonly add: (text: string) => Promise<void>;
  /** What comes next is something else and begins a line. */
  readonly end: () => Promise<void>;
}

/** Longer than models pause between two words, and short enough to see that one goes on. */
const SILENCE_MS = 500;
/** Half a character, half a line break, or the beginning of a control sequence. */
const NOT_WHOLE = /(?:[\r\ud800-\udbff]|\u001b[^A-Za-z\u0007]{0,64})$/;

/** Writes whole lines, the words of a long one as far as they fill a row, and in a silence all there is. */
export function createLinearText({ write, columns, after }: LinearTextPorts): LinearText {
  let waiting = '';
  let isLineOpen = false;
  let written: Promise<void> = Promise.resolve();
  let stopWaiting = (): void => undefined;

  function put(text: string): Promise<void> {
    const safe = terminalSafe(text);
    if (safe !== '') {
      isLineOpen = !safe.endsWith('\n');
      written = written.then(() => write(safe));
      // Whoever writes next is told that it failed.
      written.catch(() => undefined);
    }
    return written;
  }

  function putUntil(end: number): Promise<void> {
    const text = waiting.slice(0, end);
    waiting = waiting.slice(end);
    return put(text);
  }

  return {
    async add(text) {
      stopWaiting();
      waiting += text;
      const lineEnd = waiting.lastIndexOf('\n') + 1;
      await putUntil(lineEnd + filledRow(waiting.slice(lineEnd), columns()));
      if (waiting !== '') {
        stopWaiting = after(SILENCE_MS, () => void putUntil(wholeEnd(waiting)));
      }
    },
    async end() {
      stopWaiting();
      waiting = waiting.trimEnd();
      await putUntil(waiting.length);
      await (isLineOpen ? put('\n') : written);
    },
  };
}

/** How much of the beginning of a line can be written once it fills a row: whole words, where there are any. */
function filledRow(line: string, columns: number): number {
  if (line.length < columns / 2 || displayWidth(line) < columns) {
    return 0;
  }
  const blank = line.lastIndexOf(' ') + 1;
  return blank === 0 ? wholeEnd(line) : blank;
}

function wholeEnd(text: string): number {
  return text.length - (NOT_WHOLE.exec(text)?.[0].length ?? 0);
}
