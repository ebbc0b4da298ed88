import { expect, it } from 'vitest';
import type { Capability } from '../../../src/contract/capability.js';
import type { Kernel } from '../../../src/contract/kernel.js';
import { createToolLister } from '../../../src/server/mcp/tool-list.js';

/** A kernel whose second server has not started yet. */
function startingKernel() {
  const known = [capability('near.echo')];
  let start = (): void => undefined;
  const started = new Promise<readonly []>((resolve) => {
    start = () => {
      known.push(capability('slow.echo'));
      resolve([]);
    };
  });
  const kernel = {
    capabilities: { load: () => started, list: () => [...known] },
    decide: async () => ({ allowed: true, denials: [] }),
  } as unknown as Kernel;
  const tools = createToolLister({ kernel, principal: { id: 'ann', roles: [] } as never, isHidden: () => false }, 0);
  return { tools, start };
}

function capability(id: string): Capability {
  return { capability_id: id, name: id, description: id } as Capability;
}

it('a tool whose server is still starting is waited for, and no other', async () => {
  const { tools, start } = startingKernel();
  const { signal } = new AbortController();
  expect((await tools.list()).tools.map(({ name }) => name)).toEqual(['near__echo']);
  const slow = tools.find('slow__echo', signal);
  expect(await tools.find('near__echo', signal)).toMatchObject({ name: 'near__echo' });
  start();
  expect(await slow).toMatchObject({ name: 'slow__echo' });
  expect(await tools.find('none__echo', signal)).toBeUndefined();
});

it('a call that is given up waits for no server', async () => {
  const { tools } = startingKernel();
  const giveUp = new AbortController();
  const slow = tools.find('slow__echo', giveUp.signal);
  giveUp.abort();
  expect(await slow).toBeUndefined();
  expect(await tools.find('slow__echo', giveUp.signal)).toBeUndefined();
});
