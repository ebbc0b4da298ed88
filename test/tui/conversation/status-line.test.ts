import { expect, test } from 'vitest';
import { statusLine } from '../../../src/tui/components/conversation-lines.js';
import { type ConversationState, NO_CONVERSATION, reduceConversation } from '../../../src/tui/state/conversation.js';
import { createTheme } from '../../../src/tui/theme.js';
import { createParts, NO_PROGRESS } from '../../support/sample-agent-run.js';

const THEME = createTheme({ color: false, ascii: false });
const STATE: ConversationState = { ...NO_CONVERSATION, startedAt: 0, step: 1 };
const STOPPING: ConversationState = { ...STATE, stopping: 'after-step' };
const TOOLS = { ...NO_PROGRESS, tool_calls: 2 };

function told(state: ConversationState, width: number, progress = NO_PROGRESS): string {
  const line = statusLine(state, { width, theme: THEME, now: 3000, progress, limits: {} });
  return line
    .map(({ text }) => text)
    .join('')
    .replace(/ +(\S+)$/, ' $1');
}

test.each([
  [100, STATE, NO_PROGRESS, '• model answers  step 1 · 1 model call · 0 tool calls · 12 in 3 out model tokens 0:03'],
  [70, STATE, NO_PROGRESS, '• model answers  step 1 · 1 model call · 0 tool calls 0:03'],
  [50, STATE, NO_PROGRESS, '• model answers  step 1 · 1 model call 0:03'],
  [50, STATE, TOOLS, '• model answers  step 1 · 2 tool calls 0:03'],
  [40, STATE, NO_PROGRESS, '• model answers  step 1 0:03'],
  [20, STATE, NO_PROGRESS, '• model answers 0:03'],
  [80, STOPPING, NO_PROGRESS, '• stops after this step, Ctrl-C again: now  step 1 · 1 model call 0:03'],
  [40, STOPPING, NO_PROGRESS, '• stopping, Ctrl-C: now  step 1 0:03'],
  [20, STOPPING, NO_PROGRESS, '• stopping 0:03'],
])('%i columns hold whole words only', (width, state, progress, wanted) => {
  expect(told(state, width, progress)).toBe(wanted);
});

test('the name of a node is told once there are several', () => {
  const part = createParts();
  const starts = (node_id: string) =>
    ({ type: 'part', part: { ...part({ type: 'start-step' }, 1), node_id } }) as const;
  const first = reduceConversation(STATE, starts('find'));
  expect(told(first, 100)).not.toContain('find');
  expect(told(reduceConversation(first, starts('sum up')), 100)).toContain('step 1 · sum up · 1 model call');
});
