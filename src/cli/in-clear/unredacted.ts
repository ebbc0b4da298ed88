import type { UnredactedPage } from '../../contract/in-clear.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeJson, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import type { RemoteFlags } from '../flags/remote-flags.js';
import { usage } from '../flags/values.js';
import { NO_ROWS, rowLines } from '../output/row-lines.js';
import { createStyle } from '../output/style.js';
import { createTable } from '../output/table.js';
import { whileItRuns } from '../print-run.js';
import { createPrivateFile } from '../private-file.js';
import { isRowFormat } from '../settings.js';
import { withOwnRoles } from './own-principal.js';
import { refuseWithin } from './refuse-within.js';

/** The flags of `expand`, as far as they go with `--unredacted`, and those that do not. */
export interface UnredactedFlags extends RemoteFlags {
  readonly unredacted?: boolean;
  readonly justification?: string;
  readonly out?: string;
  readonly fields?: readonly string[];
  readonly filter?: readonly string[];
  readonly offset?: number;
  readonly limit?: number;
  readonly all?: boolean;
  readonly query?: string;
  readonly budget?: number;
  readonly encoding?: string;
  readonly session?: string;
}

/** Prints a page of a stored result as it came, on a terminal or into a new private file, and nowhere else. */
export async function printUnredacted(
  context: CommandContext,
  handleId: string,
  flags: UnredactedFlags,
): Promise<void> {
  refuseElsewhere(context, flags);
  const { out, as } = flags;
  await context.withKernel({ as }, ({ inClear, principal }) =>
    whileItRuns(context, async () => {
      const acting = await withOwnRoles(context, { principal, as });
      // First of all: where no file can be made, nothing is shown.
      const file = out === undefined ? undefined : await createPrivateFile(context, out);
      try {
        const page = await (await inClear()).expandUnredacted({
          handleId,
          principal: acting,
          to: file === undefined ? 'terminal' : 'file',
          ...askedBy(flags),
          signal: context.interrupt,
        });
        const text = await pageText(context, page, file === undefined);
        await (text === '' ? undefined : (file ?? context.stdout).write(text));
        await file?.commit();
        tellPage(context, page, out);
      } finally {
        await file?.discard();
      }
    }),
  );
}

function askedBy({ offset, limit, fields, filter = [], justification }: UnredactedFlags) {
  return {
    ...(justification === undefined ? {} : { justification }),
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(fields === undefined ? {} : { fields }),
    ...(filter.length === 0 ? {} : { filter: filter.join(', ') }),
  };
}

/** Flags that make sense with `--unredacted` only. */
export function refuseWithoutUnredacted({ unredacted, justification, out }: UnredactedFlags): void {
  if (unredacted !== true && (justification !== undefined || out !== undefined)) {
    throw usage(
      '--justification and --out go with --unredacted',
      'a page that is redacted needs no justification; redirect it with >',
    );
  }
}

/** Of a page that goes on, one value, and what is known of a handle. */
export function refuseUnredacted(flags: UnredactedFlags): void {
  if (flags.unredacted === true) {
    throw usage('--unredacted shows one page, by --offset and --limit', 'leave out next, value or info');
  }
  refuseWithoutUnredacted(flags);
}

function refuseElsewhere(context: CommandContext, flags: UnredactedFlags): void {
  refuseWithin('--unredacted', context);
  const { all, query, budget, encoding, session, out, as: _acts, ...rest } = flags;
  const other = Object.entries({ all, query, budget, encoding, session }).find(([, value]) => value !== undefined);
  if (other !== undefined) {
    throw usage(
      `--${other[0]} does not go with --unredacted`,
      'it shows one page, by --offset, --limit, --fields and --filter',
    );
  }
  if (context.isRemote(rest)) {
    throw usage('--unredacted: not over --remote', 'run it where the result is stored, with AKERNEL_REMOTE unset');
  }
  if (out === undefined && !context.stdout.isTty) {
    throw usage(
      'what is not redacted goes to a terminal, and standard output is none',
      '--out FILE makes a file that only you can read',
    );
  }
  if (context.settings.output === 'live') {
    throw usage('--unredacted opens no pager', 'leave out -o live');
  }
}

/** On a terminal what it would obey is taken out, or written so that it does not. */
async function pageText(
  { stdout, settings }: Pick<CommandContext, 'stdout' | 'settings'>,
  { rows, total, offset, next_offset }: UnredactedPage,
  isTty: boolean,
): Promise<string> {
  const { output } = settings;
  if (isRowFormat(output) || (output === 'auto' && !isTty)) {
    return rowLines(rows, NO_ROWS, { format: output === 'auto' ? 'rows' : output, isTty }).text;
  }
  if (output === 'json' || output === 'ndjson') {
    const json = JSON.stringify({
      rows,
      page: { offset, returned: rows.length, total, ...(next_offset === undefined ? {} : { next_offset }) },
    });
    return `${isTty ? terminalSafeJson(json) : json}\n`;
  }
  const style = await createStyle(settings.color && isTty);
  return createTable(style, () => (isTty ? stdout.columns() : undefined)).print(rows);
}

function tellPage(
  { stderr, settings }: CommandContext,
  { rows, total, next_offset: next, warnings }: UnredactedPage,
  out: string | undefined,
): void {
  if (settings.quiet) {
    return;
  }
  stderr.write(warnings.map((text) => `warning: ${terminalSafeLine(text)}\n`).join(''));
  const where = out === undefined ? '' : ` in ${terminalSafeLine(out)}`;
  const more = next === undefined ? '' : `; the next page: --offset ${next}`;
  stderr.write(`akernel: ${formatCount(rows.length)} of ${formatCount(total)} rows, not redacted${where}${more}\n`);
}
