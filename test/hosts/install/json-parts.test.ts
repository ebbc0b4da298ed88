import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hookEntries } from '../../../src/hosts/install/hook-entries.js';
import { jsonGateway } from '../../../src/hosts/install/json-gateway.js';
import { jsonHooks } from '../../../src/hosts/install/json-hooks.js';
import type { Part } from '../../../src/hosts/install/part.js';
import { parseJsonText, setInJson } from '../../../src/hosts/text/json-text.js';

const OWN = { node: '/my node/bin/node', program: '/opt/a "b"/akernel.js', env: {} };
const GATEWAY = jsonGateway({ host: 'claude-code', own: OWN, copy: '/state/original.json' });
const HOOKS = jsonHooks('claude-code', hookEntries('claude-code', { own: OWN, hasGateway: true, wrap: true }));

/** Blanks and comments, as people put them anywhere. */
const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\t', ' // it, {"\n', '/* } */', '\r\n');
const value = fc.constantFrom('1', '"a"', 'null', 'true', '"{\\"x\\": [1,]}"', '"é\\u2028"');

interface Piece {
  readonly blanks: readonly string[];
  readonly isTrailing: boolean;
}
const piece: fc.Arbitrary<Piece> = fc.record({
  blanks: fc.array(blank, { minLength: 8, maxLength: 8 }),
  isTrailing: fc.boolean(),
});

function list(
  items: readonly string[],
  [open, close]: readonly [string, string],
  { blanks, isTrailing }: Piece,
): string {
  const [first = '', ...rest] = blanks;
  const parts = items.map((item, index) => `${rest[index % rest.length]}${item}${rest[(index + 3) % rest.length]}`);
  return `${open}${first}${parts.join(',')}${isTrailing && parts.length > 0 ? ',' : ''}${first}${close}`;
}

function members(entries: readonly (readonly [string, string])[], how: Piece): string {
  return list(
    entries.map(([name, text]) => `${JSON.stringify(name)}${how.blanks[5]}:${how.blanks[6]}${text}`),
    ['{', '}'],
    how,
  );
}

const server = fc.constantFrom(
  '{"command": "x", "env": {"A": "b"}}',
  '{ "command": "y", /* why */ "args": ["a", "b",], }',
  '{ "type": "sse", "url": "https://x/" }',
  '{"command":"z","disabled":true}',
  '{ "type": "http", "url": "https://x/", "headers": { } }',
);
const name = fc.constantFrom('a', 'b', 'c d', 'é', 'constructor', 'x.y');
const others = '{ "hooks": [{ "type": "command", "command": "say akernel hook" }], }';
const event = fc.constantFrom('PostToolUse', 'PreToolUse', 'Stop');

/** The text of a settings file with servers and hooks of others in it, each part there or not. */
const settings = fc
  .record({
    before: fc.uniqueArray(fc.tuple(fc.constantFrom('k', 'l', 'm'), value), { selector: ([key]) => key, maxLength: 3 }),
    servers: fc.option(fc.uniqueArray(fc.tuple(name, server), { selector: ([key]) => key, maxLength: 4 })),
    project: fc.option(fc.uniqueArray(fc.tuple(name, server), { selector: ([key]) => key, maxLength: 2 })),
    hooks: fc.option(fc.uniqueArray(fc.tuple(event, fc.nat(2)), { selector: ([key]) => key, maxLength: 3 })),
    how: fc.array(piece, { minLength: 6, maxLength: 6 }),
    mark: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n', '\r\n', ' // end\n'),
  })
  .map(({ before, servers, project, hooks, how, mark, end }) => {
    const [a, b, c, d, e, f] = how as [Piece, Piece, Piece, Piece, Piece, Piece];
    const inner = members([['mcpServers', members(project ?? [], b)]], c);
    const entries: (readonly [string, string])[] = [
      ...before,
      ...(servers === null ? [] : [['mcpServers', members(servers, b)] as const]),
      ...(project === null ? [] : [['projects', members([['/p', inner]], d)] as const]),
      ...(hooks === null
        ? []
        : [
            [
              'hooks',
              members(
                hooks.map(([key, count]) => [
                  key,
                  list(
                    Array.from({ length: count }, () => others),
                    ['[', ']'],
                    e,
                  ),
                ]),
                f,
              ),
            ] as const,
          ]),
    ];
    return `${mark}${members(entries, a)}${end}`;
  });

