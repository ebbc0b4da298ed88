import { expect, it } from 'vitest';
import { nextCommand } from '../../../src/kernel/next-command.js';
import { nextCall } from '../../../src/server/mcp/next-call.js';

it.each([
  ['akernel expand h_4t8r2v6y1n', { handle: 'h_4t8r2v6y1n' }],
  ['akernel expand h_4t8r2v6y1n --offset 411', { handle: 'h_4t8r2v6y1n', offset: 411 }],
  [
    'akernel expand value h_4t8r2v6y1n --row 17 --field body --chars 0:8000',
    { handle: 'h_4t8r2v6y1n', row: 17, field: 'body', from: 0, to: 8000 },
  ],
  ['akernel handles list', undefined],
])('%s', (command, call) => {
  expect(nextCall(command)).toEqual(call);
});

it('reads what the kernel writes, quotes too', () => {
  const query = {
    fields: ['id', 'a b'],
    filter: [{ field: 'name', operator: '=' as const, value: "O'Brien" }],
    words: "it's late",
  };
  expect(nextCall(nextCommand('h_4t8r2v6y1n', query)(30))).toEqual({
    handle: 'h_4t8r2v6y1n',
    fields: ['id', 'a b'],
    filter: 'name = "O\'Brien"',
    query: "it's late",
    offset: 30,
  });
});
