import { describe, expect, it, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Frame } from '../../src/contract/frame.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createRedactor } from '../../src/firewall/find/redactor.js';
import { createKernel } from '../../src/library.js';
import { leaked, SECRETS } from '../support/secrets.js';
import { run, SOURCE, TAKER } from '../support/stored-results.js';
import { ANN, drain, kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

const KEY = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');
const KILLED: Chunk = { type: 'exit', exit_code: null, signal: 'SIGKILL' };
const BEGUN = `start ${KEY.slice(0, 17)}`;

/** A kernel that kept these pieces of a text, and what was shown of them, before the source broke off. */
async function brokenOff(pieces: readonly string[]) {
  const kernel = await kernelOver(async function* (): AsyncGenerator<Chunk> {
    for (const piece of pieces) {
      yield text(piece);
    }
    throw new Error('gone');
  });
  const { frames, result } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '', live: frames.map((frame) => frame.text ?? '').join('') };
}

function textOf(frame: Frame): string {
  return (frame.rows ?? []).map((row) => String(Object(row).text)).join('');
}

/** Whatever any reader of the kept text shows. */
async function everyReading(kernel: Kernel, handleId: string): Promise<readonly string[]> {
  const request = { handleId, principal: ANN };
  const page = await kernel.expand(request);
  const all = await drain(kernel.expandAll(request));
  const value = await kernel.expandValue({ ...request, row: page.handle?.total_rows === 1 ? 0 : 1, field: 'text' });
  const filtered = await kernel.expand({ ...request, filter: 'line >= 1' });
  const reading = kernel.openReading(request);
  const read = await reading.expand({ rows: [0, 1] });
  await reading.close();
  return [page, value, filtered, read, ...all.frames].map((frame) => JSON.stringify(frame));
}

describe('kept text that breaks off', () => {
  test.each(SECRETS.map((secret) => [secret.kind, secret] as const))(
    'shows nothing of a cut secret: %s',
    async (_, known) => {
      const start = known.text.indexOf(known.secret.slice(0, 6));
      for (let cut = start + 6; cut < known.text.length; cut += 5) {
        const { kernel, handleId, live } = await brokenOff(['first\n', known.text.slice(0, cut)]);
        const shown = await everyReading(kernel, handleId);
        expect(shown.filter((each) => leaked(known, each).length > 0)).toEqual([]);
        const decided = createRedactor().push(`first\n${known.text.slice(0, cut)}`).text;
        expect(textOf(await kernel.expand({ handleId, principal: ANN }))).toBe(decided);
        expect(decided.startsWith(live)).toBe(true);
      }
    },
  );

  it('says how much is withheld', async () => {
    const { kernel, handleId } = await brokenOff([BEGUN]);
    const request = { handleId, principal: ANN };
    const page = await kernel.expand(request);
    expect(page).toMatchObject({ rows: [{ line: 1, text: 'start ' }], omitted: { chars: 17 } });
    expect(page.warnings?.join()).toContain('its last 17 characters are withheld');
    const all = (await drain(kernel.expandAll(request))).frames.at(-1);
    expect(all?.omitted).toEqual({ chars: 17 });
    expect(all?.warnings?.join()).toContain('its last 17 characters are withheld');
    const value = await kernel.expandValue({ ...request, row: 0, field: 'text' });
    expect(value).toMatchObject({ text: 'start ', seen: { chars: 23 }, shown: { chars: 6 }, omitted: { chars: 17 } });
    expect(value.warnings?.join()).toContain('its last 17 characters are withheld');
    const lines = await kernel.expand({ ...request, fields: ['line'] });
    expect(lines.omitted).toBeUndefined();
  });

  it('lets no filter and no search ask for what is withheld', async () => {
    const { kernel, handleId } = await brokenOff([BEGUN]);
    const request = { handleId, principal: ANN };
    expect((await kernel.expand({ ...request, filter: 'text ~ AKIA' })).rows ?? []).toEqual([]);
    expect((await kernel.expand({ ...request, filter: 'text ~ start' })).rows).toHaveLength(1);
    for await (const part of kernel.find({ ...request, text: 'AKIA' })) {
      expect(part.rows).toEqual([]);
    }
  });

  it('shows all of a text that ended as it should', async () => {
    const kernel = await kernelOver(() => [text(BEGUN)]);
    const { result } = await stream(kernel);
    const page = await kernel.expand({ handleId: result.handle_id ?? '', principal: ANN });
    expect(page.rows).toEqual([{ line: 1, text: BEGUN }]);
    expect(page.omitted).toBeUndefined();
  });

  it('keeps the places of records in the middle of a line', async () => {
    const long = `${'x '.repeat(3995)}${KEY}`;
    const kernel = await kernelOver(() => [text(`${long}`), records([{ id: 1 }]), text(' end\n')]);
    const { result } = await stream(kernel);
    const page = await kernel.expand({ handleId: result.handle_id ?? '', principal: ANN, maxTokens: 20_000 });
    expect(page.rows?.[1]).toEqual({ id: 1 });
    expect(textOf({ ...page, rows: page.rows?.filter((_, row) => row !== 1) ?? [] })).toBe(
      `${'x '.repeat(3995)}[REDACTED:aws_key] end\n`,
    );
  });
});

