import type { Receipt } from '../../contract/receipt.js';
import {
  RECEIPT_GROUPS,
  type ReceiptGrouping,
  type ReceiptSummary,
  summariseReceipts,
} from '../../contract/receipt-summary.js';
import type { SpanLine } from '../components/span-lines.js';
import { emptyLines, tableLines } from '../components/table-lines.js';
import { type KeyTable, obey } from '../state/key-table.js';
import { moved, movementOf, windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { inBackground, type Pane, type PanePorts, type Room } from './pane.js';
import { receiptInfo, receiptTable } from './receipts-lines.js';

const KEYS: KeyTable<'show' | 'group' | 'refresh' | 'move'> = [
  { keys: ['enter'], command: 'show', words: 'show the selected line whole', short: 'show' },
  { keys: ['b'], command: 'group', words: `a line for each ${RECEIPT_GROUPS.join(', ')}, in turn`, short: 'by' },
  { keys: ['r'], command: 'refresh', words: 'read the receipts again' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'move', words: 'move through the list' },
];

/** Head and one row; what stands below the table has to leave them. */
const LEAST_TABLE = 3;
const ELSEWHERE = 'receipts are files of the machine where an agent host runs: akernel receipts shows them there';
const NONE_YET = 'no receipts yet: akernel install <host> puts akernel in front of its tools';

/** What calls of agent hosts saved and cost, by host, tool or session. */
export function createReceiptsPane(ports: PanePorts, read: (() => readonly Receipt[]) | undefined): Pane {
  let receipts: readonly Receipt[] = [];
  let by: ReceiptGrouping = 'host';
  let summary = summariseReceipts(receipts, by);
  let words = 'reading';
  let selected = 0;
  let top = 0;
  let height = 1;

  function sumUp(): void {
    summary = summariseReceipts(receipts, by);
    selected = moved(selected, 0, summary.groups.length);
    ports.refresh();
  }

  async function reload(): Promise<void> {
    words = 'could not be read: r tries again';
    receipts = read?.() ?? [];
    words = read === undefined ? ELSEWHERE : NONE_YET;
    sumUp();
  }

  function group(): void {
    by = RECEIPT_GROUPS[(RECEIPT_GROUPS.indexOf(by) + 1) % RECEIPT_GROUPS.length] ?? by;
    selected = 0;
    sumUp();
  }

  function show(): void {
    const shown = summary.groups[selected];
    if (shown !== undefined) {
      const grouping = by;
      ports.openText({ title: shown.name, lines: (width) => receiptInfo(shown, grouping, width) });
    }
  }

  const commands = { show, group, refresh: () => inBackground(ports, reload) };

  function onKey(key: Key): boolean {
    const movement = movementOf(key.name, height);
    if (movement === undefined) {
      return obey(KEYS, commands, key.name);
    }
    selected = moved(selected, movement, summary.groups.length);
    ports.refresh();
    return true;
  }

  function lines({ columns, rows, theme }: Room): readonly SpanLine[] {
    const { groups, all } = summary;
    if (groups.length === 0) {
      return emptyLines(words, columns);
    }
    const totals: readonly ReceiptSummary[] = groups.length > 1 && rows > LEAST_TABLE ? [all] : [];
    const table = receiptTable(summary, by, { columns, theme });
    const foot = table.foot.slice(0, Math.max(0, rows - LEAST_TABLE - totals.length));
    height = Math.max(1, rows - 1 - totals.length - foot.length);
    top = windowOf(selected, groups.length, height, top);
    const seen = [...groups.slice(top, top + height), ...totals];
    return [...tableLines(table.columns, seen, { width: columns, theme, selected: selected - top }), ...foot];
  }

  return { lines, onKey, keys: () => KEYS, isTyping: () => false, onShow: commands.refresh };
}
