import { describe, expect, test, vi } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import { createRegistry } from '../../src/kernel/registry.js';
import { sampleCapability } from '../support/sample-capability.js';

const named = (...ids: string[]): Capability[] =>
  ids.map((capability_id) => sampleCapability({ capability_id, name: capability_id, description: '' }));

describe('registering', () => {
  test.each(['demo.customers', 'github.issues.list_open', 'a.b', 'my-server.get_2', 'api.v2.3d_view'])(
    'takes %s',
    (id) => {
      expect(createRegistry(named(id)).list()).toHaveLength(1);
    },
  );

  test.each([
    '',
    'demo',
    '.x',
    'demo.',
    'demo..x',
    'Demo.x',
    'demo.List',
    'de mo.x',
    '1a.b',
    'a.b\n',
    `a.${'b'.repeat(200)}`,
  ])('refuses the id %j', (id) => {
    expect(() => createRegistry(named(id))).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  test('refuses an id twice and keeps the first', async () => {
    const registry = createRegistry([sampleCapability({ name: 'First' })]);
    expect(() => registry.register(sampleCapability({ name: 'Second' }))).toThrow(/registered twice/);
    expect((await registry.get('demo.customers')).name).toBe('First');
  });

  test.each([
    ['name', { name: '' }],
    ['safety_class', { safety_class: 'read' }],
    ['sensitivity', { sensitivity: 'LOW' }],
    ['tags', { tags: 'x' }],
    ['params', { params: [] }],
    ['driver', { driver: { driver_id: 'demo' } }],
    ['fallbacks', { fallbacks: [{}] }],
    ['allowed_fields', { allowed_fields: ['id', 7] }],
  ])('refuses a bad %s', (member, changes) => {
    const bad = { ...sampleCapability(), ...changes } as Capability;
    expect(() => createRegistry([bad])).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: `the capability demo.customers has no valid ${member}`,
      }),
    );
  });

  test('keeps frozen copies, functions in options as they are, __proto__ as data', async () => {
    const run = () => 1;
    const params = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Record<string, unknown>;
    const tags = ['one'];
    const given = sampleCapability({
      tags,
      params,
      driver: { driver_id: 'module', operation: 'run', options: { run } },
    });
    const kept = await createRegistry([given]).get('demo.customers');
    tags.push('two');
    expect(kept.tags).toEqual(['one']);
    expect(Object.isFrozen(kept.params['properties'])).toBe(true);
    expect(kept.driver.options?.['run']).toBe(run);
    expect(JSON.stringify(kept.params)).toBe('{"properties":{"__proto__":{"type":"string"}}}');
  });

  test('refuses params nested without end', () => {
    const params = JSON.parse(`${'{"not":'.repeat(5000)}{}${'}'.repeat(5000)}`) as Record<string, unknown>;
    expect(() => createRegistry([sampleCapability({ params })])).toThrow(/nested too deeply/);
  });
});

describe('looking up', () => {
  test.each([
    ['demo.custmers', 'did you mean demo.customers?'],
    ['demo.ogl', 'did you mean demo.log?'],
    ['customers', 'did you mean demo.customers?'],
    ['x.y', 'akernel capabilities list shows them all'],
    ['<script>\u001b[31m', 'akernel capabilities list shows them all'],
  ])('%j is unknown and the hint is %j', async (id, hint) => {
    const registry = createRegistry(named('demo.customers', 'demo.log', 'fs.read_file'));
    await expect(registry.get(id)).rejects.toMatchObject({ code: 'CAPABILITY_NOT_FOUND', hint });
  });

  test('an id that could be anything is not repeated', async () => {
    const error: unknown = await createRegistry()
      .get('\u001b[31m secret')
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ message: 'there is no capability with this id' });
  });

  test('offers at most three', async () => {
    const registry = createRegistry(named('a.ba', 'a.bb', 'a.bc', 'a.bd'));
    await expect(registry.get('a.bx')).rejects.toMatchObject({ details: { did_you_mean: ['a.ba', 'a.bb', 'a.bc'] } });
  });

  test('lists by id, by namespace, and names the namespaces', () => {
    const registry = createRegistry(named('fs.b', 'demo.a', 'fs.a', 'fsx.a'));
    registry.registerLoader('github', async () => []);
    expect(registry.list().map((c) => c.capability_id)).toEqual(['demo.a', 'fs.a', 'fs.b', 'fsx.a']);
    expect(registry.list('fs').map((c) => c.capability_id)).toEqual(['fs.a', 'fs.b']);
    expect(registry.namespaces()).toEqual(['demo', 'fs', 'fsx', 'github']);
  });
});

describe('loaders', () => {
  test('run when first asked for, once for concurrent callers', async () => {
    const load = vi.fn(async () => named('github.list_issues', 'github.get_issue'));
    const registry = createRegistry(named('demo.a'));
    registry.registerLoader('github', load);
    await registry.get('demo.a');
    expect(load).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([registry.get('github.list_issues'), registry.get('github.get_issue')]);
    expect([first.capability_id, second.capability_id]).toEqual(['github.list_issues', 'github.get_issue']);
    await registry.loadAll();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('a failure is told and not kept', async () => {
    const secret = 'connect to 10.0.0.1 refused';
    const load = vi.fn<() => Promise<Capability[]>>().mockRejectedValueOnce(new Error(secret));
    load.mockResolvedValue(named('github.list_issues'));
    const registry = createRegistry();
    registry.registerLoader('github', load);
    const both = await Promise.allSettled([registry.get('github.list_issues'), registry.get('github.list_issues')]);
    expect(both).toMatchObject([
      { reason: { code: 'DRIVER_UNAVAILABLE', message: 'the capabilities of github could not be loaded' } },
      { reason: { code: 'DRIVER_UNAVAILABLE' } },
    ]);
    expect(await registry.get('github.list_issues')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('a loader adds all or nothing, and only within its namespace', async () => {
    const registry = createRegistry();
    registry.registerLoader('github', async () => named('github.a', 'fs.read_file'));
    await expect(registry.get('github.a')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(registry.list()).toEqual([]);
  });

  test.each(['', 'Git', 'a..b', 'github'])('refuses the namespace %j (github is taken)', (namespace) => {
    const registry = createRegistry();
    registry.registerLoader('github', async () => []);
    expect(() => registry.registerLoader(namespace, async () => [])).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
  });
});
