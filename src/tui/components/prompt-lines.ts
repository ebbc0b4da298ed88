import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { PromptState } from '../state/prompt.js';
import { displayWidth } from '../text/display-width.js';
import type { Span } from './line.js';
import type { SpanLine } from './span-lines.js';

interface PromptRoom {
  readonly width: number;
  readonly rows: number;
  /** The cursor is shown, and what is typed counts. */
  readonly isActive: boolean;
}

/** The message being written, with its cursor, in as many rows as there are: those around the cursor. */
export function promptLines(state: PromptState, { width, rows, isActive }: PromptRoom): readonly SpanLine[] {
  const lines = layOut(state, width - 2);
  const cursorRow = Math.max(
    0,
    lines.findIndex(({ cursor }) => cursor !== undefined),
  );
  const first = Math.max(0, Math.min(cursorRow - rows + 1, lines.length - rows));
  return lines.slice(first, first + rows).map(({ text, cursor }, index): SpanLine => {
    const mark: Span = { text: first + index === 0 ? '> ' : '  ', role: isActive ? 'accent' : 'faint' };
    if (cursor === undefined || !isActive) {
      return [mark, { text: shown(text) }];
    }
    const under = [...text.slice(cursor)][0] ?? ' ';
    return [
      mark,
      { text: shown(text.slice(0, cursor)) },
      { text: shown(under), role: 'selected' },
      { text: shown(text.slice(cursor + under.length)) },
    ];
  });
}

interface LaidOut {
  readonly text: string;
  /** Where the cursor stands in it. */
  readonly cursor?: number;
}

/** Rows of at most `width` columns, broken anywhere: what is edited must not move. */
function layOut({ text, cursor }: PromptState, width: number): readonly LaidOut[] {
  const rows: LaidOut[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    let from = 0;
    for (const piece of piecesOf(line, width)) {
      const isLast = from + piece.length === line.length;
      const here = cursor - start - from;
      const hasCursor = here >= 0 && (here < piece.length || (isLast && here === piece.length));
      rows.push(hasCursor ? { text: piece, cursor: here } : { text: piece });
      from += piece.length;
    }
    start += line.length + 1;
  }
  return rows;
}

/** The last one has room for the cursor behind it. */
function piecesOf(line: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of line) {
    const next = displayWidth(shown(character));
    if (used + next >= width && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += next;
  }
  return [...pieces, piece];
}

function shown(text: string): string {
  return terminalSafeLine(text);
}
