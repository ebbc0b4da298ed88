import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBreakingProxy } from '../support/breaking-proxy.js';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { type HttpServer, startServer } from '../support/http-server.js';

const HOSTILE = [
  {
    id: 1,
    name: '<img src=x onerror="window.hacked=1">',
    note: 'abc\u202edcba \u001b[31mred\u001b[0m',
    long: 'w '.repeat(9000),
  },
  { id: 2, name: '<script>window.hacked=1</script>', note: '"><svg onload=hacked>', long: 'short' },
];

let box: Sandbox;
let server: HttpServer;
let token: string;
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  box = sandbox();
  const { origin } = await startDemoModel();
  const model = { provider: 'openai', allow_private: true, model: 'demo', base_url: `${origin}/v1` };
  const agents = { helper: { ...model, tools: ['demo.customers'] } };
  const config = { principal: { roles: ['reader'] }, capabilities: [WRITING], agents };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  writeFileSync(join(box.directory, 'hostile.ndjson'), HOSTILE.map((row) => `${JSON.stringify(row)}\n`).join(''));
  server = await startServer(box);
  token = await server.grant('http.serve');
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
});
afterEach(async () => {
  await context?.close();
  context = undefined;
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

const WRITING = {
  capability_id: 'box.clear_all',
  name: 'Clear all',
  description: 'Removes everything.',
  safety_class: 'DESTRUCTIVE',
  sensitivity: 'NONE',
  driver: { driver_id: 'process', operation: 'run', options: { command: 'true', output: 'text' } },
};

/** Run in the page: all that it holds outside its variables. */
const EVERYTHING_KEPT = `JSON.stringify([
  document.documentElement.outerHTML,
  [...document.querySelectorAll('input')].map(({ value }) => value),
  document.cookie,
  location.href,
  { ...localStorage },
  { ...sessionStorage },
])`;

interface Opened {
  readonly page: Page;
  /** What the browser complained of: broken rules of the content security policy, scripts that failed. */
  readonly complaints: string[];
}

async function open(url = server.url): Promise<Opened> {
  context = await browser.newContext();
  context.setDefaultTimeout(55_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // That a request was refused is part of some tests.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints };
}

async function giveToken(page: Page, given: string): Promise<void> {
  await page.getByLabel('capability token').fill(given);
  await page.keyboard.press('Enter');
}

/** Keys are commands only when the server has taken the token. */
async function signIn(page: Page, given = token): Promise<void> {
  await giveToken(page, given);
  await page.getByRole('button', { name: 'demo.customers' }).waitFor();
}

const state = (page: Page) => page.locator('.run-state');
const rowsOf = (page: Page) => page.locator('.run .content tbody tr');

/** Chooses a capability and runs it with these arguments. */
async function run(page: Page, capability: string, args: Readonly<Record<string, string>>): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await page.getByRole('button', { name: capability }).click();
  for (const [name, value] of Object.entries(args)) {
    await page.getByLabel(name, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'run live' }).click();
}

describe('the page of a server', () => {
  it('comes without a token, under a strict policy', async () => {
    for (const path of ['/', '/page.css', '/page.js']) {
      const { status, headers } = await server.fetch(undefined, path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await server.fetch(undefined, '/', { method: 'POST', body: '{}' })).status).toBe(405);
  });

  it('says in words why a token opens nothing, and keeps one nowhere', async () => {
    const { page, complaints } = await open();
    await giveToken(page, 'akt_wrong');
    const refused = page.getByRole('alert');
    await refused.getByText('the capability token is not valid').waitFor();
    expect(await page.getByLabel('capability token').inputValue()).toBe('');
    const own = await server.grant('http.serve');
    await signIn(page, own);
    const kept = await page.evaluate<string>(EVERYTHING_KEPT);
    expect(kept).not.toContain(own.slice(0, 24));
    expect(kept).toContain('demo.customers');
    const { stdout } = await box.shell('akernel token inspect - -o json', { stdin: own });
    await box.run(['revoke', String((JSON.parse(stdout) as { grant_id: string }).grant_id)]);
    await page.keyboard.press('r');
    await refused.getByText('revoked').waitFor();
    expect(await page.getByText('demo.customers').count()).toBe(0);
    await signIn(page);
    await page.keyboard.press('X');
    await page.getByLabel('capability token').waitFor();
    await signIn(page);
    await page.reload();
    await page.getByLabel('capability token').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is used by keys alone: search, form, live run to its end, pages of the handle, a value', async () => {
    const { page, complaints } = await open();
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'demo.customers' }).waitFor();
    await page.getByRole('button', { name: 'box.clear_all' }).getByText('✗ denied').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('customers');
    await page.getByText('1 of').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await page.getByText('✗ must be a whole number').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('120');
    await page.keyboard.press('Enter');
    await state(page).getByText('✓ completed').waitFor();
    await page.getByText('phase 2 trimmed: fewer columns, long values are cut').first().waitFor();
    await page.locator('.current', { hasText: '[3 summary]' }).waitFor();
    await page.getByText(/^[\d,]+ of 4,000 left \(\d+ %\)$/).waitFor();
    await page.locator('.told', { hasText: 'redacted' }).getByText('person_name').waitFor();
    await page.locator('.told', { hasText: /handle h_\w+ complete/ }).waitFor();
    await page.getByRole('status').getByText('demo.customers completed, phase 3').waitFor();

    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'demo.customers' }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText(/^rows 0 to \d+ of 120/)
      .last()
      .waitFor();
    await page.keyboard.press('n');
    await page
      .getByText(/^rows (?!0 )\d+ to \d+ of 120/)
      .last()
      .waitFor();
    await page.keyboard.press('p');
    await page
      .getByText(/^rows 0 to \d+ of 120/)
      .last()
      .waitFor();
    await page.getByRole('gridcell').first().focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.getByRole('dialog', { name: 'row 1 · company' }).getByText('Ostrava Metals').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.keyboard.type('country = "DE"');
    await page.keyboard.press('Enter');
    await page
      .getByText(/of 120, \d+ match/)
      .last()
      .waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('country =');
    await page.keyboard.press('Enter');
    await page.locator('.page-words').getByText('the filter ends where a value was expected').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows each row once when the connection breaks in the middle of a run', async () => {
    const proxy = await startBreakingProxy(server.url);
    try {
      const { page } = await open(proxy.url);
      await signIn(page);
      await run(page, 'demo.customers', { rows: '90', delay_ms: '20', budget: '100000' });
      for (const seen of [5, 30, 60]) {
        await rowsOf(page).nth(seen).waitFor();
        proxy.breakAll();
      }
      await state(page).getByText('✓ completed').waitFor();
      await rowsOf(page).nth(89).waitFor();
      const ids = await rowsOf(page).locator('td:first-child').allTextContents();
      expect(ids).toEqual(Array.from({ length: 90 }, (_, index) => String(index + 1)));
    } finally {
      await proxy.close();
    }
  });

  it('cancels a run, and follows one that another client began', async () => {
    const { page } = await open();
    await signIn(page);
    const body = { capability_id: 'demo.log', args: { lines: 100_000, delay_ms: 20 }, on_disconnect: 'continue' };
    const begun = await server.fetch(token, '/v1/invocations/stream', { method: 'POST', body: JSON.stringify(body) });
    await page.keyboard.press('2');
    await page.getByRole('button', { name: /demo\.log • running/ }).click();
    await page.locator('.run .content pre').first().waitFor();
    await state(page).getByText('• running').waitFor();
    await page.keyboard.press('c');
    await state(page).getByText('✗ cancelled').waitFor();
    await begun.body?.cancel();
  });

  it('shows the run of an agent: its calls, what they gave, what was replaced, and the newest handle', async () => {
    const { page, complaints } = await open();
    await signIn(page);
    const made = await server.ask(token, '/v1/sessions', { agent: 'helper' });
    const message = { message: 'list 12 demo customers' };
    const begun = await server.ask(token, `/v1/sessions/${made.body['session_id']}/runs`, message);
    expect(begun.status).toBe(202);
    await page.keyboard.press('2');
    // Others have left runs of their own in the list.
    await page.getByRole('button', { name: 'helper' }).press('Enter');
    await state(page).getByText('✓ completed').waitFor();
    await page.getByText(/demo\.customers gave 12 rows, handle h_\w+/).waitFor();
    await page.locator('.told', { hasText: 'redacted' }).getByText('person_name').waitFor();
    await page.locator('.told', { hasText: /2 model calls · 1 tool call/ }).waitFor();
    await page.getByText('nothing is kept').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('helper completed').waitFor();
    await page.getByRole('button', { name: /^open h_/ }).press('Enter');
    await page
      .getByText(/^rows 0 to \d+ of 12/)
      .last()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps the newest list of runs when an older answer comes late', async () => {
    const { page } = await open();
    await signIn(page);
    const asked: Route[] = [];
    await page.route('**/v1/runs', (route) => void asked.push(route));
    const answer = (status: string) => ({
      json: { runs: [{ run_id: 'a_0000000000', capability_id: 'slow.list', status }] },
    });
    await page.keyboard.press('2');
    await page.keyboard.press('r');
    await expect.poll(() => asked.length).toBe(2);
    await asked[1]?.fulfill(answer('completed'));
    await page.getByRole('button', { name: 'slow.list ✓ completed' }).waitFor();
    const late = page.waitForEvent('requestfinished');
    await asked[0]?.fulfill(answer('running'));
    await late;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await page.getByRole('button', { name: 'slow.list' }).textContent()).toContain('✓ completed');
  });

  it('shows nothing that comes when the token is forgotten already', async () => {
    const { page } = await open();
    await signIn(page);
    await page.route('**/v1/handles?*', async (route) => {
      await page.keyboard.press('X');
      await route.fulfill({ json: { handles: [{ handle_id: 'h_0000000000', capability_id: 'late.answer' }] } });
    });
    await page.getByRole('button', { name: 'demo.customers' }).waitFor();
    await page.keyboard.press('3');
    await page.locator('#list').getByText('the capability token was forgotten').waitFor({ state: 'attached' });
    expect(await page.content()).not.toContain('late.answer');
  });

  it('shows hostile text as text', async () => {
    const { page, complaints } = await open();
    await signIn(page);
    await page.getByRole('button', { name: 'fs.read_file' }).waitFor();
    await run(page, 'fs.read_file', { 'path *': 'hostile.ndjson', budget: '100000' });
    await state(page).getByText('✓ completed').waitFor();
    await rowsOf(page).getByText('<img src=x onerror=').waitFor();
    await rowsOf(page).getByText('<script>window.hacked=1</script>').waitFor();
    await rowsOf(page).getByText('abc<U+202E>dcba red').waitFor();
    await page.getByRole('button', { name: /^open h_/ }).click();
    await page.getByRole('gridcell', { name: /^w w w/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^[\d,]+ of [\d,]+ characters$/).waitFor();
    await dialog.getByRole('button', { name: 'more' }).click();
    await dialog.getByText(/^18,000 characters$|^[\d,]{5,} of [\d,]+ characters$/).waitFor();
    expect(await page.locator('img, svg, script:not([src="/page.js"])').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('stays small while a hundred thousand frames come', async () => {
    const { page } = await open();
    await signIn(page);
    const run_id = 'a_0000000000';
    const event = (seq: number, type: string, data: unknown) =>
      `id: ${run_id}:${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    const many = Array.from({ length: 100_000 }, (_, index) =>
      event(index + 2, 'frame', { seq: index, phase: 1, rows: [{ id: index }], budget: { used: 1, remaining: 9 } }),
    );
    const whole = [
      event(1, 'run.started', { run_id, capability_id: 'many.frames' }),
      ...many,
      event(100_002, 'run.completed', { run_id, status: 'completed' }),
    ];
    await page.route('**/v1/runs', (route) =>
      route.fulfill({ json: { runs: [{ run_id, capability_id: 'many.frames', status: 'running' }] } }),
    );
    await page.route(`**/v1/runs/${run_id}/events`, (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: whole.join('') }),
    );
    await page.getByRole('button', { name: 'demo.customers' }).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'many.frames' }).click();
    await state(page).getByText('✓ completed').waitFor();
    await page.getByText('the last 500 of 100,000 that were shown stand here').waitFor();
    expect(await rowsOf(page).count()).toBe(500);
    expect(await rowsOf(page).last().textContent()).toBe('99999');
  });
});
