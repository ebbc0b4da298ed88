import type { InvokeUsage } from '../../contract/kernel.js';
import type { CommandContext } from '../context.js';
import { isRowFormat, type OutputFormat } from '../settings.js';
import type { FramePrinter } from './printer.js';

/** The printer of a format; the one for people is loaded only when it is needed. */
export async function createFramePrinter(
  format: OutputFormat,
  context: CommandContext,
  usage: () => InvokeUsage | undefined,
): Promise<FramePrinter> {
  if (format === 'text' || format === 'plain') {
    const { createTextPrinter } = await import('./print-text.js');
    return createTextPrinter(context, usage, format === 'plain' ? 'json_lines' : 'table');
  }
  if (isRowFormat(format)) {
    const { createRowPrinter } = await import('./print-rows.js');
    return createRowPrinter(context, usage, format);
  }
  const { createNdjsonPrinter } = await import('./print-ndjson.js');
  return createNdjsonPrinter(context, usage);
}
