import type { Command } from 'commander';
import { KernelError } from '../../contract/errors.js';
import type { Outcome } from '../../contract/frame.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { type ChainVerdict, TRACE_EVENTS, type TraceEvent, type TraceQuery } from '../../contract/trace.js';
import type { CommandContext } from '../context.js';
import { oneOf, parseCount, parseDurationFlag, parseTime } from '../flags/values.js';
import { jsonLine, printList, printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';
import { traceText } from '../output/trace-text.js';
import { createPrivateFile } from '../private-file.js';

const OUTCOMES: readonly Outcome[] = ['completed', 'failed', 'cancelled', 'timeout', 'denied'];

/** Looking for traces must not make an empty store and call it intact. */
const READS = { storeMustExist: true } as const;

interface QueryFlags {
  readonly principal?: string;
  readonly capability?: string;
  readonly event?: TraceEvent;
  readonly outcome?: Outcome;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

interface PruneFlags {
  readonly as?: string;
  readonly maxTraces?: number;
  readonly maxAge?: number;
}

interface AcceptFlags {
  readonly as?: string;
  readonly justification: string;
}

export function defineAudit(command: Command, context: CommandContext): void {
  addQueryFlags(command.command('list', { isDefault: true }).description('traces, newest first'), context)
    .option('--offset <n>', 'skip this many', parseCount('--offset'))
    .action((flags: QueryFlags) => list(context, flags));
  command
    .command('show')
    .description('one trace')
    .argument('<action>', 'its action id')
    .option('--as <principal>', 'act as this principal of the config')
    .action((actionId: string, flags: { readonly as?: string }) =>
      context.withKernel({ as: flags.as, ...READS }, async ({ kernel, principal }) =>
        printValue(context, await kernel.explain(actionId, principal), traceText),
      ),
    );
  command
    .command('verify')
    .description('check that no trace was changed, removed or reordered')
    .action(() => verify(context));
  command
    .command('prune')
    .description('remove the oldest traces, by the caps of the config or these')
    .option('--max-traces <n>', 'keep at most this many', parseCount('--max-traces'))
    .option('--max-age <duration>', 'keep none of actions that began longer ago', parseDurationFlag('--max-age'))
    .option('--as <principal>', 'act as this principal of the config')
    .action((flags: PruneFlags) => prune(context, flags));
  command
    .command('accept')
    .description('sign what is there, after a restore or a lost head file')
    .requiredOption('--justification <text>', 'what happened; it goes into the trail')
    .option('--as <principal>', 'act as this principal of the config')
    .action((flags: AcceptFlags) => accept(context, flags));
  addQueryFlags(command.command('export').description('traces in chain order, one JSON object a line'), context)
    .option('--out <file>', 'write to a new file, readable only by you')
    .action((flags: QueryFlags & { readonly out?: string }) => exportTraces(context, flags));
}

function addQueryFlags(command: Command, { now }: CommandContext): Command {
  return command
    .option('--principal <id>', 'only of this principal')
    .option('--capability <id>', 'only of this capability')
    .option('--event <event>', `only ${TRACE_EVENTS.join(', ')}`, (text) => oneOf('--event', text, TRACE_EVENTS))
    .option('--outcome <outcome>', `only ${OUTCOMES.join(', ')}`, (text) => oneOf('--outcome', text, OUTCOMES))
    .option('--since <time>', 'from this time on: an ISO time, or 2h for two hours ago', parseTime('--since', now))
    .option('--until <time>', 'before this time', parseTime('--until', now))
    .option('--limit <n>', 'at most this many', parseCount('--limit'));
}

function list(context: CommandContext, flags: QueryFlags): Promise<void> {
  return context.withKernel(READS, async ({ kernel }) =>
    printList(context, await kernel.audit.list(queryOf(flags)), {
      row: (trace) => ({
        action: trace.action_id,
        at: trace.started_at,
        event: trace.event,
        outcome: trace.outcome,
        principal: trace.principal_id,
        capability: trace.capability_id ?? '',
      }),
      none: 'no traces',
    }),
  );
}

/** A damaged chain is a failure of the store: it is reported on standard output and ends with its status. */
async function verify(context: CommandContext): Promise<void> {
  const verdict = await context.withKernel(READS, ({ kernel }) => kernel.audit.verify());
  await printValue(context, verdict, verdictText);
  if (!verdict.ok) {
    throw new KernelError('STORE_FAILED', 'the audit trail was changed or is damaged', {
      hint:
        verdict.problem === 'head_file'
          ? 'if you put a backup back or removed the file yourself, say so: akernel audit accept --justification "…"'
          : 'compare it with an exported copy: akernel audit export',
    });
  }
}

async function prune(context: CommandContext, { as, maxTraces, maxAge }: PruneFlags): Promise<void> {
  const caps = {
    ...(maxTraces === undefined ? {} : { max_traces: Math.max(1, maxTraces) }),
    ...(maxAge === undefined ? {} : { max_age_ms: maxAge }),
  };
  const pruned = await context.withKernel({ as, ...READS }, ({ kernel, principal }) =>
    kernel.audit.prune({ principal, caps }),
  );
  await printValue(context, pruned, ({ removed, up_to: upTo }) =>
    removed === 0
      ? 'nothing to prune\n'
      : `removed ${formatCount(removed)} traces, up to record ${formatCount(upTo)}\n`,
  );
}

async function accept(context: CommandContext, { as, justification }: AcceptFlags): Promise<void> {
  const verdict = await context.withKernel({ as, ...READS }, ({ kernel, principal }) =>
    kernel.audit.accept({ principal, justification }),
  );
  await printValue(context, verdict, verdictText);
}

function verdictText(verdict: ChainVerdict, style: Style): string {
  const { ok, records_checked: checked, pruned = 0, first_bad_seq: bad, detail } = verdict;
  const where = bad === undefined ? '' : ` at record ${bad}`;
  const why = detail === undefined ? '' : `: ${terminalSafeLine(detail)}`;
  return `${ok ? style.good('intact') : style.bad('not intact')}${where}${why}, ${checked} records checked${pruned === 0 ? '' : `, ${pruned} before them pruned`}\n`;
}

async function exportTraces(context: CommandContext, flags: QueryFlags & { readonly out?: string }): Promise<void> {
  await context.withKernel(READS, async ({ kernel }) => {
    const sink = flags.out === undefined ? undefined : await createPrivateFile(context, flags.out);
    try {
      for await (const record of kernel.audit.export(queryOf(flags))) {
        const line = jsonLine(record, sink === undefined && context.stdout.isTty);
        await (sink === undefined ? context.stdout.write(line) : sink.write(line));
      }
      await sink?.commit();
    } finally {
      await sink?.discard();
    }
  });
}

function queryOf(flags: QueryFlags): TraceQuery {
  const { principal, capability, event, outcome, since, until, limit, offset } = flags;
  return {
    ...(principal === undefined ? {} : { principal_id: principal }),
    ...(capability === undefined ? {} : { capability_id: capability }),
    ...(event === undefined ? {} : { event }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  };
}
