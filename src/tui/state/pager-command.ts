import { shellQuoted } from '../text/shell-quoted.js';
import { shownColumns } from './pager-columns.js';
import { isText, type PagerState } from './pager-state.js';

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
  // In another order a row has another place.
  return commandLine({ ...partsOf(state), offset: state.order === undefined ? state.top : 0 });
}

/** The command line that puts all rows, or matches of the filter, into a file. */
export function allRowsCommand(state: PagerState): string {
  const { handleId, ...parts } = partsOf(state);
  const form = isText(state) ? { name: 'text', ending: 'txt' } : { name: 'csv', ending: 'csv' };
  const command = commandLine({ handleId, ...parts, offset: 0 });
  return `${command} --all --budget none -o ${form.name} > ${shellQuoted(`${handleId}.${form.ending}`)}`;
}

function partsOf(state: PagerState): Omit<CommandParts, 'offset'> {
  return {
    handleId: state.facts?.handle_id ?? '',
    fields: state.areColumnsChosen ? shownColumns(state.columns).map(({ name }) => name) : undefined,
    filter: state.filter?.text,
  };
}
