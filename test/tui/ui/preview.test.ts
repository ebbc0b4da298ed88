import { describe, expect, test } from 'vitest';
import type { ReadingPage } from '../../../src/contract/expansion.js';
import type { Kernel } from '../../../src/contract/kernel.js';
import { KEYS } from '../../support/fake-terminal.js';
import { ANN, createTestKernel, openUi } from './open-ui.js';

interface Watched {
  readonly kernel: Kernel;
  /** Handles that were opened, in their order. */
  readonly opened: string[];
  readonly pages: ReadingPage[];
}

/** A real kernel that keeps some results, and tells what is read of them. */
async function watchedKernel(results: number, hangs = false): Promise<Watched> {
  const real = await createTestKernel();
  for (let count = 0; count < results; count += 1) {
    const { capability_token: capabilityToken } = await real.grant({
      principal: ANN,
      capabilityId: 'crm.find_customers',
    });
    await real.invoke({ capabilityId: 'crm.find_customers', args: { name: 'x' }, principal: ANN, capabilityToken });
  }
  const opened: string[] = [];
  const pages: ReadingPage[] = [];
  const kernel: Kernel = {
    ...real,
    openReading(request) {
      opened.push(request.handleId);
      const reading = real.openReading(request);
      return {
        ...reading,
        expand(page) {
          pages.push(page);
          return hangs
            ? new Promise((_, reject) => page.signal?.addEventListener('abort', () => reject(page.signal?.reason)))
            : reading.expand(page);
        },
      };
    },
  };
  return { kernel, opened, pages };
}

const WIDE = { columns: 120, rows: 30 };

describe('a selected handle on a wide screen', () => {
  test('shows its first rows, redacted, and leaves one trace', async () => {
    const { kernel, opened } = await watchedKernel(1);
    const ui = await openUi(WIDE, { kernel });
    await ui.press('3');
    // what is read comes when it comes
    await expect.poll(ui.seen).toMatch(/│ +1 +name 1 +‹email›/);
    const seen = await ui.seen();
    expect(seen).toMatch(/│ complete, 3 rows, \d+ B, of crm\.find_customers/);
    expect(ui.terminal.written()).not.toContain('ann1@');
    await ui.press(KEYS.up, 'i', KEYS.escape, '4', '3');
    expect(opened).toHaveLength(1);
    expect(await kernel.audit.list({ event: 'expand' })).toHaveLength(1);
  });

  test('is not read on a narrower one', async () => {
    const { kernel, opened } = await watchedKernel(1);
    const ui = await openUi({ columns: 119, rows: 30 }, { kernel });
    await ui.press('3');
    expect(await ui.seen()).not.toContain('│');
    expect(opened).toEqual([]);
  });

  test('is not read while the selection moves past it', async () => {
    const { kernel, opened, pages } = await watchedKernel(4);
    const ui = await openUi(WIDE, { kernel });
    await ui.press('3');
    await expect.poll(ui.seen).toContain('name 1');
    const [first, ...others] = (await kernel.handles.list(ANN)).map(({ handle_id: id }) => id);
    expect(opened).toEqual([first]);
    await ui.terminal.press(KEYS.down, KEYS.down, KEYS.down);
    await expect.poll(() => ui.seen().then(() => opened.length)).toBe(2);
    await expect.poll(ui.seen).toContain('name 1');
    expect(opened).toEqual([first, others.at(-1)]);
    await ui.press(KEYS.home);
    expect(opened).toHaveLength(2);
    expect(pages.map(({ rows }) => rows)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    await ui.press('r');
    expect(opened).toHaveLength(3);
  });

  test('is given up when the selection moves, and when it is opened', async () => {
    const { kernel, pages } = await watchedKernel(2, true);
    const ui = await openUi(WIDE, { kernel });
    await ui.press('3');
    expect(await ui.seen()).toContain('reading …');
    await ui.press(KEYS.down);
    expect(pages.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await ui.terminal.press(KEYS.enter);
    expect(pages[1]?.signal?.aborted).toBe(true);
    expect(await ui.seen()).not.toContain('CANCELLED');
  });

  test('that is a map of placeholders says what it is and who can use it, and never a value', async () => {
    const { kernel, pages } = await watchedKernel(1);
    const asMap = <Listed extends object>(handle: Listed) => ({ ...handle, kind: 'map' as const });
    const handles: Kernel['handles'] = {
      ...kernel.handles,
      list: async (...asked) => (await kernel.handles.list(...asked)).map(asMap),
      get: async (...asked) => asMap(await kernel.handles.get(...asked)),
    };
    const ui = await openUi(WIDE, { kernel: { ...kernel, handles } });
    await ui.press('3');
    await expect.poll(ui.seen).toMatch(/│ a map of placeholders, made by redact --keep-map: 3/);
    const seen = await ui.seen();
    expect(seen).toMatch(/│ ann can put them back into a text, until/);
    expect(seen).toMatch(/│ akernel restore --map h_\w+ FILE/);
    await ui.press(KEYS.enter);
    await expect.poll(ui.seen).toMatch(/· 3 values ·/);
    expect(await ui.seen()).toContain('a map of placeholders, made by redact --keep-map: 3 values, shown to nobody');
    expect(pages).toEqual([]);
    expect(ui.terminal.written()).not.toMatch(/name 1|USAGE/);
  });

  test('that is gone says so beside the list, and the rest goes on', async () => {
    const { kernel } = await watchedKernel(2);
    const ui = await openUi(WIDE, { kernel });
    await ui.press('3');
    const [, second = ''] = (await kernel.handles.list(ANN)).map(({ handle_id: id }) => id);
    await kernel.handles.remove(second, ANN);
    await ui.press(KEYS.down);
    await expect.poll(ui.seen).toMatch(/│ ✗ HANDLE_NOT_FOUND: /);
    await ui.press(KEYS.up);
    await expect.poll(ui.seen).toMatch(/│ +1 +name 1/);
  });
});

describe('a selected capability on a wide screen', () => {
  test('shows its arguments and its last runs', async () => {
    const { kernel } = await watchedKernel(2);
    const ui = await openUi(WIDE, { kernel });
    await ui.press(KEYS.down);
    await expect.poll(ui.seen).toContain('│ last runs, UTC');
    const seen = await ui.seen();
    expect(seen).toMatch(/│ +name +required, text: A part of the name\./);
    expect(seen.match(/│ +\d\d-\d\d \d\d:\d\d +completed +3 rows +\d+ ms/g)).toHaveLength(2);
    await ui.press(KEYS.up);
    expect(await ui.seen()).toContain('│ no run yet');
  });

  test('reads no traces on a narrower one', async () => {
    const { kernel: real } = await watchedKernel(1);
    let reads = 0;
    const list: Kernel['audit']['list'] = (query) => {
      reads += 1;
      return real.audit.list(query);
    };
    const ui = await openUi({ columns: 119, rows: 30 }, { kernel: { ...real, audit: { ...real.audit, list } } });
    await ui.press(KEYS.down);
    expect(await ui.seen()).not.toContain('last runs');
    expect(reads).toBe(0);
  });
});
