import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hideSecrets } from '../../../src/cli/hide-secrets.js';
import { loadConfig } from '../../../src/config/load.js';
import { failureOf } from '../../support/driver-call.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-sql-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PASSWORD = ['hunter', '2'].join('');

function load(text: string) {
  const file = join(folder, 'akernel.config.yaml');
  writeFileSync(file, text);
  return loadConfig({ env: { HOME: folder, URL: `postgres://u:${PASSWORD}@127.0.0.1/shop` }, cwd: folder, file });
}

function withCapability(
  options: string,
  databases = 'notes: { file: n.sqlite }, shop: { url: "postgres://127.0.0.1/" }',
) {
  return `
databases: { ${databases} }
capabilities:
  - capability_id: a.b
    safety_class: READ
    sensitivity: NONE
    params: { type: object, properties: { since: { type: string } } }
    driver: { driver_id: sql, operation: query, options: ${options} }
`;
}

test('paths start at the config file, and references are followed', async () => {
  const { config, written } = await load(`
databases:
  notes: { file: data/n.sqlite }
  shop: { url: "\${env:URL}", sslmode: verify-ca, ca_file: ca.pem, connect_timeout_ms: 5 }
  clear: { url: "postgres://u:${PASSWORD}@127.0.0.1/" }
`);
  expect(config.databases).toMatchObject({
    notes: { file: join(folder, 'data/n.sqlite') },
    shop: { url: `postgres://u:${PASSWORD}@127.0.0.1/shop`, ca_file: join(folder, 'ca.pem'), connect_timeout_ms: 5 },
  });
  expect(JSON.stringify(hideSecrets(written))).not.toContain(PASSWORD);
});

describe('mistakes in a statement', () => {
  test.each<[string, string, string]>([
    ['{ database: note, statement: select 1 }', 'options.database: is not among', 'did you mean notes?'],
    ['{ database: other, statement: select 1 }', 'options.database: is not among', 'add databases.other'],
    ['{ database: notes, statement: "select :sinse" }', 'refer to the argument sinse', 'did you mean since?'],
    [
      '{ database: notes, statement: "select 1; delete from t" }',
      'statement: holds more than one',
      'a capability of each',
    ],
    ['{ database: notes, statement: " -- nothing" }', 'statement: holds no statement', 'write one'],
    ['{ database: notes, statement: "select @x" }', 'holds a parameter of the form @name', 'write :name'],
    ['{ database: shop, statement: "select $1" }', 'holds a parameter of the form $1', 'write :name'],
    ['{ database: shop, statement: "select \'a" }', 'holds a quote that is not closed', 'close it'],
    [
      '{ database: shop, statment: select 1, statement: select 1 }',
      'statment: is not a setting',
      'did you mean statement?',
    ],
    ['{ database: shop, statement: select 1, statement_timeout_ms: 0 }', 'statement_timeout_ms', 'correct'],
  ])('%s', async (options, message, hint) => {
    const failure = await failureOf(() => load(withCapability(options)));
    expect(failure).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
    expect(failure).toMatchObject({ message: expect.stringContaining('akernel.config.yaml:8: ') });
  });

  test('one that both engines read is fine for both', async () => {
    const options = '{ database: shop, statement: "select :since::text, $$ :none; $$" }';
    expect((await load(withCapability(options))).config.capabilities).toHaveLength(1);
    const other = '{ database: notes, statement: "select [a :none], :since" }';
    expect((await load(withCapability(other))).config.capabilities).toHaveLength(1);
  });
});

describe('mistakes in a database', () => {
  test.each<[string, string]>([
    ['{}', 'databases.shop: has neither file nor url'],
    ['{ file: a, url: "postgres://127.0.0.1/" }', 'databases.shop: has both file and url'],
    ['{ file: a, sslmode: require }', 'databases.shop.sslmode: has no meaning for an SQLite file'],
    [`{ url: "mysql://u:${PASSWORD}@127.0.0.1/" }`, 'databases.shop.url: is not a PostgreSQL address'],
    [`{ url: "u:${PASSWORD}@127.0.0.1" }`, 'databases.shop.url: is not a PostgreSQL address'],
    [`{ url: "postgres://127.0.0.1/?password=${PASSWORD}" }`, 'databases.shop.url: has a parameter password'],
    [`{ url: "postgres://u:${PASSWORD}@127.0.0.1/?sslmode=prefer" }`, 'databases.shop.url: has an sslmode'],
    ['{ fille: a }', 'databases.shop.fille: is not a setting'],
  ])('%s', async (database, message) => {
    const failure = await failureOf(() => load(`databases:\n  shop: ${database}\n`));
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining(message) });
    expect(JSON.stringify([failure, String(failure)])).not.toContain(PASSWORD);
  });
});
