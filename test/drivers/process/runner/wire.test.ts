import { describe, expect, test } from 'vitest';
import type { RunnerChunk } from '../../../../src/contract/runner.js';
import { failureOf } from '../../../support/driver-call.js';
import { QUICK, spawnFake, textsOf } from '../../../support/fake-runner.js';
import { partsOf } from '../../../support/parts-of.js';

async function finished(behavior: string, options: Parameters<typeof spawnFake>[1] = {}) {
  const run = await spawnFake(behavior, options);
  const { parts, error } = await partsOf(run);
  return { parts, error, texts: textsOf(parts), result: await run.result };
}

describe('chunks', () => {
  test.each([
    ['C1.1', 5],
    ['C1.2', 0],
    ['C1.3', 50],
    ['C1.3', 20_000],
  ])('%s: %d chunks arrive complete and in order', async (_, count) => {
    const { texts, result } = await finished(`chunks=${count}`);
    expect(texts).toEqual(Array.from({ length: count }, (_, index) => `chunk-${index + 1}`));
    expect(result).toMatchObject({ status: 'completed', exit_kind: 'completed', chunk_count: count, exit_code: 0 });
  });

  test('C1.1: onChunk is told them in order, and they are kept', async () => {
    const told: RunnerChunk[] = [];
    const run = await spawnFake('chunks=5');
    const result = await run.wait({ onChunk: (chunk) => told.push(chunk) });
    expect(told).toEqual([1, 2, 3, 4, 5].map((i) => ({ kind: 'text', content: `chunk-${i}`, metadata: { i, of: 5 } })));
    expect(result.chunks).toEqual(told);
    expect(run.chunks).toEqual(told);
    expect(result.text).toBe('chunk-1chunk-2chunk-3chunk-4chunk-5');
  });

  test('C1.2: a runner that emits none is as before', async () => {
    const told: RunnerChunk[] = [];
    const result = await (await spawnFake('echo', {}, { payload: { a: [1] } })).wait({ onChunk: (c) => told.push(c) });
    expect(told).toEqual([]);
    expect(result).toMatchObject({
      status: 'completed',
      chunks: [],
      chunk_count: 0,
      text: '{"a":[1]}',
      summary: 'done',
    });
  });

  test('C1.4, C1.7: kind, content and metadata arrive unchanged, whatever characters they hold', async () => {
    const told: RunnerChunk[] = [];
    await (await spawnFake('kinds')).wait({ onChunk: (chunk) => told.push(chunk) });
    expect(told).toEqual([
      { kind: 'text', content: 'text with 😀 and \u2028 and\nnewline', metadata: { nested: { deep: [1, null] } } },
      { kind: 'stdout', content: 'out\n', metadata: { tool: 'Exec' } },
      { kind: 'body', content: '<p>', metadata: { bytes_so_far: 3 } },
      { kind: 'tool_output', content: 'result' },
      { kind: 'log', content: 'note' },
      { kind: 'plan', content: { plan: ['a', 'b'] }, metadata: { version: 2 } },
    ]);
  });

  test('C1.4: their parts say what they are', async () => {
    const { parts } = await finished('kinds');
    expect(parts.map((part) => ('channel' in part ? `${part.type} ${part.channel}` : part.type))).toEqual([
      'start',
      'text-delta',
      'output stdout',
      'output body',
      'output tool_output',
      'output log',
      'custom',
      'finish',
    ]);
  });

  test('C1.5: the first part comes before the process ends', async () => {
    const run = await spawnFake('chunks=2,delay=250');
    for await (const part of run) {
      if (part.type === 'text-delta') {
        expect(() => process.kill(run.osPid(), 0)).not.toThrow();
        break;
      }
    }
  });

  test('C1.6: two runs at once never mix; the parts of each are numbered without a gap', async () => {
    const runs = await Promise.all([spawnFake('chunks=300'), spawnFake('chunks=200,bytes=50')]);
    const all = await Promise.all(runs.map(partsOf));
    for (const [index, { parts }] of all.entries()) {
      expect(new Set(parts.map(({ run_id }) => run_id))).toEqual(new Set([runs[index]?.run_id]));
      expect(parts.map(({ seq }) => seq)).toEqual(parts.map((_, seq) => seq));
    }
    expect(all.map(({ parts }) => textsOf(parts).length)).toEqual([300, 200]);
    expect(runs[0]?.run_id).not.toBe(runs[1]?.run_id);
  });
});

