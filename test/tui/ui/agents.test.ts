import { describe, expect, test } from 'vitest';
import type { AgentSession, AgentSummary, SessionRunOptions } from '../../../src/contract/agent.js';
import { KEYS } from '../../support/fake-terminal.js';
import { createSampleAgentRun } from '../../support/sample-agent-run.js';
import { openUi } from './open-ui.js';

const AGENT: AgentSummary = {
  name: 'helper',
  description: 'Answers questions.',
  provider: 'openai',
  model: 'small',
  capabilities: ['chat', 'tools'],
  tools: ['demo.customers'],
};

async function openWithAgent() {
  const asked: { agent: string | undefined; message: string; options: SessionRunOptions | undefined }[] = [];
  const sample = createSampleAgentRun();
  const ui = await openUi(
    { columns: 80, rows: 20 },
    {
      agents: {
        agents: { list: () => [AGENT] } as never,
        openSession: async ({ agent }) =>
          ({
            session_id: 's_1',
            agent: AGENT,
            runStream(message: string, options?: SessionRunOptions) {
              asked.push({ agent, message, options });
              return sample.run;
            },
          }) as unknown as AgentSession,
      },
    },
  );
  return { ui, sample, asked };
}

describe('agents', () => {
  test('are listed with what they can, and shown whole', async () => {
    const { ui } = await openWithAgent();
    await ui.press('6');
    expect(await ui.seen()).toMatch(/helper +chat, tools +small +1 +Answers questions\./);
    await ui.press('i');
    expect(await ui.seen()).toContain('tools: demo.customers');
  });

  test('are sent a message, and their conversation can be left and come back to', async () => {
    const { ui, sample, asked } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Who?', KEYS.enter);
    expect(asked).toMatchObject([{ agent: 'helper', message: 'Who?' }]);
    await sample.give({ type: 'text-delta', delta: 'Three\nof th' });
    expect(await ui.seen()).toMatch(/> Who\?\n\nThree\nof th\n• model answers/);
    await ui.press('q');
    expect(await ui.seen()).toContain('the conversation is session s_1');
    await sample.give({ type: 'text-delta', delta: 'em.' });
    await ui.press('0');
    expect(await ui.seen()).toContain('Three\nof them.');
    await ui.press(KEYS['ctrl+c']);
    expect(asked[0]?.options?.stopSignal?.aborted).toBe(true);
    await ui.press(KEYS['ctrl+c']);
    expect(sample.cancelled()).toBe('cancelled by a person');
    await ui.press('q');
    expect(await ui.seen()).toMatch(/helper +chat/);
  });

  test('ask before they change something', async () => {
    const { ui, asked } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Do it', KEYS.enter);
    const request = { tool_call_id: 'c', node_id: 'a', capability_id: 'shop.refund', safety_class: 'WRITE' } as const;
    const answer = asked[0]?.options?.approve?.({ ...request, input: {} }, { signal: new AbortController().signal });
    expect(await ui.seen()).toContain('Allow shop.refund? It is WRITE.');
    ui.terminal.advance(600);
    await ui.press('y');
    expect(await answer).toEqual({ approved: true, by: 'person' });
  });

  test('there may be none', async () => {
    const ui = await openUi({ columns: 80, rows: 20 });
    await ui.press('6');
    expect(await ui.seen()).toContain('no agents in the config');
  });
});
