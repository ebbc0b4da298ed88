import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCut, everyPiece, partitions, piecesAt } from '../../support/every-split.js';
import {
  allCases,
  type Outcome,
  outcomeOf,
  type ProviderName,
  type StreamCase,
  TOOLS,
} from '../../support/model-streams.js';
import { chosenPlaces, proofSize } from '../../support/proof-size.js';

/** Calls whose ids are of no matter leave them out in the fixture. */
function withoutUnsaidIds(outcome: Outcome, expected: Outcome): Outcome {
  const calls = outcome.calls.map((call, index) =>
    / @\S+/.test(expected.calls[index] ?? '') ? call : call.replace(/ @\S+$/, ''),
  );
  return { ...outcome, calls };
}

/** What is not as expected, however the body is cut; comparing texts is what makes so many cuts affordable. */
async function differencesOf({ provider, expected }: StreamCase, pieces: readonly Uint8Array[]): Promise<unknown[]> {
  const outcome = withoutUnsaidIds(await outcomeOf(provider, pieces), expected);
  return written(outcome) === written(expected) ? [] : [{ at: pieces[0]?.length, outcome }];
}

function written({ end, text, reasoning, calls, rejected, extra, usage, flags }: Outcome): string {
  return JSON.stringify([end, text, reasoning, calls, rejected, extra, usage, flags]);
}

const MOST_ENDS = proofSize(20, 200);
const MOST_CUTS = proofSize(40, 100);
/** With every end in them: here an event is complete without its line ends. */
const LAST_BYTES = 40;

describe.each(allCases().map((each, index) => ({ ...each, index })))('$provider $name', (streamCase) => {
  const bytes = Buffer.from(streamCase.body);

  test('whole', async () => {
    const { provider, expected } = streamCase;
    expect(withoutUnsaidIds(await outcomeOf(provider, [bytes]), expected)).toEqual(expected);
  });

  test('cut into two, and byte by byte', async () => {
    const whole = new Uint8Array(bytes);
    const cuts = [...whole.keys()].filter(chosenPlaces(whole, streamCase.index, MOST_CUTS));
    const all = [...cuts.map((cut) => piecesAt(whole, [cut])), everyPiece(whole)];
    const differences = await Promise.all(all.map((pieces) => differencesOf(streamCase, pieces)));
    expect(all.length).toBeGreaterThan(20);
    expect(differences.flat()).toEqual([]);
  });

  test('cut at random', async () => {
    await fc.assert(
      fc.asyncProperty(partitions(new Uint8Array(bytes)), async (pieces) => {
        expect(await differencesOf(streamCase, pieces)).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  test('broken off anywhere: nothing is called that the whole does not call', async () => {
    const whole = await outcomeOf(streamCase.provider, [bytes]);
    const stride = Math.ceil(bytes.length / MOST_ENDS);
    const ends = Array.from(bytes.keys()).filter((end) => end % stride === 0 || end > bytes.length - LAST_BYTES);
    const outcomes = ends.map((end) => outcomeOf(streamCase.provider, [bytes.subarray(0, end)]));
    const calling = (await Promise.all(outcomes)).filter(
      ({ end, calls }) => !end.startsWith('error') && calls.length > 0,
    );
    expect(calling.map(({ calls }) => calls)).toEqual(calling.map(() => whole.calls));
  });
});

/** What servers answer that do not stream although they were asked to. */
const WHOLE: readonly (readonly [ProviderName, string, Partial<Outcome>])[] = [
  [
    'openai',
    JSON.stringify({
      choices: [
        { message: { content: 'Hi', tool_calls: [toolCall('get_time', '{"zone":"CET"}')] }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    }),
    { end: 'tool_calls', text: 'Hi', calls: ['get_time {"zone":"CET"} @c1'], usage: '3 4' },
  ],
  [
    'openai',
    JSON.stringify({
      choices: [{ message: { tool_calls: [toolCall('get_time', '{"zone"')] }, finish_reason: 'length' }],
    }),
    { end: 'length', rejected: ['get_time truncated'] },
  ],
  [
    'openai-responses',
    JSON.stringify({
      object: 'response',
      status: 'completed',
      error: null,
      output: [
        { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
        { type: 'function_call', call_id: 'c1', name: 'get_time', arguments: '{"zone":"CET"}' },
      ],
      usage: { input_tokens: 3, output_tokens: 4 },
    }),
    { end: 'tool_calls', text: 'Hi', calls: ['get_time {"zone":"CET"} @c1'], usage: '3 4' },
  ],
  [
    'openai-responses',
    JSON.stringify({
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'function_call', call_id: 'c1', name: 'get_time', arguments: '{}' }],
    }),
    { end: 'length', rejected: ['get_time truncated'] },
  ],
  [
    'openai-responses',
    JSON.stringify({ object: 'response', status: 'failed', error: { code: 'server_error', message: 'x' } }),
    { end: 'error provider_error' },
  ],
  [
    'openai-responses',
    JSON.stringify({ object: 'response', status: 'queued', output: [] }),
    { end: 'error stream_interrupted' },
  ],
  [
    'anthropic',
    JSON.stringify(
      { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn', usage: {} },
      null,
      1,
    ),
    { end: 'stop', text: 'Hi' },
  ],
  [
    'anthropic',
    JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'x' } }),
    { end: 'error provider_error' },
  ],
];

function toolCall(name: string, text: string) {
  return { id: 'c1', function: { name, arguments: text } };
}

test.each(WHOLE)('%s in one piece, cut at every byte, and broken off', async (provider, body, expected) => {
  const bytes = new Uint8Array(Buffer.from(`\ufeff \n${body}\n`));
  const all: (readonly Uint8Array[])[] = [];
  everyCut(bytes, (pieces) => all.push(pieces));
  for (const pieces of all) {
    expect(await outcomeOf(provider, pieces)).toMatchObject(expected);
  }
  const cut = await outcomeOf(provider, [bytes.subarray(0, bytes.length - 2)]);
  expect(cut.end).toBe('error stream_interrupted');
});

const KINDS =
  /^error (stream_interrupted|provider_error|invalid_chunk|empty_\w+|too_many_calls|arguments_too_large|answer_too_long)$/;

test('whatever is changed on the way, it ends in a turn or in an error that is known, and calls stay calls', async () => {
  const cases = allCases();
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(12),
    insert: fc.constantFrom('', '{', '}', '"', '\\', '\n', '\n\n', 'data: ', ',', '0', 'null', '[', '\u0000', '😀'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(cases.length - 1),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (index, changes) => {
        const { provider, body } = cases[index] ?? { provider: 'openai', body: '' };
        const changed = changes.reduce((text, { at, remove, insert }) => {
          const place = Math.floor(at * text.length);
          return text.slice(0, place) + insert + text.slice(place + remove);
        }, body);
        const { end, calls } = await outcomeOf(provider, [Buffer.from(changed)]);
        expect(end).toMatch(end.startsWith('error') ? KINDS : /^(stop|tool_calls|length|content_filter|refusal)$/);
        for (const call of calls) {
          const [name = '', ...rest] = call.replace(/ @call\d+( .*)?$| @[^@]*$/, '').split(' ');
          expect(TOOLS).toContain(name);
          expect(rest.join(' ')).toMatch(/^\{.*\}$/s);
        }
      },
    ),
    { numRuns: proofSize(400, 1500) },
  );
});
