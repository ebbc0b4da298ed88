import { expect, test } from 'vitest';

import type { ToolPin } from '../../src/contract/stores.js';
import type { OpenStores } from './store-conformance.js';
import { START } from './store-values.js';

function pin(tool: string, changes: Partial<ToolPin> = {}): ToolPin {
  const pinnedAt = new Date(START).toISOString();
  return { server: 'files', tool, digest: 'd1', definition: '{}', confirmed: false, pinned_at: pinnedAt, ...changes };
}

export function testToolPins(open: OpenStores): void {
  test('pins are kept by server and tool, whatever the names are', async () => {
    const { toolPins } = await open();
    const names = ['write', '__proto__', "a'b", 'Read'];
    await toolPins.addMissing([...names.map((name) => pin(name)), pin('other', { server: 'docs' })]);
    expect((await toolPins.list('files')).map(({ tool }) => tool)).toEqual([...names].sort());
    expect(await toolPins.list('docs')).toEqual([pin('other', { server: 'docs' })]);
    expect(await toolPins.list('unknown')).toEqual([]);
  });

  test('what is pinned stays until it is replaced', async () => {
    const { toolPins } = await open();
    await toolPins.addMissing([pin('read')]);
    await toolPins.addMissing([pin('read', { digest: 'd2' }), pin('new')]);
    expect(await toolPins.list('files')).toEqual([pin('new'), pin('read')]);
    const confirmed = pin('read', { digest: 'd2', definition: '{"a":1}', confirmed: true });
    await toolPins.replace([confirmed, pin('never seen')]);
    expect(await toolPins.list('files')).toEqual([pin('never seen'), pin('new'), confirmed]);
  });

  test('what a server speaks is kept beside its pins, and is none of them', async () => {
    const { toolPins } = await open();
    const found = { server: 'files', era: 'legacy', program: 'p1', found_at: new Date(START).toISOString() } as const;
    expect(await toolPins.era('files')).toBeUndefined();
    await toolPins.keepEra(found);
    await toolPins.addMissing([pin('read')]);
    expect(await toolPins.era('files')).toEqual(found);
    expect(await toolPins.list('files')).toEqual([pin('read')]);
    await toolPins.keepEra({ ...found, era: 'modern', program: 'p2' });
    expect(await toolPins.era('files')).toEqual({ ...found, era: 'modern', program: 'p2' });
    expect(await toolPins.era('docs')).toBeUndefined();
  });

  test('nothing is pinned twice when many ask at once', async () => {
    const { toolPins } = await open();
    const asked = Array.from({ length: 5 }, (_, index) => toolPins.addMissing([pin('read', { digest: `d${index}` })]));
    await Promise.all(asked);
    expect(await toolPins.list('files')).toHaveLength(1);
    await toolPins.addMissing([]);
  });
}
