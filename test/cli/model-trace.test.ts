import { expect, test } from 'vitest';
import { PLAIN } from '../../src/cli/output/style.js';
import { traceText } from '../../src/cli/output/trace-text.js';
import type { Trace } from '../../src/contract/trace.js';
import { traceInfo } from '../../src/tui/screens/traces-lines.js';
import { hasTraceWords, parseTraceFilter } from '../../src/tui/state/ui-traces.js';

const TRACE: Trace = {
  action_id: 'a_0000000001',
  event: 'model',
  principal_id: 'ann',
  outcome: 'completed',
  streamed: true,
  started_at: '2026-11-22T12:00:00.000Z',
  duration_ms: 812,
  model: { name: 'm-1', usage: { output_tokens: 1200 }, usage_status: 'partial', redactions: { email: 2 } },
};

test('the trace of a call of a model in words: what is not known is not there', () => {
  expect(traceText(TRACE, PLAIN)).toBe(
    [
      'a_0000000001 completed',
      'model m-1 by ann',
      'at 2026-11-22T12:00:00.000Z, 812 ms, streamed',
      '1,200 model tokens out, usage partial',
      'redacted: email 2',
      '',
    ].join('\n'),
  );
});

test('the same on a terminal', () => {
  const seen = JSON.stringify(traceInfo(TRACE, 80));
  expect(seen).toContain('m-1, 1,200 model tokens out, usage partial');
  expect(seen).toContain('email 2');
  expect(parseTraceFilter('model m-1')).toEqual({ query: { event: 'model' }, words: ['m-1'] });
  expect([hasTraceWords(TRACE, ['m-1']), hasTraceWords(TRACE, ['m-2'])]).toEqual([true, false]);
});

const VISIT: Trace = {
  action_id: 'a_9x2k7m4qpw',
  event: 'expand',
  principal_id: 'ada',
  capability_id: 'demo.customers',
  handle_id: 'h_4t8r2v6y1n',
  outcome: 'completed',
  args: { rows: '0-49' },
  reading: { pages: 1, finds: 2, refused: 0, rows: 50, redactions: { email: 1200 } },
  started_at: '2026-11-21T20:00:00.000Z',
  duration_ms: 1200,
};

test('the trace of a visit says how much was read, in words and in the browser', () => {
  expect(traceText(VISIT, PLAIN)).toContain('50 rows on 1 page, 2 searches\nredacted: email 1,200\n');
  const seen = JSON.stringify(traceInfo(VISIT, 80));
  expect(seen).toContain('50 rows on 1 page, 2 searches');
  expect(seen).toContain('email 1,200');
});
