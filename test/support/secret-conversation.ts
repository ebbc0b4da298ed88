import type { ModelMessage } from '../../src/contract/model.js';

/** Put together here, so that no scanner takes this file for a leak. */
export const SECRETS_OF_CONVERSATION = [
  ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_'),
  'plain words that nobody would hide',
  ['AKIA', 'Z3Q7W9E5R1T2Y8U4'].join(''),
];

/** Its secrets in each place that a message has. */
export function secretConversation(): readonly ModelMessage[] {
  const [first = '', second = '', third = ''] = SECRETS_OF_CONVERSATION;
  const args = JSON.stringify({ path: first, note: second });
  return [
    { role: 'user', content: `${first} ${second}` },
    {
      role: 'assistant',
      content: third,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: args }, extra_content: third }],
    },
    { role: 'tool', content: SECRETS_OF_CONVERSATION.join(' '), tool_call_id: 'c1' },
  ];
}
