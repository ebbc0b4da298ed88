import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEventParser } from '../../../src/server/http/page/event-parser.js';
import { eventResponse } from '../../../src/server/http/runs/event-response.js';
import type { KeptRun } from '../../../src/server/http/runs/kept-run.js';
import { createRunLog, type RunLog } from '../../../src/server/http/runs/run-log.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A run of which there is a log, and nothing else. */
function runOf(log: RunLog): KeptRun & { readonly readers: () => number } {
  let readers = 0;
  return {
    runId: 'a_1',
    log,
    begun: Promise.resolve(),
    state: () => ({}),
    join: () => {
      readers += 1;
      return () => {
        readers -= 1;
      };
    },
    cancel: () => undefined,
    stop: () => undefined,
    readers: () => readers,
  };
}

function newLog(mostBytes = 1024 * 1024): RunLog {
  const log = createRunLog({ runId: 'a_1', mostBytes, onEvent: () => undefined });
  log.add('run.started', '{"seq":1}');
  return log;
}

function readerOf(run: KeptRun, after = 0) {
  let endToken = (): void => undefined;
  const response = eventResponse(run, {
    after,
    caller: {
      watch: (onEnd) => {
        endToken = () => onEnd('revoked');
        return () => undefined;
      },
    },
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  return {
    next: async () => {
      const read = await reader?.read();
      return read === undefined || read.done ? undefined : decoder.decode(read.value);
    },
    cancel: () => reader?.cancel(),
    endToken: () => endToken(),
  };
}

describe('the answer that gives events', () => {
  it('says something every 15 seconds of silence, and events in between at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const log = newLog();
    const { next } = readerOf(runOf(log));
    expect(await next()).toBe('retry: 2000\n\n');
    expect(await next()).toContain('event: run.started');
    for (let beat = 0; beat < 3; beat += 1) {
      const word = next();
      let isSaid = false;
      void word.then(() => {
        isSaid = true;
      });
      await vi.advanceTimersByTimeAsync(14_999);
      expect(isSaid).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await word).toBe(': heartbeat\n\n');
    }
    const news = next();
    await vi.advanceTimersByTimeAsync(10_000);
    log.add('frame', '{"seq":0}');
    expect(await news).toBe('id: a_1:2\nevent: frame\ndata: {"seq":0}\n\n');
    const silent = next();
    await vi.advanceTimersByTimeAsync(14_999);
    log.end('run.completed', (seq) => JSON.stringify({ seq }));
    expect(await silent).toContain('id: a_1:3\nevent: run.completed');
    expect(await next()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells one gap for what the ring has lost, and then the rest, from any place', async () => {
    const log = newLog(1000);
    for (let number = 2; number <= 100; number += 1) {
      log.add('frame', JSON.stringify({ seq: number, text: 'x'.repeat(50) }));
    }
    log.end('run.completed', (seq) => JSON.stringify({ seq }));
    for (const after of [0, 1, 50, 98, 100]) {
      const { next } = readerOf(runOf(log), after);
      let text = '';
      for (let piece = await next(); piece !== undefined; piece = await next()) {
        text += piece;
      }
      const events = createEventParser().push(text);
      const gaps = events.filter(({ type }) => type === 'gap');
      const first = events.find(({ type }) => type !== 'gap')?.seq ?? 0;
      expect(gaps.map(({ data }) => data)).toEqual(first === after + 1 ? [] : [{ from: after + 1, to: first - 1 }]);
      const rest = events.slice(gaps.length).map(({ seq }) => seq);
      expect(rest).toEqual(Array.from({ length: 101 - first + 1 }, (_, at) => first + at));
      expect(events.at(-1)?.type).toBe('run.completed');
    }
  });

  it('of a reader that falls behind while it waits has one gap, and no event twice', async () => {
    const log = newLog(600);
    const { next } = readerOf(runOf(log));
    let text = `${await next()}${await next()}`;
    for (let number = 2; number <= 40; number += 1) {
      log.add('frame', JSON.stringify({ number }));
    }
    log.end('run.completed', (seq) => JSON.stringify({ seq }));
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      text += piece;
    }
    const seqs = createEventParser()
      .push(text)
      .map(({ type, seq }) => (type === 'gap' ? `gap to ${seq}` : seq));
    const from = Number(seqs[2]);
    expect(seqs.slice(0, 2)).toEqual([1, `gap to ${from - 1}`]);
    expect(seqs.slice(2)).toEqual(Array.from({ length: 41 - from + 1 }, (_, at) => from + at));
  });

  it('ends with its capability token, and counts its reader out however it ends', async () => {
    const log = newLog();
    const run = runOf(log);
    const one = readerOf(run);
    const other = readerOf(run);
    await one.next();
    await one.next();
    expect(run.readers()).toBe(2);
    const waiting = one.next();
    one.endToken();
    expect(await waiting).toMatch(/^: closed: its capability token was revoked/);
    expect(await one.next()).toBeUndefined();
    expect(run.readers()).toBe(1);
    await other.cancel();
    expect(run.readers()).toBe(0);
  });

  it('is the same for two readers, byte by byte', async () => {
    const log = newLog();
    for (let number = 0; number < 500; number += 1) {
      log.add('frame', JSON.stringify({ number, text: '漢字'.repeat(number) }));
    }
    log.end('run.completed', (seq) => JSON.stringify({ seq }));
    const caller = { watch: () => () => undefined };
    const texts = await Promise.all([0, 0].map((after) => eventResponse(runOf(log), { after, caller }).text()));
    expect(texts[0]).toBe(texts[1]);
  });
});
