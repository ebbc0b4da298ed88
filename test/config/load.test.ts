import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import { KernelError } from '../../src/contract/errors.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'akernel-config-'));
});
afterEach(() => {
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true, force: true });
});

function put(path: string, text: string, mode = 0o644): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  chmodSync(full, mode);
  return full;
}

/** As it stands in a config, for example to an environment variable. */
function reference(to: string): string {
  return `\${${to}}`;
}

function load(env: Readonly<Record<string, string>> = {}, options: { cwd?: string; file?: string } = {}) {
  return loadConfig({ env: { HOME: home, ...env }, cwd: home, ...options });
}

async function failure(promise: Promise<unknown>): Promise<KernelError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof KernelError)) {
    throw new Error('expected a KernelError');
  }
  expect(thrown.code).toBe('CONFIG_INVALID');
  return thrown;
}

describe('layers', () => {
  test('without files and variables there are the defaults', async () => {
    const { config, files, warnings, origins } = await load();
    expect(config).toMatchObject({
      principal: { roles: ['reader'], attributes: { tenant: 'local' } },
      budget: { max_tokens: 4000, encoding: 'o200k_base' },
      limits: { max_rows: 50, max_fields: 20, max_chars: 4000, max_depth: 3 },
      store: { directory: join(home, '.local/state/akernel'), ttl_ms: 7 * 86_400_000 },
      policy: { default: 'deny', rules: [] },
      redaction: { pseudonyms: false },
      exec: true,
    });
    expect(config.principal.principal_id).not.toBe('');
    expect({ files, warnings }).toEqual({ files: [], warnings: [] });
    expect(new Set(Object.values(origins).map(({ source }) => source))).toEqual(new Set(['default']));
  });

  test('environment over project over user over default, and every value knows its origin', async () => {
    const user = put(
      '.config/akernel/config.yaml',
      'budget: { max_tokens: 1000, encoding: cl100k_base }\nlimits: { max_rows: 7 }\n',
    );
    const project = put('work/akernel.config.json', '{"budget":{"max_tokens":2000},"limits":{"max_fields":8}}');
    mkdirSync(join(home, 'work/deep/er'), { recursive: true });
    const env = { AKERNEL_LIMITS_MAX_FIELDS: '9', AKERNEL_TIMEOUT: '30s' };
    const { config, origins, files } = await load(env, { cwd: join(home, 'work/deep/er') });
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
    put('akernel.config.yaml', 'budget: { max_tokens: 1000 }');
    const named = put('other.yaml', 'limits: { max_rows: 3 }');
    const { config, files } = await load({}, { file: 'other.yaml' });
    expect(config.budget.max_tokens).toBe(4000);
    expect(config.limits.max_rows).toBe(3);
    expect(files).toEqual([named]);
    expect((await load({ AKERNEL_CONFIG: named })).files).toEqual([named]);
  });

  test.each([
    ['AKERNEL_HOME', { AKERNEL_HOME: '/srv/state' }, '/srv/state'],
    ['a relative AKERNEL_HOME', { AKERNEL_HOME: 'state' }, 'HOME/state'],
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/srv/xdg' }, '/srv/xdg/akernel'],
    ['a relative XDG_STATE_HOME is ignored', { XDG_STATE_HOME: 'xdg' }, 'HOME/.local/state/akernel'],
  ])('the state directory by %s', async (_, env, wanted) => {
    const { config } = await load(env);
    expect(config.store.directory).toBe(wanted.replace('HOME', home));
  });

  test('AKERNEL_HOME is stronger than a file, whose paths start at its folder', async () => {
    put('work/akernel.config.yaml', 'store: { directory: ./state }');
    const cwd = join(home, 'work');
    expect((await load({}, { cwd })).config.store.directory).toBe(join(home, 'work/state'));
    const { config, origins } = await load({ AKERNEL_HOME: '/srv' }, { cwd });
    expect(config.store.directory).toBe('/srv');
    expect(origins['store.directory']).toEqual({ source: 'environment', name: 'AKERNEL_HOME' });
  });

  test('exec: false anywhere wins', async () => {
    put('.config/akernel/config.yaml', 'exec: false');
    put('akernel.config.yaml', 'exec: true');
    expect((await load({ AKERNEL_EXEC: 'true' })).config.exec).toBe(false);
  });

  test('capabilities, principals and rules arrive whole', async () => {
    put(
      'akernel.config.yaml',
      `
principal: { roles: [writer] }
principals:
  deploy: { principal_id: deploy, roles: [admin] }
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
    const { config } = await load();
    expect(config.principal).toMatchObject({ roles: ['writer'], attributes: { tenant: 'local' } });
    expect(config.principals).toEqual({ deploy: { principal_id: 'deploy', roles: ['admin'], attributes: {} } });
    expect(config.policy.rules).toEqual([{ name: 'all', effect: 'allow', match: { roles: ['writer'] } }]);
    expect(config.store.ttl_ms).toBe(7_200_000);
    expect(config.capabilities_directory).toBe(home);
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
    expect((await load({ AKERNEL_BUDGET_MAX_TOKEN: '5' })).warnings).toEqual([
      'AKERNEL_BUDGET_MAX_TOKEN is not a variable of akernel, did you mean AKERNEL_BUDGET_MAX_TOKENS?',
    ]);
  });
});

describe('mistakes', () => {
  test.each<readonly [string, string, string, RegExp, RegExp]>([
    [
      'an unknown setting',
      'budget:\n  max_token: 5',
      'yaml',
      /akernel\.config\.yaml:2: budget\.max_token: is not a setting$/,
      /did you mean max_tokens\?/,
    ],
    ['an unknown section', 'bugdet: {}', 'yaml', /:1: bugdet: is not a setting/, /did you mean budget\?/],
    [
      'a wrong type',
      '{\n  "budget": {\n    "max_tokens": "many" }}',
      'json',
      /json:3: budget\.max_tokens: expected number, received string/,
      /config schema/,
    ],
    [
      'a value out of range',
      'budget: { max_tokens: 511 }',
      'yaml',
      /:1: budget\.max_tokens: Too small/,
      /config schema/,
    ],
    ['an unknown choice', 'budget: { encoding: gpt5 }', 'yaml', /budget\.encoding: expected one of/, /./],
    ['a wrong duration', 'timeout: 30', 'yaml', /timeout: expected string/, /./],
    ['a duration without a unit', "timeout: '30'", 'yaml', /timeout: is not a duration/, /./],
    [
      'an item of a list',
      'capabilities: [{ capability_id: x }]',
      'yaml',
      /capabilities\[0\]\.capability_id: is not an id/,
      /./,
    ],
    [
      'a misspelt member of a rule',
      'policy: { rules: [{ efect: allow }] }',
      'yaml',
      /policy\.rules\[0\]\.efect: is not a setting/,
      /did you mean effect\?/,
    ],
    [
      'a default without rules',
      'policy: { default: allow }',
      'yaml',
      /policy\.default: has no effect without policy\.rules/,
      /leave it out/,
    ],
    ['text in place of settings', 'just words', 'yaml', /is not an object of settings/, /./],
    ['a half-written JSON', '{"budget": {"max_tokens": 10', 'json', /json:1: is not valid JSON/, /complete/],
    ['a half-written YAML', 'budget:\n  max_tokens: [1', 'yaml', /yaml:2: is not valid YAML/, /complete/],
    ['a trailing comma', '{"exec": true,}', 'json', /is not valid JSON/, /trailing comma/],
    ['a name given twice', 'exec: true\nexec: false', 'yaml', /yaml:2: is not valid YAML \(duplicate key\)/, /./],
    ['a __proto__', '{"__proto__": {"exec": false}}', 'json', /__proto__: is not a setting/, /./],
    [
      'an unset variable',
      `principal: { principal_id: "${reference('env:NO_SUCH')}" }`,
      'yaml',
      /principal\.principal_id: the environment variable NO_SUCH is not set/,
      /set the environment variable/,
    ],
    [
      'a missing file',
      `principal: { principal_id: "${reference('file:none.txt')}" }`,
      'yaml',
      /principal\.principal_id: the file none\.txt cannot be read/,
      /folder/,
    ],
    [
      'an unknown kind of reference',
      `principal: { principal_id: "${reference('vault:x')}" }`,
      'yaml',
      /does not know references of the kind vault/,
      /./,
    ],
    [
      'many aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]`,
      'yaml',
      /./,
      /./,
    ],
  ])('%s', async (_, text, extension, message, hint) => {
    put(`akernel.config.${extension}`, text);
    const error = await failure(load());
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  test('all are told at once, and none tells a value', async () => {
    put(
      'akernel.config.yaml',
      'budget: { max_tokens: hunter2-hunter2 }\nexec: hunter2-hunter2\nlimits: { max_rows: -1 }\n',
    );
    const error = await failure(load());
    expect(error.message).toMatch(/budget\.max_tokens.*limits\.max_rows.*exec|exec.*limits/s);
    expect(error.details?.['mistakes']).toHaveLength(3);
    expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain('hunter2');
  });

  test('a wrong variable is named', async () => {
    const error = await failure(load({ AKERNEL_BUDGET_MAX_TOKENS: 'many' }));
    expect(error.message).toBe('AKERNEL_BUDGET_MAX_TOKENS: budget.max_tokens: expected number, received string');
  });

  test('two configs in one folder', async () => {
    put('akernel.config.yaml', '');
    put('akernel.config.json', '{}');
    expect((await failure(load())).message).toContain('are both there');
  });

  test('a folder in place of a file, and a named file that is not there', async () => {
    mkdirSync(join(home, 'akernel.config.yaml'));
    expect((await failure(load())).message).toContain('is a directory');
    expect((await failure(load({}, { file: 'none.yaml' }))).message).toContain('is not there');
  });

  test('a config that everybody can write is refused unless it is named', async () => {
    const path = put('akernel.config.yaml', 'exec: true', 0o666);
    expect((await failure(load())).message).toBe(`${path}: can be written by everybody`);
    expect((await load({}, { file: path })).files).toEqual([path]);
  });

  test('a file that is much too long', async () => {
    put('akernel.config.yaml', `# ${'x'.repeat(1024 * 1024)}`);
    expect((await failure(load())).message).toContain('is longer than');
  });

  test('settings nested without end', async () => {
    put('akernel.config.json', `{"capabilities":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect((await failure(load())).message).toContain('nested deeper than');
  });
});

describe('references', () => {
  test('are replaced in the config and kept as written for show', async () => {
    put('secret.txt', 'from-file\n');
    const text = `${reference('env:NAME')}/${reference('file:secret.txt')}/$${reference('env:NAME')}/${reference('NAME')}`;
    put('akernel.config.json', JSON.stringify({ principal: { attributes: { tenant: text } } }));
    const { config, written } = await load({ NAME: 'from-env' });
    expect(config.principal.attributes['tenant']).toBe(
      `from-env/from-file/${reference('env:NAME')}/${reference('NAME')}`,
    );
    expect(written).toMatchObject({ principal: { attributes: { tenant: text } } });
  });

  test('what they bring is not looked through again', async () => {
    put('akernel.config.json', JSON.stringify({ principal: { principal_id: reference('env:NAME') } }));
    expect((await load({ NAME: reference('env:HOME') })).config.principal.principal_id).toBe(reference('env:HOME'));
  });
});
