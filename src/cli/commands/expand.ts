import type { Command } from 'commander';
import type { Encoding } from '../../contract/budget.js';
import type { ExpandRequest } from '../../contract/expansion.js';
import type { Frame } from '../../contract/frame.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { type Cursors, openCursors } from '../cursors.js';
import { addRemoteFlags, type RemoteFlags } from '../flags/remote-flags.js';
import {
  collect,
  parseCount,
  parseEncoding,
  parseList,
  parseNumber,
  parseOpenBudget,
  parseRange,
  usage,
} from '../flags/values.js';
import {
  printUnredacted,
  refuseUnredacted,
  refuseWithoutUnredacted,
  type UnredactedFlags,
} from '../in-clear/unredacted.js';
import { handleText } from '../output/handle-text.js';
import { printValue } from '../output/print-value.js';
import { printFrame, printRun, throwUnlessCompleted } from '../print-run.js';
import { outputFormat, valueFormat } from '../settings.js';
import { wantsView, withView } from '../view.js';

interface PageFlags extends Pick<UnredactedFlags, 'unredacted' | 'justification' | 'out' | keyof RemoteFlags> {
  readonly fields?: readonly string[];
  readonly filter?: readonly string[];
  readonly query?: string;
  readonly limit?: number;
  readonly budget?: number;
  readonly encoding?: Encoding;
  readonly session?: string;
}

interface ExpandFlags extends PageFlags {
  readonly offset?: number;
  readonly all?: boolean;
}

interface ValueFlags extends Omit<PageFlags, 'fields' | 'filter' | 'query' | 'limit'> {
  readonly row: number;
  readonly field: string;
  readonly chars?: { readonly from?: number; readonly to?: number };
}

const NOTES = `
On a terminal a pager opens, unless --limit, --budget or --all ask for something to print; -o text avoids it.
--unredacted needs the role secrets_reader in your own config, or in the one that --config names, and --justification.`;

export function defineExpand(command: Command, context: CommandContext): void {
  addPageFlags(command.argument('<handle>', 'its id'))
    .option('--offset <n>', 'the first row of the page, from 0', parseNumber)
    .option('--all', 'page after page until the end or the budget')
    .option('--unredacted', 'as it is stored: with the role secrets_reader, on a terminal or with --out, traced')
    .option('--justification <text>', 'why --unredacted, for the trace')
    .option('--out <file>', 'write what --unredacted shows to a new file, readable only by you')
    .addHelpText('after', NOTES)
    .action((handleId: string, flags: ExpandFlags) => expand(context, handleId, flags));

  addPageFlags(
    command.command('next').description('the page after the last one').argument('<handle>', 'its id'),
  ).action((handleId: string, _flags: PageFlags, self: Command) =>
    expandNext(context, handleId, self.optsWithGlobals<ExpandFlags>()),
  );
  addBudgetFlags(
    command.command('value').description('one value of one row, or a part of it').argument('<handle>', 'its id'),
  )
    .requiredOption('--row <n>', 'the row, from 0', parseCount('--row'))
    .requiredOption('--field <path>', 'the field')
    .option('--chars <from:to>', 'characters of it, the end exclusive', parseRange)
    .action((handleId: string, _flags: ValueFlags, self: Command) =>
      expandValue(context, handleId, self.optsWithGlobals<ValueFlags>()),
    );
  addRemoteFlags(
    command.command('info').description('what is known of the stored result').argument('<handle>', 'its id'),
  )
    .option('--as <principal>', 'act as this principal of the config')
    .action((handleId: string, _flags: RemoteFlags, self: Command) => {
      const flags = self.optsWithGlobals<PageFlags>();
      refuseUnredacted(flags);
      return context.withKernel({ as: flags.as, remote: flags }, async ({ kernel, principal }) => {
        const record: HandleRecord = await kernel.handles.get(handleId, principal);
        await printValue(context, record, handleText);
      });
    });
}

function addPageFlags(command: Command): Command {
  return addBudgetFlags(
    command
      .option('--fields <a,b>', 'only these fields', parseList('--fields'))
      .option(
        '--filter <expr>',
        'only rows, or records inside them, for which it holds: = != < <= > >= ~ in exists, joined by and, or, or a comma, which binds last; ~ finds a text (capitals matter only if it has some); may be repeated',
        collect,
      )
      .option('--limit <n>', 'rows of the page', parseNumber)
      .option('--query <text>', 'rows that share its words, the best first, of the whole result'),
  );
}

function addBudgetFlags(command: Command): Command {
  return addRemoteFlags(command)
    .option('--budget <n>', 'model tokens that may be printed (512 or more), or none', parseOpenBudget)
    .option('--encoding <name>', 'tokenizer that counts them', parseEncoding)
    .option('--session <id>', 'charge the ledger of this session')
    .option('--as <principal>', 'act as this principal of the config');
}

