import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { styledText } from '../../src/cli/output/receipts-text.js';
import { PLAIN } from '../../src/cli/output/style.js';
import { summariseReceipts } from '../../src/contract/receipt-summary.js';
import { printedReceipts } from '../../src/tui/receipts-printed.js';
import { displayWidth } from '../../src/tui/text/display-width.js';
import { createCliWorkshop } from '../support/cli-host.js';
import { RECEIPTS } from '../tui/ui/known-records.js';

describe('akernel receipts', () => {
  const shop = createCliWorkshop();
  const folder = join(shop.directory, 'state', 'receipts');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, '2026-05.ndjson'), RECEIPTS.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''));
  afterAll(shop.dispose);
  const BARS = /[█░▚▏]/;

  test('draws bars on a terminal, beside the numbers', async () => {
    const { stdout } = await shop.run(['receipts', '--by', 'tool'], { isTty: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^claude-code Bash +█+░* +41 /m);
    expect(stdout).toMatch(/^gemini run_shell_command +▏ .* -60/m);
    expect(stdout).toContain('█ read  ░ kept out');
    expect(stdout).toMatch(/^all +44 /m);
  });

  test.each([
    ['in a pipe', { isTty: false }, ['-o', 'text']],
    ['as JSON', { isTty: true }, ['-o', 'json']],
    ['for a screen reader', { isTty: true }, ['--screen-reader']],
  ])('draws none %s, and leaves no column out', async (_, options, flags) => {
    const { stdout } = await shop.run(['receipts', ...flags], options);
    expect(stdout).not.toMatch(BARS);
    expect(stdout).toContain('median');
    expect(stdout).not.toContain('no room for');
  });

  test.each([[[]], [['--calls']]])('says that none fits, not that there is none yet: %j', async (flags) => {
    const { stdout } = await shop.run(['receipts', '--host', 'nope', ...flags], { isTty: true });
    expect(stdout).toBe('no receipt fits what was asked for; akernel receipts shows all\n');
  });

  test('keeps to ASCII where the terminal does', async () => {
    const env = { LC_ALL: 'C', NO_COLOR: '1' };
    const { stdout } = await shop.run(['receipts'], { isTty: true, env });
    expect(stdout).toMatch(/^claude-code +#/m);
    expect(stdout).toMatch(/^[\x00-\x7f]*$/);
  });
});

test.each([20, 40, 60, 80, 120, 200])('the table on a terminal of %i columns', async (columns) => {
  const terminal = { columns, color: false, ascii: false };
  const text = styledText(printedReceipts(summariseReceipts(RECEIPTS, 'tool'), 'tool', terminal), PLAIN);
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(columns);
  const file = new URL(`../../fixtures/screens/receipts-printed.${columns}.txt`, import.meta.url);
  await expect(text).toMatchFileSnapshot(fileURLToPath(file));
});
