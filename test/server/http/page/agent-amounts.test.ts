import { expect, it } from 'vitest';
import { type AgentAmounts, afterPart, NO_AMOUNTS } from '../../../../src/server/http/page/agent-amounts.js';
import { createContent } from '../../../../src/server/http/page/content.js';
import type { Members } from '../../../../src/server/http/page/members.js';
import { afterEvent, newRunState } from '../../../../src/server/http/page/run-state.js';

const after = (parts: readonly Members[]): AgentAmounts => parts.reduce<AgentAmounts>(afterPart, NO_AMOUNTS);
const said = (pieces: readonly string[]) => pieces.map((delta) => ({ type: 'text-delta', delta }));

it('what an agent says is counted wherever its placeholders are cut: nothing was said to be replaced', () => {
  const text = 'the key [REDACTED:stripe_key] of [REDACTED:person_name#2], and a [list]';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const { redactions } = after(said([text.slice(0, cut), text.slice(cut)]));
    expect(redactions).toEqual({ stripe_key: 1, person_name: 1 });
  }
  expect(after(said([...text])).redactions).toEqual({ stripe_key: 1, person_name: 1 });
  expect(after(said(['[', 'x'.repeat(1000)])).openText).toBe('');
});

it('the results that it reads count too, and their newest handle can be opened', () => {
  const amounts = after([
    { type: 'start-step' },
    { type: 'tool-result', output: { handle_id: 'h_1', redactions: { email: 2 } } },
    { type: 'tool-result', output: { rows: [{ to: '[REDACTED:email]' }] } },
    { type: 'usage', usage: { total_tokens: 70 } },
  ]);
  expect(amounts).toMatchObject({ modelCalls: 1, toolCalls: 2, modelTokens: 70, redactions: { email: 3 } });
  expect(amounts.handleId).toBe('h_1');
});

it('the results of its calls stand below them: they were left out', () => {
  const content = createContent();
  const call = (tool_call_id: string, output: Members, more = {}) => {
    content.addPart({ type: 'tool-call', tool_call_id, tool_name: `box.${tool_call_id}` });
    content.addPart({ type: 'tool-result', tool_call_id, output, ...more });
  };
  call('a', { rows: [{}, {}], handle_id: 'h_1' });
  call('b', { rows: [{}], seen: { rows: 40 }, shown: { rows: 1 } });
  call('c', { text: 'one\ntwo\n' });
  call('d', { error: { message: 'it is denied' } }, { is_error: true });
  const marks = Array.from({ length: content.end() }, (_, index) => content.at(index));
  expect(marks.map((entry) => entry?.type === 'mark' && entry.text).filter((_, at) => at % 2 === 1)).toEqual([
    'box.a gave 2 rows, handle h_1',
    'box.b gave 40 rows, 1 row shown',
    'box.c gave 2 lines',
    'box.d failed: it is denied',
  ]);
});

it('a run that has ended took as long as it took: its clock went on until somebody looked', () => {
  const events = [
    { seq: 1, id: 'r:1', type: 'run.started', data: { run_id: 'r', started_at: '2026-11-27T20:00:00Z' } },
    { seq: 2, id: 'r:2', type: 'run.completed', data: { status: 'completed', ended_at: '2026-11-27T20:00:07Z' } },
  ];
  const looked = Date.parse('2026-11-27T21:00:00Z');
  const state = events.reduce((before, event) => afterEvent(before, event, looked), newRunState('r', 'x', looked));
  expect((state.endedAt ?? 0) - state.startedAt).toBe(7000);
});
