import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../../src/server/http/page/event-parser.js';
import { type FollowEnd, followEvents } from '../../../../src/server/http/page/follow-events.js';

const LAST = 7;
const events = Array.from({ length: LAST }, (_, index) => {
  const seq = index + 1;
  return `id: a_1:${seq}\nevent: ${seq === LAST ? 'run.completed' : 'frame'}\ndata: {"seq":${seq}}\n\n`;
});

/** A body that breaks after so many characters, or ends behind its last event. */
function body(text: string, breaksAfter = text.length + 1): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (!isSent) {
        isSent = true;
        controller.enqueue(new TextEncoder().encode(text.slice(0, breaksAfter)));
      } else if (breaksAfter <= text.length) {
        controller.error(new TypeError('network error'));
      } else {
        controller.close();
      }
    },
  });
}

interface Followed {
  readonly got: readonly number[];
  readonly asked: readonly (string | undefined)[];
  readonly connections: readonly string[];
  readonly end: FollowEnd;
}

async function follow(open: (after: string | undefined) => Response | Promise<Response>): Promise<Followed> {
  const asked: (string | undefined)[] = [];
  const connections: string[] = [];
  const got: number[] = [];
  const following = followEvents({
    open: async (after) => {
      asked.push(after);
      return open(after);
    },
    onConnection: (state) => connections.push(state),
    wait: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  let next: IteratorResult<RunEvent, FollowEnd> = await following.next();
  for (; next.done !== true; next = await following.next()) {
    got.push(next.value.seq);
  }
  return { got, asked, connections, end: next.value };
}

const behind = (after: string | undefined) => events.slice(Number(after?.split(':')[1] ?? 0)).join('');
const EACH_ONCE = events.map((_, index) => index + 1);

describe('the events of a run that is followed', () => {
  it('come once each, wherever the connection breaks', async () => {
    const whole = events.join('');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const { got, end } = await follow((after) =>
        after === undefined ? new Response(body(whole, cut)) : new Response(body(behind(after))),
      );
      // Where nothing came before the break it is begun anew.
      expect([cut, end.type]).toEqual([cut, cut < (events[0]?.length ?? 0) ? 'lost' : 'ended']);
      expect(got).toEqual(cut < (events[0]?.length ?? 0) ? [] : EACH_ONCE);
    }
  });

  it('come once each when the connection breaks after every second one', async () => {
    const { got, asked } = await follow((after) => {
      const text = behind(after);
      const two = text.split('\n\n').slice(0, 2).join('\n\n').length + 2;
      return new Response(body(text, two));
    });
    expect(got).toEqual(EACH_ONCE);
    expect(asked).toEqual([undefined, 'a_1:2', 'a_1:4', 'a_1:6']);
  });

  it('come once each from a server that repeats them', async () => {
    let times = 0;
    const { got } = await follow(() => {
      times += 1;
      const whole = events.join('');
      return new Response(body(whole, times === 1 ? whole.length / 2 : undefined));
    });
    expect(got).toEqual(EACH_ONCE);
  });

  it('are tried for again when the server cannot be reached', async () => {
    let times = 0;
    const { got, connections } = await follow(() => {
      times += 1;
      if (times === 1) {
        throw new TypeError('failed to fetch');
      }
      return times === 2 ? new Response('', { status: 503 }) : new Response(body(events.join('')));
    });
    expect(got).toEqual(EACH_ONCE);
    expect(connections.slice(0, 3)).toEqual(['lost', 'lost', 'open']);
  });

  it('end with the answer that refuses them', async () => {
    const refused = await follow(() => new Response('{"detail":"no"}', { status: 403 }));
    expect(refused.asked.length).toBe(1);
    expect(refused.end.type === 'refused' && (await refused.end.response.json())).toEqual({ detail: 'no' });
    expect((await follow(() => new Response('{}', { status: 429 }))).end.type).toBe('refused');
    expect((await follow(() => new Response(null, { status: 204 }))).end.type).toBe('ended');
  });
});
