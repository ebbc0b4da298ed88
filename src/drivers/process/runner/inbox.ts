import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OutputPiece } from '../output.js';
import { createLineSplitter, type Line, type OversizedLine } from './line-splitter.js';
import { type ParsedLine, parseMessage } from './parse-message.js';

export type Incoming = ParsedLine | ({ readonly op: 'oversized' } & OversizedLine);

const UNREAD: ReadonlySet<string> = new Set(['malformed', 'oversized', 'unknown', 'blank']);

/** Whether it is a line that says nothing which this supervisor understands. */
export function isUnread({ op }: Incoming): boolean {
  return UNREAD.has(op);
}

/** A runner's messages, read only as they are asked for, so that one who writes more than is wanted has to wait. */
export interface Inbox {
  /** The next one of those that have arrived; undefined when there is none, or this turn of the event loop had enough. */
  readonly take: () => Incoming | undefined;
  /** Waits for more of them; false at the end. A second call while one waits is the same wait. */
  readonly more: () => Promise<boolean>;
}

/** What is read in one turn of the event loop, so that timers and signals are never far: so many lines or characters. */
const LINES_PER_TURN = 512;
const CHARS_PER_TURN = 256 * 1024;

export function createInbox(pieces: AsyncIterable<OutputPiece>, maxLineBytes: number): Inbox {
  const source = pieces[Symbol.asyncIterator]();
  const splitter = createLineSplitter(maxLineBytes);
  let lines: readonly Line[] = [];
  let at = 0;
  let isOver = false;
  let linesLeft = LINES_PER_TURN;
  let charsLeft = CHARS_PER_TURN;
  let waiting: Promise<boolean> | undefined;

  const fill = async (): Promise<boolean> => {
    if (linesLeft <= 0 || charsLeft <= 0) {
      await nextTurn();
      linesLeft = LINES_PER_TURN;
      charsLeft = CHARS_PER_TURN;
    }
    if (at < lines.length) {
      return true;
    }
    if (isOver) {
      return false;
    }
    const step = await source.next();
    isOver = step.done === true;
    lines = step.done === true ? splitter.final() : splitter.push(step.value.bytes);
    at = 0;
    return !isOver || lines.length > 0;
  };

  return {
    take() {
      const line = lines[at];
      if (line === undefined || linesLeft <= 0 || charsLeft <= 0) {
        return undefined;
      }
      at += 1;
      linesLeft -= 1;
      if (typeof line !== 'string') {
        return { op: 'oversized', ...line };
      }
      charsLeft -= line.length;
      return parseMessage(line);
    },
    more() {
      waiting ??= fill().finally(() => {
        waiting = undefined;
      });
      return waiting;
    },
  };
}
