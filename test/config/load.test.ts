import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigHome, createConfigHome, reference } from '../support/config-home.js';

let shop: ConfigHome;
beforeEach(() => {
  shop = createConfigHome();
});
afterEach(() => shop.dispose());

describe('layers', () => {
  test('without files and variables there are the defaults', async () => {
    const { config, files, warnings, origins } = await shop.load();
    expect(config).toMatchObject({
      principal: { roles: ['reader'], attributes: { tenant: 'local' } },
      budget: { max_tokens: 4000, encoding: 'o200k_base' },
      limits: { max_rows: 50, max_fields: 20, max_chars: 4000, max_depth: 3 },
      store: { directory: join(shop.path, '.local/state/akernel'), ttl_ms: 7 * 86_400_000 },
      policy: { default: 'deny', rules: [] },
      redaction: { pseudonyms: false },
      exec: true,
    });
    expect(config.principal.principal_id).not.toBe('');
    expect({ files, warnings }).toEqual({ files: [], warnings: [] });
    expect(new Set(Object.values(origins).map(({ source }) => source))).toEqual(new Set(['default']));
  });

  test('environment over project over user over default, and every value knows its origin', async () => {
    const user = shop.put(
      '.config/akernel/config.yaml',
      'budget: { max_tokens: 1000, encoding: cl100k_base }\nlimits: { max_rows: 7 }\n',
    );
    const project = shop.put('work/akernel.config.json', '{"budget":{"max_tokens":2000},"limits":{"max_fields":8}}');
    mkdirSync(join(shop.path, 'work/deep/er'), { recursive: true });
    const env = { AKERNEL_LIMITS_MAX_FIELDS: '9', AKERNEL_TIMEOUT: '30s' };
    const { config, origins, files } = await shop.load(env, { cwd: join(shop.path, 'work/deep/er') });
    expect(config.budget).toEqual({ max_tokens: 2000, encoding: 'cl100k_base' });
    expect(config.limits).toEqual({ max_rows: 7, max_fields: 9, max_chars: 4000, max_depth: 3 });
    expect(config.timeout_ms).toBe(30_000);
    expect(files).toEqual([project, user]);
    expect(origins).toMatchObject({
      'budget.max_tokens': { source: 'project', name: project },
      'budget.encoding': { source: 'user', name: user },
      'limits.max_rows': { source: 'user', name: user },
      'limits.max_fields': { source: 'environment', name: 'AKERNEL_LIMITS_MAX_FIELDS' },
      'limits.max_chars': { source: 'default' },
      timeout: { source: 'environment', name: 'AKERNEL_TIMEOUT' },
    });
  });

  test('a named file takes the place of the project config', async () => {
    shop.put('akernel.config.yaml', 'budget: { max_tokens: 1000 }');
    const named = shop.put('other.yaml', 'limits: { max_rows: 3 }');
    const { config, files } = await shop.load({}, { file: 'other.yaml' });
    expect(config.budget.max_tokens).toBe(4000);
    expect(config.limits.max_rows).toBe(3);
    expect(files).toEqual([named]);
    expect((await shop.load({ AKERNEL_CONFIG: named })).files).toEqual([named]);
  });

  test.each([
    ['AKERNEL_HOME', { AKERNEL_HOME: '/srv/state' }, '/srv/state'],
    ['a relative AKERNEL_HOME', { AKERNEL_HOME: 'state' }, 'HOME/state'],
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/srv/xdg' }, '/srv/xdg/akernel'],
    ['a relative XDG_STATE_HOME is ignored', { XDG_STATE_HOME: 'xdg' }, 'HOME/.local/state/akernel'],
  ])('the state directory by %s', async (_, env, wanted) => {
    const { config } = await shop.load(env);
    expect(config.store.directory).toBe(wanted.replace('HOME', shop.path));
  });

  test('AKERNEL_HOME is stronger than a file, whose paths start at its folder', async () => {
    shop.put('work/akernel.config.yaml', 'store: { directory: ./state }');
    const cwd = join(shop.path, 'work');
    expect((await shop.load({}, { cwd })).config.store.directory).toBe(join(shop.path, 'work/state'));
    const { config, origins } = await shop.load({ AKERNEL_HOME: '/srv' }, { cwd });
    expect(config.store.directory).toBe('/srv');
    expect(origins['store.directory']).toEqual({ source: 'environment', name: 'AKERNEL_HOME' });
  });

  test('exec: false anywhere wins', async () => {
    shop.put('.config/akernel/config.yaml', 'exec: false');
    shop.put('akernel.config.yaml', 'exec: true');
    expect((await shop.load({ AKERNEL_EXEC: 'true' })).config.exec).toBe(false);
  });

  test('capabilities, principals and rules arrive whole', async () => {
    shop.put(
      'akernel.config.yaml',
      `
principal: { roles: [writer] }
principals:
  deploy: { roles: [admin] }
  guest: { principal_id: g, attributes: { team: a } }
policy:
  rules: [{ name: all, effect: allow, match: { roles: writer } }]
store: { ttl: 2h }
capabilities:
  - capability_id: notes.read_all
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: module, operation: read, options: { module: ./notes.js } }
`,
    );
    const { config } = await shop.load();
    expect(config.principal).toMatchObject({ roles: ['writer'], attributes: { tenant: 'local' } });
    expect(config.principals).toEqual({
      deploy: { principal_id: 'deploy', roles: ['admin'], attributes: { tenant: 'local' } },
      guest: { principal_id: 'g', roles: [], attributes: { team: 'a' } },
    });
    expect(config.policy.rules).toEqual([{ name: 'all', effect: 'allow', match: { roles: ['writer'] } }]);
    expect(config.store.ttl_ms).toBe(7_200_000);
    expect(config.capabilities_directory).toBe(shop.path);
    expect(config.capabilities).toEqual([
      {
        capability_id: 'notes.read_all',
        name: 'notes.read_all',
        description: '',
        safety_class: 'READ',
        sensitivity: 'NONE',
        tags: [],
        params: { type: 'object' },
        driver: { driver_id: 'module', operation: 'read', options: { module: './notes.js' } },
      },
    ]);
  });

  test('an unknown variable is a warning', async () => {
    expect((await shop.load({ AKERNEL_BUDGET_MAX_TOKEN: '5' })).warnings).toEqual([
      'AKERNEL_BUDGET_MAX_TOKEN is not a variable of akernel, did you mean AKERNEL_BUDGET_MAX_TOKENS?',
    ]);
  });
});

describe('references', () => {
  test('are replaced in the config and kept as written for show', async () => {
    shop.put('secret.txt', 'from-file\n');
    const text = `${reference('env:NAME')}/${reference('file:secret.txt')}/$${reference('env:NAME')}/${reference('NAME')}`;
    shop.put('akernel.config.json', JSON.stringify({ principal: { attributes: { tenant: text } } }));
    const { config, written } = await shop.load({ NAME: 'from-env' });
    expect(config.principal.attributes['tenant']).toBe(
      `from-env/from-file/${reference('env:NAME')}/${reference('NAME')}`,
    );
    expect(written).toMatchObject({ principal: { attributes: { tenant: text } } });
  });

  test('what they bring is not looked through again', async () => {
    shop.put('akernel.config.json', JSON.stringify({ principal: { principal_id: reference('env:NAME') } }));
    expect((await shop.load({ NAME: reference('env:HOME') })).config.principal.principal_id).toBe(
      reference('env:HOME'),
    );
  });
});
