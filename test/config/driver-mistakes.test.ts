import { afterEach, beforeEach, expect, test } from 'vitest';
import { isKernelError } from '../../src/contract/errors.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

let home: ConfigHome;
beforeEach(() => {
  home = createConfigHome();
});
afterEach(() => home.dispose());

function capability(driver: string, more = ''): string {
  return [
    'capabilities:',
    '  - capability_id: test.act',
    '    safety_class: READ',
    '    sensitivity: NONE',
    ...(more === '' ? [] : [`    ${more}`]),
    '    driver:',
    ...driver.split('\n').map((line) => `      ${line}`),
  ].join('\n');
}

const runner = (restart: string): string =>
  `driver_id: process\noperation: runner\noptions:\n  command: node\n  restart: ${restart}`;

async function mistakesIn(text: string): Promise<readonly string[]> {
  const file = home.put('akernel.config.yaml', text);
  const error = await failureOf(() => home.load({}, { file }));
  const mistakes = isKernelError(error) ? error.details?.['mistakes'] : undefined;
  return (Array.isArray(mistakes) ? mistakes : []).map(
    ({ path, line, message, hint }) => `${line} ${path}: ${message} (${hint})`,
  );
}

test.each<readonly [string, string, RegExp]>([
  [
    'no limit',
    capability(runner('{ backoff_base_ms: 5 }')),
    /^10 .*\.restart\.max_restarts: is missing, expected a number/,
  ],
  [
    'a cap below the first delay',
    capability(runner('{ max_restarts: 1, backoff_cap_ms: 5 }')),
    /^10 .*\.restart: has a backoff_cap_ms .*1000 when absent/,
  ],
  [
    'a misspelt member',
    capability(runner('{ max_restart: 1 }')),
    /^10 .*\.restart\.max_restart: is not .*max_restarts/m,
  ],
])('a restart policy that makes no sense: %s', async (_, text, expected) => {
  expect((await mistakesIn(text)).join('\n')).toMatch(expected);
});

const binding = (driverId: string, operation: string, options: string): string =>
  `driver_id: ${driverId}\noperation: ${operation}\noptions:\n${options.replaceAll(/^/gm, '  ')}`;
const run = (options: string): string => binding('process', 'run', options);
const request = (options: string): string => binding('http', 'request', `url: https://example.org\n${options}`);

test.each<readonly [string, string, RegExp]>([
  ['a missing member', capability(run('comand: git')), /^8 .*\.options\.command: is missing, expected text /m],
  [
    'a key of akernel',
    capability(run('command: git\nenv_allow: [AKERNEL_SECRET]')),
    /^10 .*env_allow\[0\]: is a key of/,
  ],
  ['a folder outside', capability(run('command: git\ncwd: a/../..')), /^10 .*\.cwd: leaves the root/],
  [
    'a host that is an address',
    capability(request('allow_hosts: ["http://localhost:80"]')),
    /^10 .*\[0\]: is not the name/,
  ],
  ['a query in a query', capability(request('query: { a: { b: 1 } }')), /^10 .*query\.a: must be a text, a number/],
  ['a method that is no READ', capability(request('method: DELETE')), /^10 .*\.method: DELETE is no READ/],
  [
    'a statement that is no READ',
    capability(binding('sql', 'query', 'database: notes\nstatement: " delete from note"')),
    /^10 .*\.statement: changes the database/,
  ],
  [
    'a database of another kind',
    'databases:\n  shop: { url: "mysql://h/n" }',
    /^2 databases\.shop\.url: is not a PostgreSQL address \(it begins with postgres:/,
  ],
])('%s', async (_, text, expected) => {
  expect((await mistakesIn(text)).join('\n')).toMatch(expected);
});

test.each([
  run('command: git\ncwd: a/..'),
  run('command: git\ncwd: /tmp/..'),
  request('allow_hosts: [localhost, 127.0.0.1, "[::1]", "fe80::1", a-b.example.org]'),
  request('method: POST\nbody: { json: {} }'),
])('what is well: %j', async (driver) => {
  const file = home.put('akernel.config.yaml', capability(driver));
  expect((await home.load({}, { file })).config.capabilities).toHaveLength(1);
});

test('ways that are never gone when the first one fails', async () => {
  const fallbacks = 'fallbacks: [{ driver_id: process, operation: run, options: { command: b } }]';
  const text = capability(run('command: a'), fallbacks);
  expect(await mistakesIn(text.replace('READ', 'WRITE'))).toEqual([
    '5 capabilities[0].fallbacks: are never tried for a capability that is WRITE ' +
      '(take them out, or set idempotent: true where repeating does no harm)',
  ]);
  expect((await home.load({}, { file: home.put('sound.yaml', text) })).config.capabilities).toHaveLength(1);
});

test('work that must not be repeated cannot be started again', async () => {
  const text = capability(runner('{ max_restarts: 1 }')).replace('READ', 'WRITE');
  expect(await mistakesIn(text)).toEqual([
    '10 capabilities[0].driver.options.restart: would repeat the work of a capability that is WRITE ' +
      '(take it out, or set idempotent: true where repeating does no harm)',
  ]);
  const file = home.put('sound.yaml', text.replace('    driver:', '    idempotent: true\n    driver:'));
  expect((await home.load({}, { file })).config.capabilities).toHaveLength(1);
});
