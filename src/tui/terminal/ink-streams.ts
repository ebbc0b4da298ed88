import { EventEmitter } from 'node:events';
import { STAND_IN_COLUMNS } from './line-table.js';
import type { TerminalInput } from './terminal.js';

/**
 * The stream that Ink writes to. Screens are columns of lines with narrow stand-ins, so few columns are all it lays
 * out. In its debug mode Ink hands over each screen whole, as text; nothing of its own
 * cursor movement, clearing or counting of rows takes part, so what reaches the terminal is the painter's alone.
 */
export interface InkOutput extends EventEmitter {
  readonly isTTY: false;
  readonly columns: number;
  write(text: string, done?: () => void): boolean;
}

export function createInkOutput(onScreen: (lines: readonly string[]) => void): InkOutput {
  return Object.assign(new EventEmitter(), {
    isTTY: false as const,
    columns: STAND_IN_COLUMNS,
    write(text: string, done?: () => void) {
      if (text !== '') {
        onScreen(text.split('\n'));
      }
      done?.();
      return true;
    },
  });
}

/** Stands in where no keys can be read. */
export function createDeafInput(): EventEmitter & Pick<TerminalInput, 'isTTY'> {
  const nothing = (): void => undefined;
  return Object.assign(new EventEmitter(), {
    isTTY: true as const,
    setRawMode: nothing,
    setEncoding: nothing,
    ref: nothing,
    unref: nothing,
    read: () => null,
  });
}
