import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import type { Value } from '../../../src/contract/row.js';
import { openPager } from '../../support/pager-bench.js';
import { ANN, BOB, kernelOver, records, stream, text } from '../../support/test-kernel.js';

const ROWS = 100_000;

async function kept(source: () => Iterable<Chunk>, more: Parameters<typeof kernelOver>[1] = {}) {
  const kernel = await kernelOver(source, more);
  const { result } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '' };
}

function* people(): Generator<Chunk> {
  for (let first = 0; first < ROWS; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at): Value => {
      const id = first + at;
      return { id, email: `ann${id}@example.com`, plan: id % 10_000 === 7 ? 'rare' : 'usual' };
    });
    yield records(rows);
  }
}

describe('the pager over a kernel', () => {
  it('shows any place of 100,000 rows, redacted, and finds what is rare', async () => {
    const { kernel, handleId } = await kept(people);
    const pager = await openPager(kernel, { handleId });
    await pager.keys('G');
    const end = (await pager.screenWith(/99,999/)).join('\n');
    expect(end).toContain('‹email›');
    expect(end).not.toContain('example.com');
    await pager.keys('f');
    await pager.type('plan = rare');
    await pager.keys('enter');
    const filtered = await pager.screenWith(/matches 1-10 of 10 · /);
    expect(filtered.filter((line) => line.includes('rare'))).toHaveLength(11);
    await pager.keys('f', 'ctrl+u', 'enter', 'g', '/');
    await pager.type('rare');
    await pager.keys('enter', 'n');
    expect((await pager.screenWith(/> *10,008/)).join('\n')).toMatch(/> *10,008/);
    await pager.keys('/');
    await pager.type('ann500@');
    await pager.keys('enter');
    expect((await pager.screenWith(/no row holds it/)).at(-1)).toBe('no row holds it');
    pager.close();
    await expect.poll(() => kernel.audit.list({ event: 'expand' })).not.toEqual([]);
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces).toMatchObject([
      { principal_id: 'ann', handle_id: handleId, outcome: 'completed', reading: { refused: 0 } },
    ]);
    const [{ args, reading } = {}] = traces;
    expect(args?.['rows']).toMatch(/^0-.*,99900-99999$/);
    expect(args?.['asked']).toContainEqual(expect.stringContaining('plan = rare'));
    expect(reading?.pages).toBeGreaterThan(3);
    expect(reading?.finds).toBeGreaterThan(2);
    expect(reading?.redactions).toMatchObject({ email: reading?.rows });
  });

  it('pages through text with its lines, and says so when there is no such handle', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at + 1} of ann${at}@example.com\n`);
    const { kernel, handleId } = await kept(() => [text(lines.join(''))]);
    const pager = await openPager(kernel, { handleId });
    await pager.keys(':');
    await pager.type('4321');
    await pager.keys('enter');
    const shown = await pager.screenWith(/> 4,321 {2}line 4321 of \[REDACTED:email\]/);
    expect(shown.join('\n')).toMatch(/> 4,321 {2}line 4321 of \[REDACTED:email\]/);
    pager.close();
    const foreign = await openPager(kernel, { handleId, principal: BOB });
    expect((await foreign.screenWith(/HANDLE/)).join('\n')).toContain('HANDLE_NOT_FOUND');
    await foreign.keys('q');
    expect(foreign.isClosed()).toBe(true);
  });

  it('charges the session that is named, and hands back an unknown field', async () => {
    const { kernel, handleId } = await kept(() => [records([{ id: 1, plan: 'free' }])]);
    const session = await kernel.sessions.create(ANN, 1_000_000);
    const pager = await openPager(kernel, { handleId, sessionId: session.session_id });
    await pager.screenWith(/free/);
    await pager.keys('f');
    await pager.type('plam = free');
    await pager.keys('enter');
    expect((await pager.screenWith(/plan/)).at(-1)).toContain('plam = free');
    pager.close();
    expect((await kernel.sessions.get(session.session_id, ANN)).used).toBeGreaterThan(0);
  });
});
