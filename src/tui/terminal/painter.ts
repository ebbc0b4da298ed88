import { displayWidth } from '../text/display-width.js';
import type { Size, TerminalOutput } from './terminal.js';

const SYNCHRONIZED = { begin: '\u001b[?2026h', end: '\u001b[?2026l' };
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const ENTER_ALTERNATE = '\u001b[?1049h\u001b[H';
const LEAVE_ALTERNATE = '\u001b[?1049l';
const ERASE_LINE_END = '\u001b[K';
const ERASE_BELOW = '\u001b[J';
const STYLE = /\u001b\[[0-9;]*m/g;

/** Where a screen is painted: below what the terminal shows already, or on a screen of its own. */
export type Place = 'inline' | 'alternate';

export interface Painter {
  /** Shows these lines in place of the last ones. Writes only lines that changed, all in one piece. */
  readonly paint: (lines: readonly string[]) => void;
  /** The terminal has another size: what stands there may have been wrapped anew. */
  readonly resized: (size: Size) => void;
  /** Takes the screen away and leaves the terminal as it was found; the next `paint` shows a screen again. */
  readonly leave: () => void;
  /** Bytes written so far. */
  readonly written: () => number;
}

/** Paints screens of lines that carry nothing but colours. Never scrolls, never clears what it did not write. */
export function createPainter(output: TerminalOutput, place: Place, initial: Size): Painter {
  let size = initial;
  let shown: readonly string[] = [];
  let isEntered = false;
  let written = 0;

  function write(text: string): void {
    written += Buffer.byteLength(text);
    output.write(text);
  }

  /** A line break at the lower edge scrolls, so an inline screen is one row shorter than the terminal. */
  function clip(lines: readonly string[]): readonly string[] {
    return lines.slice(0, place === 'inline' ? size.rows - 1 : size.rows);
  }

  return {
    paint(lines) {
      const next = clip(lines);
      const changes = place === 'inline' ? inlineChanges(shown, next) : alternateChanges(shown, next);
      shown = next;
      if (!isEntered) {
        isEntered = true;
        write(`${place === 'alternate' ? ENTER_ALTERNATE : ''}${HIDE_CURSOR}${changes}`);
      } else if (changes !== '') {
        write(`${SYNCHRONIZED.begin}${changes}${SYNCHRONIZED.end}`);
      }
    },
    resized(next) {
      if (isEntered) {
        write(place === 'inline' ? eraseAbove(rowsTaken(shown, next)) : `\u001b[H${ERASE_BELOW}`);
      }
      size = next;
      shown = [];
    },
    leave() {
      if (isEntered) {
        write(`${place === 'inline' ? eraseAbove(shown.length) : LEAVE_ALTERNATE}${SHOW_CURSOR}`);
        isEntered = false;
        shown = [];
      }
    },
    written: () => written,
  };
}

/** The cursor rests at the start of the row below the screen. */
function inlineChanges(shown: readonly string[], next: readonly string[]): string {
  const changed = next.findIndex((line, index) => line !== shown[index]);
  const first = changed === -1 ? next.length : changed;
  if (first === next.length && shown.length <= next.length) {
    return '';
  }
  let text = up(shown.length - first);
  for (let index = first; index < next.length; index += 1) {
    text += next[index] === shown[index] ? '\r\n' : `\r${next[index] ?? ''}${ERASE_LINE_END}\r\n`;
  }
  return next.length < shown.length ? `${text}${ERASE_BELOW}` : text;
}

function alternateChanges(shown: readonly string[], next: readonly string[]): string {
  let text = '';
  for (let index = 0; index < Math.max(shown.length, next.length); index += 1) {
    if (next[index] !== shown[index]) {
      text += `\u001b[${index + 1};1H${next[index] ?? ''}${ERASE_LINE_END}`;
    }
  }
  return text;
}

function eraseAbove(rows: number): string {
  return `${up(rows)}\r${ERASE_BELOW}`;
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

/** Terminals wrap lines that no longer fit; a line of exactly the width takes one row. */
function rowsTaken(lines: readonly string[], { columns, rows }: Size): number {
  const taken = lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line.replace(STYLE, '')) / columns)),
    0,
  );
  return Math.min(taken, rows - 1);
}
