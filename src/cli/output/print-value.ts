import { terminalSafeJson } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { isRowFormat, outputFormat, valueFormat } from '../settings.js';
import { NO_ROWS, rowLines } from './row-lines.js';
import { createStyle, type Style } from './style.js';
import { createTable } from './table.js';

type ValueContext = Pick<CommandContext, 'stdout' | 'settings'>;

/** One value: a line of JSON for programs, or what `text` makes of it for people. */
export async function printValue<Value>(
  context: ValueContext,
  value: Value,
  text: (value: Value, style: Style) => string,
): Promise<void> {
  const { stdout, settings } = context;
  if (valueFormat(settings.output, stdout.isTty, 'json') === 'text') {
    await stdout.write(text(value, await createStyle(settings.color)));
  } else {
    await stdout.write(jsonLine(value, stdout.isTty));
  }
}

interface ListText<Item> {
  readonly row: (item: Item) => Readonly<Record<string, unknown>>;
  readonly none: string;
  /** In place of a table. */
  readonly lines?: (items: readonly Item[], style: Style) => string;
}

/** A list: one JSON array, one line for each item with ndjson, rows in the form asked for, or a table for people. */
export async function printList<Item>(
  context: ValueContext,
  items: readonly Item[],
  text: ListText<Item>,
): Promise<void> {
  const { stdout, settings } = context;
  const format = outputFormat(settings.output, stdout.isTty, 'json');
  if (format === 'json') {
    await stdout.write(jsonLine(items, stdout.isTty));
    return;
  }
  if (isRowFormat(format)) {
    // A table in a page or a spreadsheet has the columns that people see.
    const rows = format === 'rows' ? items : items.map(text.row);
    await stdout.write(rowLines(rows, NO_ROWS, { format, isTty: stdout.isTty }).text);
    return;
  }
  if (format === 'ndjson') {
    for (const item of items) {
      await stdout.write(jsonLine(item, stdout.isTty));
    }
    return;
  }
  await stdout.write(
    items.length === 0 ? `${text.none}\n` : listText(items, text, { stdout, style: await createStyle(settings.color) }),
  );
}

function listText<Item>(
  items: readonly Item[],
  { row, lines }: ListText<Item>,
  { stdout, style }: Pick<ValueContext, 'stdout'> & { readonly style: Style },
): string {
  const width = (): number | undefined => (stdout.isTty ? (stdout.columns() ?? 80) : undefined);
  return lines?.(items, style) ?? createTable(style, width).print(items.map(row));
}

export function jsonLine(value: unknown, isTty: boolean): string {
  const json = JSON.stringify(value);
  return `${isTty ? terminalSafeJson(json) : json}\n`;
}