async function putBoth(text: string): Promise<string> {
  return (await HOOKS.put((await GATEWAY.put(text)).text)).text;
}

async function takeBoth(texts: Parameters<Part['take']>[0]): Promise<string> {
  const current = (await GATEWAY.take(texts)) ?? '';
  return (await HOOKS.take({ ...texts, current })) ?? '';
}

test('of any file only our parts change: put in, they are there; taken out, all else is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(settings, value, async (original, more) => {
      const before = await parseJsonText(original);
      const installed = await putBoth(original);
      expect(await Promise.all([GATEWAY, HOOKS].map((part) => part.isIn(installed)))).toEqual([true, true]);
      expect((await GATEWAY.put(installed)).isThere && (await HOOKS.put(installed)).isThere).toBe(true);
      expect(installed.startsWith('\ufeff')).toBe(original.startsWith('\ufeff'));
      const { k, l, m } = await parseJsonText(installed);
      expect({ k, l, m }).toEqual({ k: before['k'], l: before['l'], m: before['m'] });

      const same = await takeBoth({ original, installed, current: installed });
      expect(await parseJsonText(same)).toEqual(before);

      const current = await setInJson(installed, ['added'], JSON.parse(more));
      const left = await takeBoth({ original, installed, current });
      expect(await parseJsonText(left)).toEqual({ ...before, added: JSON.parse(more) });

      const withServer = await setInJson(installed, ['mcpServers', 'later'], { command: 'l' });
      const tree = await parseJsonText(await takeBoth({ original, installed, current: withServer }));
      const servers = before['mcpServers'] as Record<string, unknown> | undefined;
      expect(tree).toEqual({ ...before, mcpServers: { ...servers, later: { command: 'l' } } });
    }),
    { numRuns: 200 },
  );
});

test('comments among the servers are there again when only something else was changed', async () => {
  const original = '{\n  "mcpServers": {\n    // mine\n    "a": { "command": "a" }, // a\n  },\n  "x": 1\n}\n';
  const installed = await putBoth(original);
  const current = installed.replace('"x": 1', '"x": 2');
  expect(await takeBoth({ original, installed, current })).toBe(original.replace('"x": 1', '"x": 2'));
});

test('comments among the servers are there again when a server was added beside the gateway', async () => {
  const original =
    '{\n  "mcpServers": {\n    // mine\n    "a": { "command": "a" }, // a\n    "b": { "url": "u" }\n  }\n}\n';
  const installed = await putBoth(original);
  const current = await setInJson(installed, ['mcpServers', 'later'], { command: 'l' });
  const left = await takeBoth({ original, installed, current });
  expect(left).toContain('    // mine\n    "a": { "command": "a" }, // a\n');
  expect(await parseJsonText(left)).toEqual({
    mcpServers: { a: { command: 'a' }, b: { url: 'u' }, later: { command: 'l' } },
  });
});

test('a file with a name twice is refused, as it is not plain which one is meant', async () => {
  const twice = '{"mcpServers":{"a":{"command":"a"}},"mcpServers":{"b":{"command":"b"}}}';
  await expect(GATEWAY.put(twice)).rejects.toThrow('cannot be changed safely');
});

test('a file that is nested without end is refused', async () => {
  await expect(GATEWAY.put(`{"a":${'['.repeat(100_000)}`)).rejects.toThrow('the file is not');
  await expect(GATEWAY.put(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).rejects.toThrow('the file is');
});
