import { describe, expect, test } from 'vitest';
import type { ModelPart, ToolCallPart } from '../../../src/contract/model.js';
import { everyPiece } from '../../support/every-split.js';
import { allCases, decode, type ProviderName } from '../../support/model-streams.js';

function formingIn(parts: readonly ModelPart[]): readonly ToolCallPart[] {
  return parts.filter((part): part is ToolCallPart => part.type.startsWith('tool-call-'));
}

/** The number of each call, its tool, and how many bytes it was told to have in the end. */
function toldOf(parts: readonly ModelPart[]): ReadonlyMap<number, readonly [name: string, bytes: number]> {
  const told = new Map<number, readonly [string, number]>();
  for (const part of formingIn(parts)) {
    if (part.type === 'tool-call-start') {
      expect(told.has(part.index)).toBe(false);
      told.set(part.index, [part.name, 0]);
    } else {
      const [name] = told.get(part.index) ?? [];
      expect(name).toBeDefined();
      told.set(part.index, [name ?? '', part.argument_bytes]);
    }
  }
  return told;
}

const DATA = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

/** A call of get_weather whose arguments come in these pieces. */
const WRITERS: Readonly<Record<Exclude<ProviderName, 'ollama'>, (pieces: readonly string[]) => string>> = {
  openai: (pieces) => {
    const delta = (call: object): string =>
      DATA({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }] });
    return [
      delta({ id: 'c1', function: { name: 'get_weather', arguments: '' } }),
      ...pieces.map((text) => delta({ function: { arguments: text } })),
      DATA({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
      'data: [DONE]\n\n',
    ].join('');
  },
  anthropic: (pieces) =>
    [
      DATA({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c1', name: 'get_weather', input: {} },
      }),
      ...pieces.map((text) =>
        DATA({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } }),
      ),
      DATA({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
      DATA({ type: 'message_stop' }),
    ].join(''),
  'openai-responses': (pieces) =>
    [
      DATA({
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: 'f', type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '' },
      }),
      ...pieces.map((text) =>
        DATA({ type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'f', delta: text }),
      ),
      DATA({ type: 'response.completed', response: { status: 'completed' } }),
    ].join(''),
};

describe.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])('%s', (provider) => {
  const partsOf = (pieces: readonly string[]) => decode(provider, [Buffer.from(WRITERS[provider](pieces))]);

  test('a call is told when its first arguments come, and its length at the end', async () => {
    const parts = await partsOf(['{"ci', 'ty":"Å😀"}']);
    expect(formingIn(parts)).toEqual([
      { type: 'tool-call-start', index: 0, name: 'get_weather' },
      { type: 'tool-call-delta', index: 0, argument_bytes: Buffer.byteLength('{"city":"Å😀"}') },
    ]);
    expect(parts.at(-1)).toMatchObject({ turn: { call_indexes: [0] } });
  });

  test('small pieces are told together, also where they cut pairs, and the last number is exact', async () => {
    const text = JSON.stringify({ text: 'aÅ😀'.repeat(500) });
    const parts = await partsOf(text.split(''));
    const counts = formingIn(parts).flatMap((part) => (part.type === 'tool-call-delta' ? [part.argument_bytes] : []));
    expect(counts.length).toBeGreaterThan(3);
    expect(counts.length).toBeLessThanOrEqual(Math.ceil(text.length / 256) + 1);
    expect(counts).toEqual([...counts].sort((left, right) => left - right));
    expect(counts.at(-1)).toBe(Buffer.byteLength(text));
    for (const count of counts.slice(0, -1)) {
      expect(Buffer.from(text).subarray(0, count).toString()).not.toContain('\ufffd');
    }
  });

  test('a call without arguments is told at the end', async () => {
    const parts = await partsOf(['']);
    expect(parts.slice(-2)).toMatchObject([{ type: 'tool-call-start', name: 'get_weather' }, { type: 'turn' }]);
  });
});

test('ollama: calls come whole', async () => {
  const calls = ['Oslo', 'Rome'].map((city) => ({ function: { name: 'get_weather', arguments: { city } } }));
  const lines = [{ message: { tool_calls: calls } }, { done: true, done_reason: 'stop' }];
  const parts = await decode('ollama', [Buffer.from(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)]);
  expect(parts).toMatchObject([
    { type: 'tool-call-start', index: 0, name: 'get_weather' },
    { type: 'tool-call-delta', index: 0, argument_bytes: 15 },
    { type: 'tool-call-start', index: 1, name: 'get_weather' },
    { type: 'tool-call-delta', index: 1, argument_bytes: 15 },
    { type: 'turn', turn: { call_indexes: [0, 1] } },
  ]);
});

describe('of every stream of the fixtures', () => {
  const cases = allCases().filter(({ expected: { end } }) => !end.startsWith('error'));

  test.each(cases)('$provider $name', async ({ provider, body }) => {
    const bytes = new Uint8Array(Buffer.from(body));
    const parts = await decode(provider, [bytes]);
    expect(formingIn(await decode(provider, everyPiece(bytes)))).toEqual(formingIn(parts));
    const told = toldOf(parts);
    const last = parts.at(-1);
    const turn = last?.type === 'turn' ? last.turn : undefined;
    const indexes = turn?.call_indexes ?? [];
    expect(new Set(indexes).size).toBe(turn?.tool_calls.length);
    for (const [place, call] of (turn?.tool_calls ?? []).entries()) {
      const [name] = told.get(indexes[place] ?? -1) ?? [];
      expect([undefined, call.function.name]).toContain(name);
    }
  });
});
