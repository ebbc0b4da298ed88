import { expect, test } from 'vitest';
import { serversText } from '../../src/cli/output/mcp-text.js';
import { PLAIN } from '../../src/cli/output/style.js';
import type { McpToolState } from '../../src/contract/mcp.js';

function tool(name: string, more: Partial<McpToolState> = {}): McpToolState {
  return { tool: name, capability_id: `it.${name}`, pin: 'pinned', safety_class: 'READ', ...more };
}

test('a list of servers says what is off and why, and hints only at what can be confirmed', () => {
  const tools = [
    tool('good'),
    tool('large', { pin: 'new', off: 'leave it out', unusable: 'size' }),
    tool('odd', { pin: 'new', off: 'leave it out', unusable: 'shape' }),
  ];
  const state = { server: 'it', transport: 'stdio', state: 'ready', era: 'legacy', tools } as const;
  expect(serversText([{ ...state, nameless_tools: 2, noise_lines: 3 }], PLAIN)).toBe(
    [
      'it  stdio, legacy, 3 tools',
      '  3 lines on its standard output were no messages',
      '  2 tools are left out: the protocol does not allow their names',
      '  it.good  READ  pinned',
      '  it.large  READ  off: too large or too deep',
      '  it.odd  READ  off: not in the form of the protocol',
      '',
    ].join('\n'),
  );
  const changed = tool('good', { pin: 'changed', off: 'trust it' });
  expect(serversText([{ ...state, tools: [changed] }], PLAIN)).toContain(
    '  it.good  READ  off: changed\n  hint: akernel mcp trust it shows and confirms what is off',
  );
});

test('a server that failed says why, and its last words', () => {
  const error = { code: 'DRIVER_UNAVAILABLE', message: 'it ended', hint: 'look' } as const;
  expect(
    serversText([{ server: 'it', state: 'failed', tools: [], error, last_words: 'a\u001b[31mb\nc' }], PLAIN),
  ).toMatch(/^it {2}failed\n {2}DRIVER_UNAVAILABLE: it ended \(look\)\n {2}\| a.*b\n {2}\| c\n$/);
  expect(serversText([], PLAIN)).toBe('no MCP servers in the config\n');
});
