import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventJoiner as createClientJoiner } from '../../../src/server/client/join-events.js';
import { createEventJoiner as createPageJoiner } from '../../../src/server/http/page/event-joiner.js';
import { createEventParser } from '../../../src/server/http/page/event-parser.js';
import { createRunLog } from '../../../src/server/http/runs/run-log.js';
import { MOST_EVENT_BYTES, splitEvent } from '../../../src/server/http/runs/split-event.js';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A log, and all that a reader from the first event on is sent. */
function logged(add: (log: ReturnType<typeof createRunLog>) => void, mostBytes = 1024 * 1024) {
  const log = createRunLog({ runId: 'a_1', mostBytes, onEvent: () => undefined });
  add(log);
  return async () => {
    let text = '';
    for (let at = 0; at < log.lastSeq(); ) {
      const piece = await log.after(at, 64 * 1024);
      text += piece.text;
      at = piece.seq;
    }
    return text;
  };
}

const longest = (text: string) =>
  Math.max(...[...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => Buffer.byteLength(data)));

describe('an event whose data is over 64 KiB', () => {
  it.each([
    ['letters', 'a'.repeat(70_000)],
    ['quotes', '"'.repeat(150_000)],
    ['characters of three bytes', '漢'.repeat(100_000)],
    ['characters of two units', '👩‍🚀'.repeat(60_000)],
    ['mixed', 'x👩"漢\\\n'.repeat(30_000)],
  ])('is sent in parts of at most 64 KiB, and has the same digest in client and page: %s', async (_, body) => {
    const data = JSON.stringify({ seq: 0, text: body });
    const text = await logged((log) => {
      log.add('run.started', '{"seq":1}');
      log.add('frame', data);
      log.end('run.completed', (seq) => JSON.stringify({ seq }));
    })();
    expect(longest(text)).toBeLessThanOrEqual(MOST_EVENT_BYTES);
    const events = createEventParser().push(text);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, at) => at + 1));
    const parts = events.filter(({ type }) => type === 'split');
    expect(parts.map(({ data: { part } }) => part)).toEqual(parts.map((_part, at) => at + 1));

    const client = createClientJoiner();
    const joined = parts.map(({ data: part }) => client.add(part));
    expect(joined.slice(0, -1)).toEqual(joined.slice(0, -1).map(() => 'more'));
    const whole = joined.at(-1);
    expect(typeof whole === 'object' ? [whole.type, digestOf(whole.line)] : whole).toEqual(['frame', digestOf(data)]);

    const page = createPageJoiner();
    const shown = events.map((event) => page(event)).filter((event) => event !== undefined);
    expect(shown.map(({ type }) => type)).toEqual(['run.started', 'frame', 'run.completed']);
    expect(digestOf(JSON.stringify(shown[1]?.data))).toBe(digestOf(data));
  });

  it('one that fits is sent as it is', () => {
    const fits = JSON.stringify('a'.repeat(MOST_EVENT_BYTES - 2));
    expect(splitEvent('frame', fits)).toBeUndefined();
    expect(splitEvent('frame', `${fits} `)?.length).toBeGreaterThan(1);
  });

  it('parts without end do not fill the memory of who joins them', () => {
    const joiner = createClientJoiner();
    const text = 'x'.repeat(1024 * 1024);
    const answers = Array.from({ length: 40 }, (_, at) =>
      joiner.add({ event: 'frame', part: at + 1, parts: 1_000_000, digest: digestOf('x'), text }),
    );
    expect([answers.indexOf('none'), new Set(answers.slice(16))]).toEqual([16, new Set(['none'])]);
  });

  it('joins to the same for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.nat(9), (unit, more) => {
        const data = JSON.stringify(unit.repeat(Math.ceil(90_000 / unit.length)) + 'y'.repeat(more));
        const joiner = createClientJoiner();
        const last = splitEvent('part', data)
          ?.map((part) => joiner.add(JSON.parse(part)))
          .at(-1);
        expect(last).toEqual({ type: 'part', line: data });
      }),
      { numRuns: 50 },
    );
  });

  it('stays whole in a ring that is smaller than it, with the end behind it', async () => {
    const data = JSON.stringify({ text: 'a'.repeat(300_000) });
    const text = await logged((log) => {
      log.add('frame', '{"early":true}');
      log.add('result', data);
      log.end('run.completed', (seq) => JSON.stringify({ seq }));
    }, 1000)();
    const client = createClientJoiner();
    const events = createEventParser().push(text);
    expect(events[0]).toMatchObject({ type: 'gap', data: { from: 1, to: 1 } });
    const joined = events.filter(({ type }) => type === 'split').map(({ data: part }) => client.add(part));
    expect(joined.at(-1)).toEqual({ type: 'result', line: data });
    expect(events.at(-1)?.type).toBe('run.completed');
  });

  it('is left out where a part is missing or was changed', () => {
    const parts = (splitEvent('frame', JSON.stringify('a'.repeat(200_000))) ?? []).map((part) => JSON.parse(part));
    const [first, second, ...others] = parts;
    for (const came of [
      [second, ...others],
      [first, ...others],
      [first, { ...second, text: `b${second.text.slice(1)}` }, ...others],
    ]) {
      const client = createClientJoiner();
      expect(came.some((part) => typeof client.add(part) === 'object')).toBe(false);
    }
  });
});
