import { expect, test } from 'vitest';
import { recordsFromValues } from '../../src/streams/records.js';
import { kernelOver, requestFor } from '../support/test-kernel.js';

const rows = (from: number) =>
  Array.from({ length: 40 }, (_, index) => ({
    id: from + index,
    mail: index % 2 === 0 ? 'ada.lovelace@example.com' : 'grace.hopper@example.com',
    salary: 100 + index,
    city: 'Lyon',
  }));

test('facts of the stream so far are told while it goes on, redacted, of what may be seen', async () => {
  let goOn = (): void => undefined;
  const looked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const kernel = await kernelOver(
    async function* () {
      yield recordsFromValues(rows(1));
      await looked;
      yield recordsFromValues(rows(41));
    },
    { capability: { allowed_fields: ['id', 'mail', 'city'] } },
  );
  const run = kernel.invokeStream(await requestFor(kernel));
  expect(run.facts?.()).toEqual([]);
  let seen: readonly string[] | undefined;
  for await (const frame of run) {
    if (frame.rows !== undefined && seen === undefined) {
      seen = run.facts?.();
      goOn();
    }
  }
  expect(seen).toEqual([
    'rows: 40',
    expect.stringMatching(/^fields: /),
    'id: 1 to 40',
    expect.any(String),
    'city: Lyon=40',
  ]);
  expect(seen?.join('\n')).toContain('[REDACTED:email]');
  expect(seen?.join('\n')).not.toMatch(/lovelace|hopper|salary/);
  // As the last frame tells them.
  const { final_frame: final } = await run.result;
  expect(run.facts?.()).toEqual(final?.facts ?? run.facts?.());
  expect(run.facts?.()[0]).toBe('rows: 80');
  await kernel.close();
});

test.each<[string, string, string | undefined]>([
  ['redacted', 'mails ada.lovelace@example.com', 'mails [REDACTED:email]'],
  ['redacted before it is cut', `${'x'.repeat(190)} ada.lovelace@example.com`, `${'x'.repeat(190)} [REDACTED`],
  ['not at all where it is too long', 'x'.repeat(2001), undefined],
])('what a driver says of its progress is told %s, and in no frame', async (_, message, told) => {
  const kernel = await kernelOver(async function* () {
    yield { type: 'progress', done: 1, total: 3, message };
    yield recordsFromValues([{ id: 1 }]);
  });
  const run = kernel.invokeStream(await requestFor(kernel));
  const frames: string[] = [];
  for await (const frame of run) {
    frames.push(JSON.stringify(frame));
  }
  expect(run.usage.progress).toEqual({ done: 1, total: 3, ...(told === undefined ? {} : { message: told }) });
  expect(frames.join('\n')).not.toMatch(/mails|xxx/);
  expect(run.usage.handle_id).toBe((await run.result).handle_id);
  await kernel.close();
});

test('who may see some fields only is not told what a driver says of its progress', async () => {
  const kernel = await kernelOver(
    async function* () {
      yield { type: 'progress', done: 1, message: 'now at ada' };
      yield recordsFromValues([{ id: 1, name: 'ada' }]);
    },
    { capability: { allowed_fields: ['id'] } },
  );
  const run = kernel.invokeStream(await requestFor(kernel));
  await run.result;
  expect(run.usage.progress).toEqual({ done: 1 });
  await kernel.close();
});
