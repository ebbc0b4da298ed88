import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from '../../../src/contract/frame.js';
import type { Kernel } from '../../../src/contract/kernel.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { KEYS } from '../../support/fake-terminal.js';
import { HANDLES, NOW, RECEIPTS, SESSIONS, TRACES } from './known-records.js';
import { createTestKernel, type OpenUi, openUi } from './open-ui.js';

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
  { columns: 60, rows: 20 },
  { columns: 120, rows: 30 },
  { columns: 200, rows: 60 },
  { columns: 20, rows: 6 },
];

const receipts = () => RECEIPTS;

/** A real kernel whose store holds known records. */
let kernel: Kernel;

beforeAll(async () => {
  const real = await createTestKernel();
  kernel = {
    ...real,
    sessions: { ...real.sessions, list: async () => SESSIONS },
    handles: { ...real.handles, list: async () => HANDLES },
    openReading: (request) => ({
      ...real.openReading(request),
      expand: async ({ rows }) => ({ ...FRAME, rows: rows.map(previewRow) }),
    }),
    audit: {
      ...real.audit,
      list: async ({ offset = 0, limit = TRACES.length, event }) =>
        TRACES.filter((trace) => event === undefined || trace.event === event).slice(offset, offset + limit),
    },
  };
});

const FRAME: Frame = { seq: 0, phase: 1, budget: { total: 4000, used: 10, remaining: 3990 }, is_final: true };

function previewRow(row: number) {
  return {
    id: row + 1,
    name: `name ${row + 1}`,
    email: '[REDACTED:email]',
    notes: { lang: 'en', text: 'x'.repeat(40) },
  };
}

const SCREENS: Readonly<Record<string, (ui: OpenUi) => Promise<void>>> = {
  capabilities: (ui) => ui.press(KEYS.down),
  search: (ui) => ui.type('cust'),
  form: async (ui) => {
    await ui.press(KEYS.down, KEYS.enter);
    await ui.type('Ann 中文');
    await ui.press(KEYS.down);
    await ui.type('700');
  },
  'form-choice': async (ui) => {
    await ui.press(KEYS.down, KEYS.enter, KEYS.down, KEYS.down, KEYS.down, KEYS.right);
  },
  'dry-run': async (ui) => {
    await ui.press(KEYS.enter);
    await ui.press('\u0004');
  },
  sessions: (ui) => ui.press('2', KEYS.enter),
  'sessions-new': (ui) => ui.press('2', 'n'),
  handles: (ui) => ui.press('3', KEYS.down),
  'handle-info': (ui) => ui.press('3', KEYS.down, KEYS.down, 'i'),
  'handle-remove': (ui) => ui.press('3', 'x'),
  traces: (ui) => ui.press('4', KEYS.pagedown, KEYS.down),
  trace: (ui) => ui.press('4', KEYS.down, KEYS.enter),
  'traces-filter': async (ui) => {
    await ui.press('4', '/');
    await ui.type('grant demo');
  },
  receipts: (ui) => ui.press('5', KEYS.down),
  'receipts-tools': (ui) => ui.press('5', 'b'),
  receipt: (ui) => ui.press('5', KEYS.enter),
  help: (ui) => ui.press('3', '?'),
};

test('a terminal without Unicode is shown ASCII only', async () => {
  const ui = await openUi({ columns: 60, rows: 24, ascii: true }, { kernel, receipts, now: NOW });
  await ui.press(
    KEYS.down,
    KEYS.enter,
    KEYS.down,
    KEYS.escape,
    '2',
    '3',
    'i',
    KEYS.escape,
    '4',
    KEYS.enter,
    KEYS.escape,
    '5',
    'b',
    KEYS.enter,
    '?',
  );
  expect(ui.terminal.written()).toContain('handle');
  expect(ui.terminal.written()).toMatch(/^[\x00-\x7f]*$/);
});

describe.each(SIZES)('the browser in $columns by $rows', ({ columns, rows }) => {
  test.each(Object.entries(SCREENS))('%s', async (name, goThere) => {
    const ui = await openUi({ columns, rows }, { kernel, receipts, now: NOW });
    await goThere(ui);
    const seen = await ui.seen();
    const lines = seen.split('\n');
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    const file = new URL(`../../../fixtures/screens/ui-${name}.${columns}x${rows}.txt`, import.meta.url);
    await expect(`${seen.trimEnd()}\n`).toMatchFileSnapshot(fileURLToPath(file));
  });
});
