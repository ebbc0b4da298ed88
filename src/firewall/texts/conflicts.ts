import type { FoundFormat } from './reader.js';

/**
 * How the command ended whose text it is: its status, or in words what ended it before it was done, such as `SIGKILL` or
 * `a time limit`; undefined where no command is known.
 */
export type TextEnd = number | string | undefined;

/** Statuses by which a shell says that a signal ended its command. */
const SIGNALLED: ReadonlyMap<number, string> = new Map([
  [130, 'SIGINT'],
  [131, 'SIGQUIT'],
  [134, 'SIGABRT'],
  [137, 'SIGKILL'],
  [139, 'SIGSEGV'],
  [143, 'SIGTERM'],
]);

/** Where what the tools count is not how it went: the command was ended before its end, or its status says otherwise. */
export function conflictsOf(formats: readonly FoundFormat[], end: TextEnd): readonly string[] {
  const counting = formats.filter(({ totals }) => totals.length > 0).map(({ format_id: id }) => id);
  if (typeof end === 'string') {
    return [`ended by ${end}${noVerdict(counting)}`];
  }
  const signal = SIGNALLED.get(end ?? 0);
  if (signal !== undefined && counting.length > 0) {
    return [`the exit status is ${end}, as of a command that ${signal} ended${noVerdict(counting)}`];
  }
  return end === 0 ? failedAllTheSame(formats) : passedAllTheSame(formats, end);
}

function noVerdict(counting: readonly string[]): string {
  return counting.length === 0 ? '' : `: what ${counting.join(' and ')} counted until then is no verdict`;
}

/** Another program's output may be quoted: what is certain is how the line is written, and which one it is. */
function failedAllTheSame(formats: readonly FoundFormat[]): readonly string[] {
  return lastFailed(formats).map(
    ({ id, row }) => `the exit status is 0 although line ${row}, in the form of ${id}, says that something failed`,
  );
}

function passedAllTheSame(formats: readonly FoundFormat[], status: number | undefined): readonly string[] {
  const passed = formats.filter(
    ({ totals, hasFailedSince }) => !hasFailedSince && totals.some(({ verdict }) => verdict === 'passed'),
  );
  if (status === undefined || passed.length === 0 || lastFailed(formats).length > 0) {
    return [];
  }
  const names = passed.map(({ format_id: id }) => id).join(' and ');
  return [`the exit status is ${status} although ${names} ${passed.length > 1 ? 'count' : 'counts'} no failure`];
}

function lastFailed(formats: readonly FoundFormat[]): readonly { readonly id: string; readonly row: number }[] {
  return formats.flatMap(({ format_id: id, totals }) => {
    const last = totals.findLast(({ verdict }) => verdict === 'failed');
    return last === undefined ? [] : [{ id, row: last.row }];
  });
}
