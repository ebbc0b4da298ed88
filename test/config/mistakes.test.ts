import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import { type ConfigHome, createConfigHome, reference } from '../support/config-home.js';

let shop: ConfigHome;
beforeEach(() => {
  shop = createConfigHome();
});
afterEach(() => shop.dispose());

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
      /json:3: budget\.max_tokens: expected a number, not text/,
      /config schema/,
    ],
    [
      'a value out of range',
      'budget: { max_tokens: 511 }',
      'yaml',
      /:1: budget\.max_tokens: expected at least 512/,
      /config schema/,
    ],
    ['an unknown choice', 'budget: { encoding: gpt5 }', 'yaml', /budget\.encoding: expected one of/, /./],
    ['a wrong duration', 'timeout: 30', 'yaml', /timeout: expected text/, /./],
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
    shop.put(`akernel.config.${extension}`, text);
    const error = await failure(shop.load());
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  test('all are told at once, and none tells a value', async () => {
    shop.put(
      'akernel.config.yaml',
      'budget: { max_tokens: hunter2-hunter2 }\nexec: hunter2-hunter2\nlimits: { max_rows: -1 }\n',
    );
    const error = await failure(shop.load());
    expect(error.message).toMatch(/budget\.max_tokens.*limits\.max_rows.*exec|exec.*limits/s);
    expect(error.details?.['mistakes']).toHaveLength(3);
    expect(JSON.stringify([error.message, error.hint, error.details])).not.toContain('hunter2');
  });

  test('a wrong variable is named', async () => {
    const error = await failure(shop.load({ AKERNEL_BUDGET_MAX_TOKENS: 'many' }));
    expect(error.message).toBe('AKERNEL_BUDGET_MAX_TOKENS: budget.max_tokens: expected a number, not text');
  });

  test('two configs in one folder', async () => {
    shop.put('akernel.config.yaml', '');
    shop.put('akernel.config.json', '{}');
    expect((await failure(shop.load())).message).toContain('are both there');
  });

  test('a folder in place of a file, and a named file that is not there', async () => {
    mkdirSync(join(shop.path, 'akernel.config.yaml'));
    expect((await failure(shop.load())).message).toContain('is a directory');
    expect((await failure(shop.load({}, { file: 'none.yaml' }))).message).toContain('is not there');
  });

  test('a config that everybody can write is refused unless it is named', async () => {
    const path = shop.put('akernel.config.yaml', 'exec: true', 0o666);
    expect((await failure(shop.load())).message).toBe(`${path}: can be written by everybody`);
    expect((await shop.load({}, { file: path })).files).toEqual([path]);
  });

  test('a pipe is no config unless it is named, and a device that never ends is one at no time', async () => {
    const path = shop.put('akernel.config.yaml', '');
    rmSync(path);
    symlinkSync('/dev/zero', path);
    expect((await failure(shop.load())).message).toBe(`${path}: is not a regular file`);
    expect((await failure(shop.load({}, { file: path }))).message).toContain('is longer than');
  });

  test('a file that is much too long', async () => {
    shop.put('akernel.config.yaml', `# ${'x'.repeat(1024 * 1024)}`);
    expect((await failure(shop.load())).message).toContain('is longer than');
  });

  test('settings nested without end', async () => {
    shop.put('akernel.config.json', `{"capabilities":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect((await failure(shop.load())).message).toContain('nested deeper than');
  });
});
