import type { RuleFor } from '../judge/field-rule.js';
import { MAX_HEADER, readHeader, type Table } from './table-header.js';
import { withDoubt } from './table-proof.js';

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
  /** What follows is a new line. The line above it is kept if it was taken for names and is a row like others. */
  readonly restart: (isKept?: boolean) => void;
}

/** A table, and where its first row begins. */
export interface Found {
  readonly at: number;
  readonly table: Table;
}

export type NoteFrom = (index: number) => number | undefined;

/** In place of any line that is too long. */
const LONG = ' '.repeat(MAX_HEADER + 1);

export function createHeaderSearch(ruleFor: RuleFor): HeaderSearch {
  // What has been shown of the line, unless it is too long.
  let line: string | undefined = '';
  // The line before, which tells whether this one is a row among others.
  let above = '';
  let isNoted = false;

  const remember = (shown: string): number => {
    const start = shown.lastIndexOf('\n') + 1;
    const rest = shown.slice(start, start + MAX_HEADER + 1);
    above = start > 0 ? lastLine(shown, start - 1) : above;
    const whole = start > 0 || line === undefined ? rest : line + rest;
    const isLong = whole.length > MAX_HEADER || (start === 0 && line === undefined);
    line = isLong ? undefined : whole;
    return shown.length;
  };

  const restart = (isKept = false): void => {
    line = '';
    above = isKept ? above : '';
    isNoted = false;
  };

  /** The last line of what has been shown, up to its end; nothing when it is too long. */
  const lastLine = (shown: string, end: number): string => {
    const start = end > 0 ? shown.lastIndexOf('\n', end - 1) + 1 : 0;
    const whole = start > 0 ? shown.slice(start, end) : (line ?? LONG) + shown.slice(0, end);
    return whole.length > MAX_HEADER ? '' : whole;
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
    if (start > 0) {
      above = lastLine(text.slice(from, from + start), start - 1);
      line = '';
    }
    return from + start;
  };

  const tableOf = (names: string): Table | undefined => {
    const table = names.length > MAX_HEADER ? undefined : readHeader(names, ruleFor);
    return table === undefined ? undefined : withDoubt(table, names, above);
  };

  /** The line that ends at a place, which is the one above from now on. */
  const wholeLine = (text: string, start: number, end: number): string =>
    line === undefined || line.length + end - start > MAX_HEADER ? LONG : line + text.slice(start, end);

  return {
    isWaiting: () => isNoted,
    seek: (text, from, to, noteFrom) => {
      const seen = to < text.length ? text.slice(0, to) : text;
      let at = from;
      let start = toNote(text, at, noteFrom);
      let end = start < 0 ? -1 : seen.indexOf('\n', start);
      while (end >= 0) {
        const names = wholeLine(text, start, end);
        const table = tableOf(names);
        above = names.length > MAX_HEADER ? '' : names;
        restart(true);
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
