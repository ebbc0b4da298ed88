import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTree } from '../../src/config/check-tree.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

let home: ConfigHome;
beforeAll(() => {
  home = createConfigHome();
});
afterAll(() => home.dispose());

test.each([
  [{ files: {} }, 'has neither command nor url'],
  [{ files: { command: 'a', url: 'https://x' } }, 'has both'],
  [{ files: { command: 'a', headers: {} } }, 'has no meaning beside command'],
  [{ files: { url: 'ftp://x' } }, 'is not an http'],
  [{ files: { url: 'https://x', headers: { 'a b': 'c' } } }, 'is not the name of a header'],
  [{ files: { url: 'https://x', headers: { Host: 'c' } } }, 'is set by akernel itself'],
  [{ files: { command: 'a', tools: { x: { safety_class: 'SAFE' } } } }, 'expected one of'],
  [{ Files: { command: 'a' } }, 'is not a name'],
  [{ fs: { command: 'a' } }, 'akernel uses itself'],
  [{ files: { comand: 'a' } }, 'is not a setting'],
])('mistakes in mcp_servers are told with their place', async (mcpServers, message) => {
  const checked = await checkTree({ mcp_servers: mcpServers });
  const mistakes = 'mistakes' in checked ? checked.mistakes : [];
  expect(JSON.stringify(mistakes)).toContain(message);
  expect(mistakes.every(({ path, hint }) => path.startsWith('mcp_servers') && (hint ?? '') !== '')).toBe(true);
});

test('a folder starts at the config, and servers of a stronger layer join those of a weaker one', async () => {
  home.put('.config/akernel/config.yaml', 'mcp_servers: { mine: { command: a, cwd: below }, both: { command: weak } }');
  home.put('akernel.config.yaml', 'mcp_servers: { both: { command: strong } }');
  const { config } = await home.load();
  expect(config.mcp_servers).toEqual({
    mine: { command: 'a', cwd: `${home.path}/.config/akernel/below` },
    both: { command: 'strong' },
  });
});

test('a capability of a server that is not there is a mistake with its place', async () => {
  const capability = [
    '  - capability_id: a.b',
    '    safety_class: READ',
    '    sensitivity: NONE',
    '    driver: { driver_id: mcp, operation: call_tool, options: { server: filse, tool: read } }',
  ];
  home.put(
    'akernel.config.yaml',
    ['mcp_servers: { files: { command: a } }', 'capabilities:', ...capability].join('\n'),
  );
  expect(await failureOf(() => home.load())).toMatchObject({
    code: 'CONFIG_INVALID',
    hint: 'did you mean files?',
    details: { mistakes: [{ path: 'capabilities[0].driver.options.server', line: 6 }] },
  });
});
