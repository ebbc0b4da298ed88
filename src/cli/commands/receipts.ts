import type { Command } from 'commander';
import { amountText } from '../../contract/frame-account.js';
import type { Receipt } from '../../contract/receipt.js';
import { RECEIPT_GROUPS, type ReceiptGrouping, savedBy, summariseReceipts } from '../../contract/receipt-summary.js';
import { readReceipts } from '../../files/receipt-log.js';
import type { CommandContext } from '../context.js';
import { oneOf, parseCount, parseTime } from '../flags/values.js';
import { printList, printValue } from '../output/print-value.js';
import { NO_RECEIPTS, receiptsText, styledText } from '../output/receipts-text.js';
import type { Style } from '../output/style.js';

interface ReceiptFlags {
  readonly by: ReceiptGrouping;
  readonly host?: string;
  readonly tool?: string;
  readonly session?: string;
  readonly since?: string;
  readonly calls?: true;
  readonly limit?: number;
}

const MANY = 50;

const NOTES = `
Counted are calls that went through the gateway or a hook; what a host does beside them is not seen. saved is what the
model would have read without akernel, or as much of it as the host itself would have shown, less what it read, re-reads
and overhead; a negative number is what akernel cost. Nothing is said of money: hosts cache, and pay for it otherwise.`;

export function defineReceipts(command: Command, context: CommandContext): void {
  command
    .option(
      '--by <group>',
      `a line for each ${RECEIPT_GROUPS.join(', ')}`,
      (text: string) => oneOf('--by', text, RECEIPT_GROUPS),
      'host',
    )
    .option('--host <host>', 'only of this host')
    .option('--tool <name>', 'only of this tool')
    .option('--session <id>', 'only of this session of the host')
    .option('--since <time>', 'only from this time on: 2026-11-27, or 7d ago', parseTime('--since', context.now))
    .option('--calls', 'every call with what it saved or cost, the latest first')
    .option('--limit <n>', `with --calls: at most so many, ${MANY} without it`, parseCount('--limit'))
    .addHelpText('after', NOTES)
    .action((flags: ReceiptFlags) => receipts(context, flags));
}

async function receipts(context: CommandContext, flags: ReceiptFlags): Promise<void> {
  const { config } = await context.loadConfig();
  const { receipts: all, torn } = readReceipts(config.store.directory);
  if (torn > 0 && !context.settings.quiet) {
    context.stderr.write(`akernel: ${amountText(torn, 'lines')} of receipts could not be read\n`);
  }
  const chosen = all.filter((receipt) => isWanted(receipt, flags));
  if (flags.calls === true) {
    const latest = chosen.toReversed().slice(0, flags.limit ?? MANY);
    const none = all.length === 0 ? 'no receipts yet' : NONE_CHOSEN;
    return printList(context, latest.map(callLine), { row: (line) => line, none });
  }
  const print = await printerFor(context, flags.by);
  const none = all.length === 0 ? NO_RECEIPTS : `${NONE_CHOSEN}\n`;
  await printValue(context, summariseReceipts(chosen, flags.by), (summaries, style) =>
    summaries.groups.length === 0 ? none : print(summaries, style),
  );
}

const NONE_CHOSEN = 'no receipt fits what was asked for; akernel receipts shows all';

/** Lines for a screen reader are whole, and have no bars. */
async function printerFor(
  { stdout, settings }: CommandContext,
  by: ReceiptGrouping,
): Promise<(summaries: ReturnType<typeof summariseReceipts>, style: Style) => string> {
  if (!stdout.isTty || settings.screenReader) {
    return (summaries, style) => receiptsText(summaries, by, style);
  }
  const { printedReceipts } = await import('../../tui/receipts-printed.js');
  const { color, ascii } = settings;
  const terminal = { color, ascii, columns: stdout.columns() ?? 80 };
  return (summaries, style) => styledText(printedReceipts(summaries, by, terminal), style);
}

function isWanted(receipt: Receipt, { host, tool, session, since }: ReceiptFlags): boolean {
  return (
    (host === undefined || receipt.host === host) &&
    (tool === undefined || receipt.tool === tool) &&
    (session === undefined || receipt.session === session) &&
    (since === undefined || receipt.at >= since)
  );
}

function callLine(receipt: Receipt) {
  const { at, host, tool, kind, tokens_in, tokens_out, counted, redactions, handle_id, exit } = receipt;
  return {
    at,
    host,
    tool,
    kind,
    tokens_in,
    tokens_out,
    saved: kind === 'call' ? savedBy(receipt) : -tokens_out,
    counted,
    redactions,
    ...(exit === undefined ? {} : { exit }),
    ...(handle_id === undefined ? {} : { handle_id }),
  };
}
