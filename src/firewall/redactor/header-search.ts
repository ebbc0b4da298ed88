import type { FieldRule } from '../field-rule.js';
import { MAX_HEADER, readHeader, type Table } from './table-header.js';

/** Looks for lines that name the columns of a table, among those in which a name was noted. */
export interface HeaderSearch {
  /** Whether a line has begun that has to be looked at when it ends. */
  readonly isWaiting: () => boolean;
  /**
   * Goes on to the first row behind a line of names that ends before a place, if there is one. `noteFrom` tells the
   * first note from a place on.
   */
  readonly seek: (text: string, from: number, to: number, noteFrom: NoteFrom) => Found | undefined;
  /** Text without notes, which is shown; its end is returned. */
  readonly remember: (shown: string) => number;
  /** What follows is a new line. */
  readonly restart: () => void;
}

/** A table, and where its first row begins. */
interface Found {
  readonly at: number;
  readonly table: Table;
}

export type NoteFrom = (index: number) => number | undefined;

export function createHeaderSearch(ruleFor: (name: string) => FieldRule | undefined): HeaderSearch {
  // What has been shown of the line, unless it is too long.
  let line: string | undefined = '';
  let isNoted = false;

  const remember = (shown: string): number => {
    const start = shown.lastIndexOf('\n') + 1;
    const rest = shown.slice(start, start + MAX_HEADER + 1);
    const whole = start > 0 || line === undefined ? rest : line + rest;
    const isLong = whole.length > MAX_HEADER || (start === 0 && line === undefined);
    line = isLong ? undefined : whole;
    return shown.length;
  };

  const restart = (): void => {
    line = '';
    isNoted = false;
  };

  /** The beginning of the next line with a note in it; -1 when there is none. */
  const toNote = (text: string, from: number, noteFrom: NoteFrom): number => {
    const note = isNoted ? from : noteFrom(from);
    if (note === undefined || isNoted) {
      return note ?? -1;
    }
    isNoted = true;
    // What lies before is not looked at again.
    const start = text.slice(from, note + 1).lastIndexOf('\n') + 1;
    line = start > 0 ? '' : line;
    return from + start;
  };

  const tableOf = (text: string, start: number, end: number): Table | undefined =>
    line === undefined || line.length + end - start > MAX_HEADER
      ? undefined
      : readHeader(line === '' ? text.slice(start, end) : line + text.slice(start, end), ruleFor);

  return {
    isWaiting: () => isNoted,
    seek: (text, from, to, noteFrom) => {
      const seen = to < text.length ? text.slice(0, to) : text;
      let at = from;
      let start = toNote(text, at, noteFrom);
      let end = start < 0 ? -1 : seen.indexOf('\n', start);
      while (end >= 0) {
        const table = tableOf(text, start, end);
        restart();
        at = end + 1;
        if (table !== undefined) {
          return { at, table };
        }
        start = toNote(text, at, noteFrom);
        end = start < 0 ? -1 : seen.indexOf('\n', start);
      }
      remember(text.slice(Math.max(at, start), Math.max(at, start, to)));
      return undefined;
    },
    remember,
    restart,
  };
}
