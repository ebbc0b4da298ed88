import { displayWidth } from '../text/display-width.js';
import type { Size, TerminalOutput } from './terminal.js';

/** In one piece where the terminal can. */
const BEGIN = '\u001b[?2026h';
/** Never wrapped where it takes a character for wider than it is. */
const UNWRAPPED = '\u001b[?7l';
const END = '\u001b[?7h\u001b[?2026l';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const ENTER_ALTERNATE = '\u001b[?1049h\u001b[H';
const LEAVE_ALTERNATE = '\u001b[?1049l';
const ERASE_LINE_END = '\u001b[K';
const ERASE_BELOW = '\u001b[J';
/** Characters that take the same room everywhere: European letters, lines, blocks and arrows, Chinese, kana, Hangul. */
const LETTERS = '\\x20-\\x7e\\xa0-\\xac\\xae-\\u052f\\u3001-\\u3029\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3';
const SURE = `${LETTERS}\\u2010-\\u2027\\u2190-\\u2319\\u2500-\\u25ff`;
const UNSURE = new RegExp(`[^${SURE}\\u001b]`, 'u');
const PARTS = new RegExp(`\\u001b\\[[0-9;]*m|[${SURE}]+|[^${SURE}\\u001b]+`, 'gu');
const STYLE = /\u001b\[[0-9;]*m/g;

/** Where a screen is painted: below what the terminal shows already, or on a screen of its own. */
export type Place = 'inline' | 'alternate';

export interface Painter {
  /**
   * Shows these lines in place of the last ones. Writes only lines that changed, all in one piece. `above` are whole lines
   * that are to stay above an inline screen.
   */
  readonly paint: (lines: readonly string[], above?: string) => void;
  /** The terminal has another size: what stands there may have been wrapped anew, and the next `paint` shows all. */
  readonly resized: (size: Size) => void;
  /** Something else was written: what stands there is no longer ours, and the next `paint` begins below it. */
  readonly forget: () => void;
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
  let isStale = false;
  let written = 0;

  function write(text: string): void {
    written += Buffer.byteLength(text);
    output.write(text);
  }

  /** A line break at the lower edge scrolls, so an inline screen is one row shorter than the terminal. */
  function clip(lines: readonly string[]): readonly string[] {
    return lines.slice(0, place === 'inline' ? size.rows - 1 : size.rows);
  }

  function erase(): string {
    return place === 'inline' ? eraseAbove(rowsTaken(shown, size)) : `\u001b[H${ERASE_BELOW}`;
  }

  function begin(): string {
    return isEntered ? erase() : enter();
  }

  function enter(): string {
    return `${place === 'alternate' ? ENTER_ALTERNATE : ''}${HIDE_CURSOR}`;
  }

  return {
    paint(lines, above = '') {
      const next = clip(lines);
      const isKept = isEntered && !isStale && above === '';
      const before = isKept ? '' : begin();
      const old = isKept ? shown : [];
      const changes = place === 'inline' ? inlineChanges(old, next, size) : alternateChanges(old, next, size);
      shown = next;
      isEntered = true;
      isStale = false;
      if (before !== '' || changes !== '') {
        const start = above === '' ? `${UNWRAPPED}${before}` : `${before}${above}${UNWRAPPED}`;
        write(`${BEGIN}${start}${changes}${END}`);
      }
    },
    resized(next) {
      size = next;
      isStale = isEntered;
    },
    forget() {
      isEntered = false;
    },
    leave() {
      if (isEntered) {
        write(`${place === 'inline' ? erase() : LEAVE_ALTERNATE}${SHOW_CURSOR}`);
        isEntered = false;
      }
    },
    written: () => written,
  };
}

/** The cursor rests at the start of the row below the screen. */
function inlineChanges(shown: readonly string[], next: readonly string[], size: Size): string {
  const changed = next.findIndex((line, index) => line !== shown[index]);
  const first = changed === -1 ? next.length : changed;
  if (first === next.length && shown.length <= next.length) {
    return '';
  }
  let text = up(shown.length - first);
  for (let index = first; index < next.length; index += 1) {
    const line = next[index] ?? '';
    text += line === shown[index] ? '\r\n' : `\r${fullLine(line, size)}\r\n`;
  }
  return next.length < shown.length ? `${text}${ERASE_BELOW}` : text;
}

function alternateChanges(shown: readonly string[], next: readonly string[], size: Size): string {
  let text = '';
  for (let index = 0; index < Math.max(shown.length, next.length); index += 1) {
    const line = next[index] ?? '';
    if (line !== shown[index]) {
      text += `\u001b[${index + 1};1H${fullLine(line, size)}`;
    }
  }
  return text;
}

/** The line in place of what its row held. Terminals erase the last character of a full row with the rest of it. */
function fullLine(line: string, { columns }: Size): string {
  const end = widthOf(line) < columns ? ERASE_LINE_END : '';
  return UNSURE.test(line) ? `${ERASE_LINE_END}${anchored(line)}${end}` : `${line}${end}`;
}

/**
 * The column is said again behind characters that terminals take for wider or narrower than others do: nothing beside
 * them shifts.
 */
function anchored(line: string): string {
  let column = 1;
  return line.replace(PARTS, (part) => {
    if (part.startsWith('\u001b')) {
      return part;
    }
    column += displayWidth(part);
    return UNSURE.test(part) ? `${part}\u001b[${column}G` : part;
  });
}

/** Never from the first row of the screen on: tmux keeps in its scrollback what is erased from there. */
function eraseAbove(rows: number): string {
  return rows > 0 ? `${up(rows)}\r${ERASE_LINE_END}\r\n${ERASE_BELOW}${up(1)}` : '';
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

/** Terminals wrap lines that no longer fit; a line of exactly the width takes one row. */
function rowsTaken(lines: readonly string[], { columns, rows }: Size): number {
  const taken = lines.reduce((sum, line) => sum + rowsOf(line, columns), 0);
  return Math.min(taken, rows - 1);
}

/** A wide character that would stand over the edge goes to the next row whole. */
function rowsOf(line: string, columns: number): number {
  let rows = 1;
  let used = 0;
  for (const character of widthOf(line) <= columns ? '' : line.replace(STYLE, '')) {
    const width = displayWidth(character);
    if (used + width > columns) {
      rows += 1;
      used = 0;
    }
    used += width;
  }
  return rows;
}

function widthOf(line: string): number {
  return displayWidth(line.replace(STYLE, ''));
}
