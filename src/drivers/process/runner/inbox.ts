import type { OutputPiece } from '../output.js';
import { createLineSplitter, type Line, OVERSIZED } from './line-splitter.js';
import { type ParsedLine, parseMessage } from './parse-message.js';

export type Incoming = ParsedLine | { readonly op: 'oversized' };

/** A runner's messages, read only as they are asked for, so that one who writes more than is wanted has to wait. */
export interface Inbox {
  /** The next one of those that have arrived. */
  readonly take: () => Incoming | undefined;
  /** Waits for more of them; false at the end. A second call while one waits is the same wait. */
  readonly more: () => Promise<boolean>;
}

export function createInbox(pieces: AsyncIterable<OutputPiece>, maxLineBytes: number): Inbox {
  const source = pieces[Symbol.asyncIterator]();
  const splitter = createLineSplitter(maxLineBytes);
  let lines: readonly Line[] = [];
  let at = 0;
  let isOver = false;
  let waiting: Promise<boolean> | undefined;

  const fill = async (): Promise<boolean> => {
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
      while (at < lines.length) {
        const line = lines[at] ?? '';
        at += 1;
        const incoming = line === OVERSIZED ? ({ op: 'oversized' } as const) : parseMessage(line);
        if (incoming !== undefined) {
          return incoming;
        }
      }
      return undefined;
    },
    more() {
      waiting ??= fill().finally(() => {
        waiting = undefined;
      });
      return waiting;
    },
  };
}