describe('lines', () => {
  test('C1.8: a line that comes byte by byte is whole', async () => {
    expect((await finished('split-utf8')).texts).toEqual(['a€b😀c\u2028d']);
  });

  test('C1.9: bytes that are no UTF-8 are replaced, and the run goes on', async () => {
    const { texts, result } = await finished('bad-utf8');
    expect(texts).toEqual(['a\ufffd\ufffdb']);
    expect(result.status).toBe('completed');
  });

  test('CRLF is a line end too', async () => {
    expect((await finished('crlf')).texts).toEqual(['with crlf']);
  });

  test('C1.10: lines that are no messages are skipped, counted and told', async () => {
    const { texts, result, parts } = await finished('malformed');
    expect(texts).toEqual(['one', 'two']);
    expect(result).toMatchObject({ status: 'completed', malformed_lines: 2 });
    expect(parts.filter((part) => part.type === 'log')).toHaveLength(2);
  });

  test('too many of them end the run', async () => {
    const { result, error } = await finished('malformed-many=200', { stopGraceMs: 100, termGraceMs: 100 });
    expect(result).toMatchObject({ status: 'limit', exit_kind: 'failed', malformed_lines: 101, protocol_error: true });
    expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  });

  test('blank lines are counted; too many between two messages end the run, and no more are read', async () => {
    const some = await finished('blank-lines=90');
    expect(some.texts).toEqual(['before', 'after', 'at last']);
    expect(some.result).toMatchObject({ status: 'completed', blank_lines: 180, malformed_lines: 0 });
    const many = await finished('blank-lines=1000000', { stopGraceMs: 100, termGraceMs: 100 });
    expect(many.texts).toEqual(['before']);
    expect(many.result).toMatchObject({ status: 'limit', blank_lines: 101, protocol_error: true });
  });

  test.each([
    ['blank', ''],
    ['no messages', 'x'],
    ['not understood', '{}'],
  ])('lines that never end and are %s let a timer in', async (_, line) => {
    const run = await spawnFake(`endless=${line}`, { ...QUICK, maxMalformedLines: 1e9 });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 3) {
        void run.stop();
      }
    }, 1);
    expect(await run.result).toMatchObject({ status: 'cancelled' });
    clearInterval(timer);
  });

  test.each([
    ['blank', ''],
    ['no messages', 'x'],
    ['not understood', '{}'],
  ])('so do lines that are %s before it is ready', async (_, line) => {
    const options = { ...QUICK, handshakeTimeoutMs: 300, maxMalformedLines: 1e9 };
    const error = await failureOf(() => spawnFake(`endless-before=${line}`, options));
    expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  });

  test.each([
    ['blank', '', { blank_lines: 101 }],
    ['no messages', 'x', { malformed_lines: 101 }],
    ['not understood', '{}', { unknown_messages: 101 }],
  ])('of lines behind the last word that are %s only so many are read', async (_, line, counts) => {
    const { texts, result } = await finished(`endless-after-exit=${line}`, QUICK);
    expect(texts).toEqual(['one']);
    expect(result).toMatchObject({ status: 'completed', late_chunks: 0, ...counts });
  });

  test.each([
    ['C1.11', 2 * 1024 * 1024],
    ['C1.12', 100 * 1024 * 1024],
  ])('%s: a line of %d bytes is dropped in little memory, and what follows is delivered', async (_, size) => {
    const before = process.memoryUsage.rss();
    const { texts, result } = await finished(`oversize=${size}`);
    expect(texts).toEqual(['before', 'after']);
    expect(result).toMatchObject({
      status: 'completed',
      oversized_lines: 1,
      oversized_bytes: size,
      malformed_lines: 0,
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([
    ['C1.13: a whole last chunk', 'last-chunk-no-newline', ['last'], 0],
    ['C1.13: a torn last line', 'partial-line', ['whole'], 1],
  ])('%s without a newline', async (_, behavior, texts, malformedLines) => {
    const finish = await finished(behavior);
    expect(finish.texts).toEqual(texts);
    expect(finish.result).toMatchObject({ malformed_lines: malformedLines, status: 'crashed', exit_code: 0 });
  });

  test('C1.13: a last word without a newline counts', async () => {
    expect((await finished('last-exit-no-newline')).result).toMatchObject({ status: 'completed', chunk_count: 1 });
  });

  test('C1.14: what is not understood is ignored and counted', async () => {
    const { texts, result } = await finished('unknown-op');
    expect(texts).toEqual(['still here']);
    expect(result).toMatchObject({ status: 'completed', unknown_messages: 2 });
  });

  test('C1.15: a chunk of wrong types is mended', async () => {
    const told: RunnerChunk[] = [];
    const result = await (await spawnFake('wrong-types')).wait({ onChunk: (chunk) => told.push(chunk) });
    expect(result.status).toBe('completed');
    expect(told).toEqual([
      { kind: 'custom', content: 'kind is a number' },
      { kind: 'text', content: { not: 'a text' } },
      { kind: 'text', content: 'metadata is a text' },
      { kind: 'custom', content: null },
    ]);
  });

  test('C1.16: chunks after the exit are counted, not delivered', async () => {
    const { texts, result } = await finished('late-chunk');
    expect(texts).toEqual(['in time']);
    expect(result).toMatchObject({ status: 'completed', chunk_count: 1, late_chunks: 2 });
  });
});

describe('the end', () => {
  test.each([
    ['C1.17: the first exit counts', 'exit-twice', { status: 'completed', text: 'first' }],
    ['C1.18: an unknown kind of exit', 'kind=banana', { status: 'failed', exit_kind: 'failed', protocol_error: true }],
    [
      'C1.19: completed, but with status 3',
      'completed-with=3',
      { status: 'failed', exit_kind: 'failed', exit_code: 3 },
    ],
    ['C1.20: status 0 without a word', 'exit=0', { status: 'crashed', exit_kind: 'crashed', exit_code: 0 }],
    ['status 5 without a word', 'exit=5', { status: 'crashed', exit_kind: 'crashed', exit_code: 5 }],
    ['failed', 'failed', { status: 'failed', exit_kind: 'failed', summary: 'it went wrong', exit_code: 1 }],
    ['crashed', 'kind=crashed', { status: 'crashed', exit_kind: 'crashed' }],
    ['cancelled by itself', 'kind=cancelled', { status: 'cancelled', exit_kind: 'cancelled' }],
  ])('%s', async (_, behavior, expected) => {
    const { result, error } = await finished(behavior);
    expect(result).toMatchObject(expected);
    expect(result.error).toBe(error);
    expect(error === undefined).toBe(expected.status === 'completed');
  });

  test('C1.21: 5 MB on stderr block nothing; the last 4 KiB are kept and are no part', async () => {
    const { parts, result } = await finished('stderr=5000000');
    expect(textsOf(parts)).toEqual(['done']);
    expect(parts.map(({ type }) => type)).toEqual(['start', 'text-delta', 'finish']);
    expect(result.stderr_tail).toHaveLength(4096);
    expect(result.stderr_tail.endsWith('eeethe last words')).toBe(true);
  });

  test('C1.22: a banner before ready is skipped and told', async () => {
    const { parts, texts, result } = await finished('banner');
    expect(texts).toEqual(['after the banner']);
    expect(parts[1]).toMatchObject({ type: 'log', level: 'warning' });
    expect(result).toMatchObject({ status: 'completed', malformed_lines: 1 });
  });
});

test('iterations are steps', async () => {
  const { parts } = await finished('echo');
  expect(parts.map(({ type, step }) => [type, step])).toEqual([
    ['start', undefined],
    ['start-step', 1],
    ['log', 1],
    ['finish-step', 1],
    ['finish', 1],
  ]);
});
