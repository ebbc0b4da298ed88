import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigHome, createConfigHome, reference } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

let home: ConfigHome;
beforeEach(() => {
  home = createConfigHome();
});
afterEach(() => home.dispose());

const KEY = reference('env:DOCS_KEY');
const SET = reference('env:SET');
const VALUE = ['let', 'me', 'in'].join('-');
const UNSET = { message: 'the environment variable DOCS_KEY is not set', remedy: 'set DOCS_KEY, then run it again' };

type Options = Readonly<Record<string, unknown>>;

function capability(id: string, driver: string, operation: string, options: Options, more: Options = {}) {
  const binding = { driver_id: driver, operation, options };
  return { capability_id: id, safety_class: 'READ', sensitivity: 'NONE', driver: binding, ...more };
}

function put(config: Options, name = 'akernel.config.json'): void {
  home.put(name, JSON.stringify(config, undefined, 1));
}

const load = (isStrict = false) => home.load({ SET: VALUE }, { isStrict });

describe('a reference that leads to nothing', () => {
  test.each<[string, Options]>([
    ['the options of a driver', { command: 'curl', args: ['-H', `Bearer ${KEY}`], env: { A: SET } }],
    ['where nothing empty may stand', { command: KEY, env: { A: SET } }],
    ['where only a number may stand', { command: 'curl', timeout_ms: KEY, env: { A: SET } }],
  ])('in %s switches the capability off, and nothing is left to run it with', async (_, options) => {
    put({ capabilities: [capability('a.b', 'process', 'run', options), capability('a.c', 'demo', 'log', {})] });
    const { config, unresolved } = await load();
    const [off, other] = config.capabilities;
    expect(off).toMatchObject({
      description: '[off: the environment variable DOCS_KEY is not set]',
      tags: ['switched-off'],
      switched_off: UNSET,
    });
    expect(off?.driver).toEqual({ driver_id: 'process', operation: 'run' });
    expect(other).not.toHaveProperty('switched_off');
    expect(unresolved).toMatchObject([{ message: 'the environment variable DOCS_KEY is not set' }]);
    expect(JSON.stringify([off, unresolved])).not.toContain(VALUE);
  });

  test('in a fallback does so too', async () => {
    const fallbacks = [{ driver_id: 'process', operation: 'run', options: { command: 'a', args: [KEY] } }];
    put({ capabilities: [capability('a.b', 'process', 'run', { command: 'b' }, { fallbacks })] });
    expect((await load()).config.capabilities).toEqual([
      expect.objectContaining({
        driver: { driver_id: 'process', operation: 'run' },
        fallbacks: [{ driver_id: 'process', operation: 'run' }],
        switched_off: UNSET,
      }),
    ]);
  });

  test('in a server leaves nothing of it but the reason', async () => {
    put({
      mcp_servers: {
        docs: { url: 'https://x.example/', headers: { Authorization: KEY, X: SET } },
        it: { command: 'a' },
      },
      capabilities: [
        capability('a.b', 'mcp', 'call_tool', { server: 'docs', tool: 'echo' }),
        capability('a.c', 'mcp', 'call_tool', { server: 'it', tool: 'echo' }),
      ],
    });
    const { config } = await load();
    expect(config.mcp_servers).toEqual({ docs: { switched_off: UNSET }, it: { command: 'a' } });
    expect(config.capabilities.map(({ switched_off: off }) => off)).toEqual([UNSET, undefined]);
  });

  test('in a database leaves it out, and switches off who uses it', async () => {
    put({
      databases: { shop: { url: KEY }, notes: { file: 'n.sqlite' } },
      capabilities: [
        capability('a.b', 'sql', 'query', { database: 'shop', statement: 'select [a]' }),
        capability('a.c', 'sql', 'query', { database: 'notes', statement: 'select [a]' }),
      ],
    });
    const { config } = await load();
    expect(Object.keys(config.databases)).toEqual(['notes']);
    expect(config.capabilities.map(({ switched_off: off }) => off)).toEqual([UNSET, undefined]);
  });

  test('hides what a weaker layer says under the same name, and is hidden by a stronger one', async () => {
    const weak = { both: { command: 'weak' }, again: { command: 'weak', env: { A: KEY } } };
    put({ mcp_servers: weak }, '.config/akernel/config.json');
    put({ mcp_servers: { both: { command: KEY }, again: { command: 'strong' } } });
    expect((await load()).config.mcp_servers).toEqual({
      both: { switched_off: UNSET },
      again: { command: 'strong' },
    });
  });

  test('tells all that is missing, up to a point', async () => {
    const missing = ['A', 'B'].map((name) => reference(`env:${name}`));
    const file = reference('file:none.txt');
    put({ mcp_servers: { two: { command: 'a', args: [...missing, ...missing] }, far: { command: file } } });
    expect((await load()).config.mcp_servers).toEqual({
      two: {
        switched_off: {
          message: 'the environment variable A is not set; the environment variable B is not set',
          remedy: 'set A and set B, then run it again',
        },
      },
      far: {
        switched_off: {
          message: 'the file none.txt cannot be read',
          remedy: 'put the value into the file none.txt, then run it again',
        },
      },
    });
    put({ mcp_servers: { many: { command: 'a', args: 'ABCDEF'.split('').map((name) => reference(`env:${name}`)) } } });
    expect((await load()).config.mcp_servers['many']?.switched_off).toMatchObject({
      message: expect.stringMatching(/C is not set; there are more like this$/),
      remedy: 'akernel config check tells what is missing',
    });
  });

  test.each<[string, Options]>([
    ['principal', { principal: { principal_id: KEY } }],
    ['principals', { principals: { a: { principal_id: 'a', attributes: { tenant: KEY } } } }],
    ['store', { store: { directory: KEY } }],
    ['policy', { policy: { rules: [{ name: 'a', effect: 'deny', match: { roles: KEY } }] } }],
    ['redaction', { redaction: { allow: { values: [KEY] } } }],
    ['own detectors', { redaction: { own_detectors: [{ name: 'a', pattern: KEY }] } }],
    ['timeout', { timeout: KEY }],
    ['a capability outside the options', { capabilities: [capability('a.b', 'demo', KEY, {})] }],
    [
      'all options at once',
      {
        capabilities: [
          { ...capability('a.b', 'demo', 'log', {}), driver: { driver_id: 'demo', operation: 'log', options: KEY } },
        ],
      },
    ],
    ['a safety class', { capabilities: [capability('a.b', 'demo', 'log', {}, { safety_class: KEY })] }],
    ['a whole server', { mcp_servers: { docs: KEY } }],
  ])('in %s stops every command', async (_, config) => {
    put({ mcp_servers: { it: { command: 'a', args: [KEY] } }, ...config });
    expect(await failureOf(load)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/akernel\.config\.json:\d+: .*the environment variable DOCS_KEY is not set/),
      hint: expect.stringContaining('set the environment variable DOCS_KEY'),
    });
  });

  test('a reference of an unknown kind is a mistake everywhere', async () => {
    put({ mcp_servers: { it: { command: 'a', args: [reference('vault:x')] } } });
    expect(await failureOf(load)).toMatchObject({ message: expect.stringContaining('kind vault') });
  });

  test('other mistakes are told as ever, beside it and elsewhere', async () => {
    put({
      mcp_servers: { docs: { url: KEY, hedaers: { Authorization: KEY } } },
      databases: { shop: { url: KEY, fille: 'a' } },
    });
    expect(await failureOf(load)).toMatchObject({
      details: {
        mistakes: [
          { path: 'mcp_servers.docs.hedaers', line: 5 },
          { path: 'databases.shop.fille', line: 13 },
        ],
      },
    });
    put({ capabilities: [capability('a.b', 'process', 'run', { comand: 'a', args: [KEY, '{id}'] })] });
    expect(await failureOf(load)).toMatchObject({
      message: expect.stringMatching(/options\.command: .*options\.comand: is not a setting/),
    });
  });
});

test('a strict look finds all of them, each with its place and nothing else', async () => {
  put({
    mcp_servers: { docs: { url: KEY } },
    databases: { shop: { url: reference('file:none.txt') } },
    capabilities: [capability('a.b', 'http', 'request', { url: `${SET}${KEY}` })],
  });
  expect(await failureOf(() => load(true))).toMatchObject({
    details: {
      mistakes: [
        { path: 'mcp_servers.docs.url', line: 4, hint: 'set the environment variable DOCS_KEY' },
        { path: 'databases.shop.url', line: 9, message: 'the file none.txt cannot be read' },
        { path: 'capabilities[0].driver.options.url', line: 21 },
      ],
    },
  });
});
