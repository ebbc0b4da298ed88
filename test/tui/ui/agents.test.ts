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
  const asked: {
    agent: string | undefined;
    sessionId: string | undefined;
    message: string;
    options: SessionRunOptions | undefined;
  }[] = [];
  const samples = [createSampleAgentRun(), createSampleAgentRun()] as const;
  const [sample] = samples;
  const ui = await openUi(
    { columns: 80, rows: 20 },
    {
      agents: {
        agents: { list: () => [AGENT] } as never,
        openSession: async ({ agent, sessionId }) =>
          ({
            session_id: 's_1',
            agent: AGENT,
            runStream(message: string, options?: SessionRunOptions) {
              asked.push({ agent, sessionId, message, options });
              return samples[asked.length === 1 ? 0 : 1].run;
            },
          }) as unknown as AgentSession,
      },
    },
  );
  return { ui, sample, samples, asked };
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
    expect((await ui.terminal.screen()).at(-1)).toBe('ctrl+c stop  ↑ scroll  q back, it goes on');
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

  test('are told more in the same session, below what was said before', async () => {
    const { ui, samples, asked } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Who?', KEYS.enter);
    await samples[0].give({ type: 'text-delta', delta: 'Ann.' });
    await samples[0].end();
    expect(await ui.seen()).toContain('enter next message  ↑ scroll  q back');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toContain('Message to helper:');
    await ui.press('And?', KEYS.enter);
    expect(asked).toMatchObject([{ sessionId: undefined }, { agent: 'helper', message: 'And?', sessionId: 's_1' }]);
    await samples[1].give({ type: 'text-delta', delta: 'Bob.' });
    expect(await ui.seen()).toMatch(/> Who\?\n\nAnn\.\n\n> And\?\n\nBob\.\n• model answers/);
  });

  test('leave nothing behind on a signal, however many there were', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on('warning', warn);
    const { ui } = await openWithAgent();
    await ui.press('6');
    for (let sent = 0; sent < 12; sent += 1) {
      await ui.press(KEYS.enter, 'Who?', KEYS.enter, 'q');
    }
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  test('lose nothing of what was said in a window of another width', async () => {
    const { ui, sample } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Who?', KEYS.enter);
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    await sample.give({ type: 'text-delta', delta: `${words}\n` });
    expect(await ui.seen()).toContain('word29');
    ui.terminal.resize(30, 20);
    const seen = (await ui.seen()).replaceAll(/\s+/g, ' ');
    expect(seen).toContain(words);
  });

  test('do not move what a person has scrolled to', async () => {
    const { ui, sample } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Who?', KEYS.enter);
    const lines = (from: number) => Array.from({ length: 30 }, (_, index) => `line ${from + index}.`).join('\n');
    await sample.give({ type: 'text-delta', delta: `${lines(0)}\n` });
    await ui.seen();
    await ui.press(KEYS.pageup);
    const before = (await ui.seen()).match(/line \d+/g);
    await sample.give({ type: 'text-delta', delta: `${lines(30)}\n` });
    expect((await ui.seen()).match(/line \d+/g)).toEqual(before);
    await ui.press(KEYS.end);
    expect(await ui.seen()).toContain('line 59.');
  });

  test('are seen to ask from everywhere', async () => {
    const { ui, asked } = await openWithAgent();
    await ui.press('6', KEYS.enter, 'Do it', KEYS.enter);
    await ui.press('q');
    const request = { tool_call_id: 'c', node_id: 'a', capability_id: 'shop.refund', safety_class: 'WRITE' } as const;
    const answer = asked[0]?.options?.approve?.({ ...request, input: {} }, { signal: new AbortController().signal });
    expect(await ui.seen()).toContain('an agent asks whether it may call shop.refund: 0 shows it');
    await ui.press('0');
    expect(await ui.seen()).toMatch(/Allow shop\.refund\?[\s\S]*scroll {2}ctrl\+c stop$/);
    await ui.press(KEYS['ctrl+c']);
    expect(await answer).toEqual({ approved: false, by: 'person' });
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

  test('there may be none, which is said whole at any width', async () => {
    const ui = await openUi({ columns: 40, rows: 12 });
    await ui.press('6');
    expect((await ui.seen()).replaceAll(/\s+/g, ' ')).toContain('akernel demo-model is a model to try it with');
    await ui.press('5');
    expect((await ui.seen()).replaceAll(/\s+/g, ' ')).toContain('puts akernel in front of its tools');
  });
});