async function expand(context: CommandContext, handleId: string, flags: ExpandFlags): Promise<void> {
  if (flags.unredacted === true) {
    return printUnredacted(context, handleId, flags);
  }
  refuseWithoutUnredacted(flags);
  if (wantsPager(context, flags)) {
    return page(context, handleId, flags);
  }
  const format = outputFormat(context.settings.output, context.stdout.isTty, flags.all === true ? 'ndjson' : 'json');
  if (flags.all === true && format === 'json') {
    throw usage('--all prints many frames and cannot be printed with -o json', 'use -o ndjson');
  }
  await context.withKernel({ as: flags.as, remote: flags }, async (open) => {
    const request = pageRequest(open, handleId, flags, context.interrupt);
    if (flags.all === true) {
      const result = await printRun((printing) => open.kernel.expandAll({ ...request, ...printing }), format, context);
      return throwUnlessCompleted(result, context.interrupt);
    }
    const frame = await printFrame(
      (printing) => ({ frame: open.kernel.expand({ ...request, ...printing }) }),
      format,
      context,
    );
    rememberPage(cursorsOf(open), handleId, flags, frame);
  });
}

/** On a terminal a person pages by keys, unless one page of a certain size was asked for. */
function wantsPager(context: CommandContext, flags: ExpandFlags): boolean {
  const { settings } = context;
  const isOnePage =
    flags.query !== undefined || flags.limit !== undefined || flags.budget !== undefined || flags.all === true;
  if (settings.output === 'live' && (isOnePage || settings.screenReader || !settings.input)) {
    throw usage('the pager needs keys, and takes no --all, --limit or --budget', 'leave these out, or use -o text');
  }
  return !isOnePage && settings.input && !settings.screenReader && wantsView(context);
}

function page(context: CommandContext, handleId: string, flags: ExpandFlags): Promise<void> {
  const { offset, fields, filter, session } = flags;
  return context.withKernel({ as: flags.as, remote: flags }, async ({ kernel, principal }) => {
    // What cannot be read is an error of the command, with its status, not a pager with an error in it.
    const reading = kernel.openReading({ handleId, principal });
    const { warnings = [] } = await reading.expand({ rows: [0], ...(fields === undefined ? {} : { fields }) });
    return withView(context, ({ terminal, tui }) =>
      tui.runPager(
        {
          terminal,
          kernel: { ...kernel, openReading: () => reading },
          principal,
          handleId,
          start: {
            ...(offset === undefined ? {} : { offset }),
            ...(fields === undefined ? {} : { fields }),
            notice: warnings[0],
            ...(filter === undefined ? {} : { filter: filter.join(', ') }),
          },
          ...(session === undefined ? {} : { sessionId: session }),
        },
        context.interrupt,
      ),
    );
  });
}

/** The page that begins where the last one with the same fields and filter ended. */
async function expandNext(context: CommandContext, handleId: string, flags: ExpandFlags): Promise<void> {
  refuseUnredacted(flags);
  if (flags.all === true || flags.offset !== undefined) {
    throw usage('expand next knows its offset', 'leave out --offset and --all');
  }
  const format = outputFormat(context.settings.output, context.stdout.isTty, 'json');
  await context.withKernel({ as: flags.as, remote: flags }, async (open) => {
    const offset = cursorsOf(open).recall(handleId, queryOf(flags)) ?? 0;
    const request = pageRequest(open, handleId, { ...flags, offset }, context.interrupt);
    const frame = await printFrame(
      (printing) => ({ frame: open.kernel.expand({ ...request, ...printing }) }),
      format,
      context,
    );
    rememberPage(cursorsOf(open), handleId, flags, frame);
  });
}

async function expandValue(context: CommandContext, handleId: string, flags: ValueFlags): Promise<void> {
  refuseUnredacted(flags);
  const format = valueFormat(context.settings.output, context.stdout.isTty, 'json');
  await context.withKernel({ as: flags.as, remote: flags }, async ({ kernel, principal, defaults }) => {
    const request = {
      handleId,
      principal,
      row: flags.row,
      field: flags.field,
      ...flags.chars,
      maxTokens: flags.budget ?? defaults.maxTokens,
      encoding: flags.encoding ?? defaults.encoding,
      ...(flags.session === undefined ? {} : { sessionId: flags.session }),
    };
    await printFrame((printing) => ({ frame: kernel.expandValue({ ...request, ...printing }) }), format, context);
  });
}

function pageRequest(open: OpenKernel, handleId: string, flags: ExpandFlags, signal: AbortSignal): ExpandRequest {
  const { principal, defaults } = open;
  const filter = (flags.filter ?? []).join(', ');
  return {
    handleId,
    principal,
    maxTokens: flags.budget ?? defaults.maxTokens,
    encoding: flags.encoding ?? defaults.encoding,
    ...(flags.offset === undefined ? {} : { offset: flags.offset }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.fields === undefined ? {} : { fields: flags.fields }),
    ...(flags.query === undefined ? {} : { query: flags.query }),
    ...(filter === '' ? {} : { filter }),
    ...(flags.session === undefined ? {} : { sessionId: flags.session }),
    signal,
  };
}

function cursorsOf({ config }: OpenKernel): Cursors {
  return openCursors(config.store.directory);
}

function queryOf({ fields, filter, query }: PageFlags): string {
  return JSON.stringify([fields ?? [], filter ?? [], ...(query === undefined ? [] : [query])]);
}

function rememberPage(cursors: Cursors, handleId: string, flags: PageFlags, { page }: Frame): void {
  if (page !== undefined) {
    cursors.remember(handleId, queryOf(flags), page.next_offset ?? page.offset + page.returned);
  }
}