describe('a text that its source cut', () => {
  const endings: readonly (readonly [string, readonly Chunk[], boolean])[] = [
    ['cut', [{ type: 'cut', reason: 'it was cut' }], false],
    ['cut, and with an exit', [{ type: 'cut', reason: 'it was cut' }, KILLED], false],
    ['failed behind its exit', [KILLED], true],
  ];
  const modes = ['auto', 'raw', 'table', 'stream'] as const;
  test.each(endings.flatMap((ending) => modes.map((mode) => [...ending, mode] as const)))(
    'shows nothing of its end in any frame: $0, as $3',
    async (_, last, fails, mode) => {
      const kernel = await kernelOver(async function* (): AsyncGenerator<Chunk> {
        yield text(BEGUN);
        yield* last;
        if (fails) {
          throw new Error('gone');
        }
      });
      const principal = { ...ANN, roles: [...ANN.roles, 'admin'] };
      const asked = mode === 'stream' ? {} : { mode };
      const request = await requestFor(kernel, { principal, ...asked });
      const run = mode === 'stream' ? kernel.invokeStream(request) : kernel.invoke(request);
      const shown = run instanceof Promise ? [await run] : (await drain(run)).frames;
      expect(JSON.stringify(shown)).not.toContain(KEY.slice(0, 6));
      expect(shown.at(-1)?.omitted?.chars).toBeGreaterThanOrEqual(17);
      const handle = shown.at(-1)?.handle;
      expect(handle?.state).toBe(mode === 'raw' ? undefined : 'partial');
      if (handle !== undefined) {
        const readings = await everyReading(kernel, handle.handle_id);
        expect(readings.join()).not.toContain(KEY.slice(0, 6));
      }
    },
  );
});

test('an open text shows no line before it is decided, and says where to read on', async () => {
  let goOn = (): void => undefined;
  const waited = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // A line so long that it is kept in pieces, the first of which ends in the key.
  const long = `${'x '.repeat(3995)}${KEY}`;
  const kernel = await kernelOver(async function* (): AsyncGenerator<Chunk> {
    yield text(`first\n${long}`);
    await waited;
    yield text(' end\n');
  });
  const stopped = kernel.invokeStream(await requestFor(kernel));
  const iterator = stopped[Symbol.asyncIterator]();
  const first = await iterator.next();
  const handleId = first.value?.handle_id ?? '';
  let page = await kernel.expand({ handleId, principal: ANN });
  while ((page.page?.total ?? 0) < 2) {
    await new Promise((resolve) => setImmediate(resolve));
    page = await kernel.expand({ handleId, principal: ANN });
  }
  expect(page.rows).toEqual([{ line: 1, text: 'first\n' }]);
  expect(page.page).toMatchObject({ total: 2, next_offset: 1 });
  await expect(kernel.expandValue({ handleId, principal: ANN, row: 1, field: 'text' })).rejects.toMatchObject({
    hint: 'the row may not be whole yet: ask again later',
  });
  goOn();
  await drain(stopped);
  await iterator.return?.();
  const whole = await kernel.expand({ handleId, principal: ANN, offset: 1, maxTokens: 20_000 });
  expect(textOf(whole)).toBe(`${'x '.repeat(3995)}[REDACTED:aws_key] end\n`);
});

test('what breaks off is withheld where it is put into another call', async () => {
  const kernel = await createKernel({
    capabilities: [SOURCE, TAKER],
    drivers: [
      {
        driver_id: 'give',
        async *executeStream(): AsyncGenerator<Chunk> {
          yield text(BEGUN);
          throw new Error('gone');
        },
      },
      {
        driver_id: 'take',
        execute: async ({ args }) => [{ said: args }],
      },
    ],
  });
  const { result } = await run(kernel, 'test.rows', {});
  const taken = await run(kernel, 'test.take', { any: { $handle: result.handle_id, path: 'text' } });
  expect(taken.stdout).not.toContain(KEY.slice(0, 6));
  expect(taken.result.error?.message ?? '').not.toContain(KEY.slice(0, 6));
});
