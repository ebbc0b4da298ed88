import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { commandWrites } from './command-writes.js';
import type { FileWrite } from './event.js';
import { countOf, placeholdersIn } from './placeholders.js';
import type { ShownText } from './shown-lines.js';

/** A placeholder that would be written into a file in the place of what it stands for. */
export interface StrayPlaceholder {
  readonly placeholder: string;
  /** In the new text, counted from 1. */
  readonly line: number;
  /** It is in the text that is to be replaced, which is therefore not in the file. */
  readonly isInBefore: boolean;
}

/**
 * The placeholders of a write that the file does not hold as its own text. One that is in the file as such may be written
 * again: where no value of the file is hidden behind the same placeholder, or as often as the text before has it.
 */
export function strayPlaceholders({ before, after }: FileWrite, file: ShownText): readonly StrayPlaceholder[] {
  const isOwnText = (placeholder: string): boolean => {
    const own = countOf(placeholder, file.real);
    return own > 0 && own === countOf(placeholder, file.shown);
  };
  const isKept = (placeholder: string): boolean => {
    const most = countOf(placeholder, before ?? file.real);
    const isThere = countOf(placeholder, file.real) >= most;
    const isSafe = before !== undefined || countOf(placeholder, file.shown) === most;
    return isThere && isSafe && countOf(placeholder, after) <= most;
  };
  const strayIn = (text: string, isInBefore: boolean): readonly StrayPlaceholder[] =>
    placeholdersIn(text)
      .filter(({ placeholder }) =>
        isInBefore
          ? countOf(placeholder, text) > countOf(placeholder, file.real)
          : !isOwnText(placeholder) && !isKept(placeholder),
      )
      .map(({ placeholder, at }) => ({ placeholder, line: text.slice(0, at).split('\n').length, isInBefore }));
  const strays = [...strayIn(after, false), ...strayIn(before ?? '', true)];
  return strays.filter(
    (stray, index) => strays.findIndex(({ placeholder }) => placeholder === stray.placeholder) === index,
  );
}

const MOST_NAMED = 3;

/** What a model can do about it. */
export function refusalText(strays: readonly StrayPlaceholder[], isAmbiguous: boolean): string {
  const named = strays
    .slice(0, MOST_NAMED)
    .map(
      ({ placeholder, line, isInBefore }) => `${placeholder} in line ${line} of the ${isInBefore ? 'old' : 'new'} text`,
    );
  const more = strays.length > MOST_NAMED ? ` and ${strays.length - MOST_NAMED} more` : '';
  const why = isAmbiguous ? ', and which value it stands for cannot be told here' : '';
  return (
    `[akernel] not written: ${named.join(', ')}${more} stands for a value that is in the file but was not shown${why}. ` +
    'Writing it would destroy the value. Edit around it: choose an old and a new text without these lines, ' +
    'one edit for each part before and behind them'
  );
}

const ACCOUNT = /^\[akernel\] .*(?:\bhandle h_[0-9a-z]{10}|\bnothing is kept|\bnext: akernel expand h_.*)\r?$/m;

/** The line of a new text that was the account of an output, counted from 1; undefined where the file has that line itself. */
export function accountLineIn({ after }: FileWrite, file: ShownText): number | undefined {
  const { 0: account, index } = ACCOUNT.exec(after) ?? {};
  return account === undefined || index === undefined || file.real.includes(account)
    ? undefined
    : after.slice(0, index).split('\n').length;
}

/** Whether it is worth looking at the file. */
export function mayBeStray({ before = '', after }: FileWrite): boolean {
  return placeholdersIn(before + after).length > 0 || ACCOUNT.test(after);
}

/** What a command writes that has to be laid beside its file; in quotes a placeholder may be in pieces. */
export function strayWrites(command: string): readonly FileWrite[] {
  return /REDACTED|\[akernel\] /.test(command) ? commandWrites(command).filter(isWithStray) : [];
}

function isWithStray({ after }: FileWrite): boolean {
  return placeholdersIn(after).length > 0 || ACCOUNT.test(after);
}

/** What a model can do about a command that would write one. */
export function commandRefusal(placeholder: string | undefined, file: string, isRestoring: boolean): string {
  const place = file === '' ? 'a file' : terminalSafeLine(file);
  if (placeholder === undefined) {
    return `[akernel] not run: the command would write a line that akernel added behind what you read into ${place}; write the text without it`;
  }
  const how = isRestoring
    ? 'use your own tool for writing or editing files instead of a command: there the true value is put back'
    : 'edit the file around it: choose an old and a new text without this line, with your own tool for editing files';
  return (
    `[akernel] not run: the command would write ${placeholder} into ${place}, and it stands for a value that was not shown. ` +
    `Writing it would destroy the value. To change the file, ${how}`
  );
}

export function accountRefusal(line: number): string {
  return `[akernel] not written: line ${line} of the new text was added by akernel behind what you read, and is no line of the file; write the text without it`;
}
