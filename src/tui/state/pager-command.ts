import { shellQuoted } from '../text/shell-quoted.js';
import { shownColumns } from './pager-columns.js';
import type { PagerState } from './pager-state.js';

/** What of the pager's state a command line can say. */
export interface CommandParts {
  readonly handleId: string;
  readonly fields?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** With a filter it counts matches. */
  readonly offset: number;
}

/** The command that shows the same rows without the pager, quoted for a POSIX shell. */
export function commandLine({ handleId, fields, filter, offset }: CommandParts): string {
  return [
    `akernel expand ${shellQuoted(handleId)}`,
    ...(fields === undefined ? [] : [flag('--fields', fields.join(','))]),
    ...(filter === undefined ? [] : [flag('--filter', filter)]),
    ...(offset === 0 ? [] : [`--offset ${offset}`]),
  ].join(' ');
}

/** A value that looks like a flag is joined to its own. */
function flag(name: string, value: string): string {
  return `${name}${value.startsWith('-') ? '=' : ' '}${shellQuoted(value)}`;
}

/** The command line that shows what the pager shows. */
export function pagerCommand(state: PagerState): string {
  return commandLine({
    handleId: state.facts?.handle_id ?? '',
    fields: state.areColumnsChosen ? shownColumns(state.columns).map(({ name }) => name) : undefined,
    filter: state.filter?.text,
    // In another order a row has another place.
    offset: state.order === undefined ? state.top : 0,
  });
}
