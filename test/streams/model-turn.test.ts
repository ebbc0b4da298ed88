import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelTurn } from '../../src/contract/model.js';
import type { WireCall } from '../../src/streams/model-turn/call-piece.js';
import { createTurnBuilder, type TurnBuilder } from '../../src/streams/model-turn/turn-builder.js';
import { createValueScan } from '../../src/streams/model-turn/value-scan.js';
import { piecesAt } from '../support/every-split.js';

const TOOLS = ['get_weather', 'get_time', 'search', 'search_files', 'list_files'];
const LIMITS = { max_calls: 50, max_argument_chars: 100_000, max_answer_chars: 1_000_000 };

function open(limits: Partial<typeof LIMITS> = {}, earlierIds: readonly string[] = []): TurnBuilder {
  return createTurnBuilder({ tools: TOOLS, earlierIds, limits: { ...LIMITS, ...limits } });
}

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Texts that look like JSON, and all that could mislead a reader of pieces. */
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('{}', '}{', '"', '\\', '\\"', '[DONE]', '\n', '😀', '{"a":', 'get_time'),
);
const values: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(texts, texts, { maxKeys: 2 }),
);
const calls: fc.Arbitrary<readonly Call[]> = fc
  .array(fc.record({ name: fc.constantFrom(...TOOLS), args: fc.dictionary(texts, values, { maxKeys: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  // A number makes each different from its neighbours: equal ones could be repetitions.
  .map((all) => all.map(({ name, args }, index) => ({ name, args: { ...args, n: index } })));

/** The calls as one kind of server would send them, the arguments cut at these places. */
type Style = (calls: readonly Call[], cut: (text: string) => readonly string[]) => readonly WireCall[];

const inPieces =
  (
    head: (call: Call, index: number) => WireCall,
    piece: (text: string, call: Call, index: number, at: number) => WireCall,
  ): Style =>
  (all, cut) =>
    all.flatMap((call, index) => [
      head(call, index),
      ...cut(JSON.stringify(call.args)).map((text, at) => piece(text, call, index, at)),
    ]);

const whole =
  (write: (call: Call, index: number) => WireCall): Style =>
  (all) =>
    all.map(write);

const STYLES: Readonly<Record<string, Style>> = {
  'numbers, and ids once': inPieces(
    ({ name }, index) => ({ index, id: `id${index}`, name, arguments: '' }),
    (text, _, index) => ({ index, arguments: text }),
  ),
  'no numbers, ids once': inPieces(
    ({ name }, index) => ({ id: `id${index}`, name, arguments: '' }),
    (text) => ({ arguments: text }),
  ),
  'ids and names in each piece': inPieces(
    ({ name }, index) => ({ index, id: `id${index}`, name }),
    (text, { name }, index) => ({ index, id: `id${index}`, name, arguments: text }),
  ),
  'ids in each piece, no numbers': inPieces(
    ({ name }, index) => ({ id: `id${index}`, name }),
    (text, _, index) => ({ id: `id${index}`, arguments: text }),
  ),
  'a new id in each piece': inPieces(
    ({ name }, index) => ({ index, id: `id${index}`, name }),
    (text, _, index, at) => ({ index, id: `id${index}-${at}`, arguments: text }),
  ),
  'empty ids and names later': inPieces(
    ({ name }, index) => ({ index, id: `id${index}`, name }),
    (text, _, index) => ({ index, id: '', name: '', arguments: text }),
  ),
  'no ids': inPieces(
    ({ name }, index) => ({ index, name }),
    (text, _, index) => ({ index, arguments: text }),
  ),
  'the id after the name': inPieces(
    ({ name }, index) => ({ index, name }),
    (text, _, index) => ({ index, id: `id${index}`, arguments: text }),
  ),
  'one id for all': inPieces(
    ({ name }, index) => ({ index, id: 'same', name }),
    (text, _, index) => ({ index, arguments: text }),
  ),
  'all number 0, with ids': whole(({ name, args }, index) => ({
    index: 0,
    id: `id${index}`,
    name,
    arguments: JSON.stringify(args),
  })),
  'all number 0, without ids': whole(({ name, args }) => ({ index: 0, id: '', name, arguments: JSON.stringify(args) })),
  'neither numbers nor ids': whole(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
  'arguments as an object': whole(({ name, args }, index) => ({ index, name, arguments: args })),
  'arguments in a text in a text': whole(({ name, args }, index) => ({
    index,
    name,
    arguments: JSON.stringify(JSON.stringify(args)),
  })),
  'an empty object first': inPieces(
    ({ name }, index) => ({ index, id: `id${index}`, name, arguments: '{}' }),
    (text, _, index) => ({ index, arguments: text }),
  ),
  'arguments twice': whole(({ name, args }, index) => ({ index, name, arguments: JSON.stringify(args).repeat(2) })),
};

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 });

function cutterFor(places: readonly number[]): (text: string) => readonly string[] {
  return (text) =>
    piecesAt(
      text,
      places.map((place) => Math.floor(place * text.length)).sort((left, right) => left - right),
    );
}

function endOf(turn: TurnBuilder, pieces: readonly WireCall[], reason = 'tool_calls'): ModelTurn {
  for (const piece of pieces) {
    turn.call(piece);
  }
  turn.finish(reason);
  return turn.end();
}

describe.each(Object.entries(STYLES))('%s', (_, style) => {
  test('the calls come out as they went in', () => {
    fc.assert(
      fc.property(calls, cuts, (all, places) => {
        const turn = endOf(open({}, ['id0']), style(all, cutterFor(places)));
        const read = turn.tool_calls.map(({ function: { name, arguments: text } }) => ({
          name,
          args: JSON.parse(text),
        }));
        expect([read, turn.rejected]).toEqual([all, []]);
        const ids = turn.tool_calls.map(({ id }) => id);
        expect(new Set([...ids, 'id0']).size).toBe(all.length + 1);
      }),
      { numRuns: 100 },
    );
  });

  test('none comes out of a turn that was cut', () => {
    fc.assert(
      fc.property(
        calls,
        cuts,
        fc.constantFrom('length', 'content_filter', 'refusal', 'who_knows'),
        (all, places, reason) => {
          const turn = endOf(open(), style(all, cutterFor(places)), reason);
          expect([turn.tool_calls, turn.rejected.map((call) => call.reason)]).toEqual([[], all.map(() => 'truncated')]);
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('whatever comes, what is called is a declared tool with an object of arguments, and ids are never given twice', () => {
  const word = fc.constantFrom('', 'get_', 'get_time', 'weather', 'search', '_files', 'rm', null, undefined);
  const part = fc.constantFrom(
    '',
    ' ',
    '{}',
    '{',
    '}',
    '{"a":',
    '1}',
    '"b"',
    '[',
    '{"a":1}',
    'null',
    '\\',
    '"{}"',
    '\n',
  );
  const piece = fc.record(
    {
      id: fc.constantFrom('a', 'b', '', null, 7),
      index: fc.constantFrom(0, 1, '2', -1, null, 1.5),
      name: word,
      arguments: part,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const turn = open();
      turn.text('x');
      for (const each of pieces) {
        turn.call(each);
      }
      turn.finish('stop');
      const { tool_calls: found, rejected } = turn.end();
      for (const { function: called } of found) {
        const value: unknown = JSON.parse(called.arguments);
        expect(TOOLS).toContain(called.name);
        expect(Object.prototype.toString.call(value)).toBe('[object Object]');
      }
      const ids = [...found, ...rejected].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 2000 },
  );
});

test('the same pieces give the same turn', () => {
  const pieces: readonly WireCall[] = [{ index: 0, name: 'get_time', arguments: '{"a":1}{"a":2}' }, { name: 'search' }];
  expect(endOf(open(), pieces)).toEqual(endOf(open(), pieces));
});

describe('limits', () => {
  test.each([
    [
      'calls',
      { max_calls: 2 },
      [0, 1, 2].map((index) => ({ index, name: 'get_time', arguments: '{}' })),
      'too_many_calls',
    ],
    [
      'calls in one text',
      { max_calls: 2 },
      [{ name: 'get_time', arguments: '{"a":1}{"a":2}{"a":3}' }],
      'too_many_calls',
    ],
    [
      'arguments',
      { max_argument_chars: 10 },
      [{ name: 'get_time', arguments: '{"a":"1234567"}' }],
      'arguments_too_large',
    ],
    [
      'all of it',
      { max_answer_chars: 20 },
      [0, 1].map((index) => ({ index, arguments: '{"a":"1234"}' })),
      'answer_too_long',
    ],
  ])('%s', (_, limits, pieces, kind) => {
    expect(() => endOf(open(limits), pieces)).toThrow(
      expect.objectContaining({ code: 'LIMIT_REACHED', details: { kind } }),
    );
  });

  test('nesting that would break whoever reads it is no arguments', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { tool_calls: found, rejected } = endOf(open({ max_argument_chars: 1_000_000 }), [
      { index: 0, name: 'get_time', arguments: deep },
      { index: 1, name: 'get_time', arguments: JSON.stringify(deep) },
      { index: 2, name: 'get_time', arguments: JSON.parse(deep) },
    ]);
    expect([found, rejected.map(({ reason }) => reason)]).toEqual([[], Array(3).fill('invalid_arguments')]);
  });

  test('a name that does not end is not held', () => {
    const turn = open();
    for (let count = 0; count < 1000; count += 1) {
      turn.call({ index: 0, name: 'x'.repeat(100) + count });
    }
    turn.finish('stop');
    const [rejected] = turn.end().rejected;
    expect([rejected?.reason, (rejected?.name.length ?? 0) < 300]).toEqual(['unknown_tool', true]);
  });
});

test('values at the top are told apart wherever the text is cut', () => {
  const examples: readonly (readonly [string, readonly string[], boolean])[] = [
    ['{"a":1}', ['{"a":1}'], true],
    [' {} {"a":"}"}[1]"x" ', ['{}', '{"a":"}"}', '[1]', '"x"'], true],
    ['12 null{}', ['12', 'null', '{}'], true],
    ['{"a":"\\"}', ['{"a":"\\"}'], false],
    ['{}}', ['{}', '}'], false],
    ['', [], false],
  ];
  for (const [text, values, isComplete] of examples) {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const scan = createValueScan();
      scan.add(text.slice(0, cut));
      scan.add(text.slice(cut));
      expect([text, scan.values(), scan.isComplete]).toEqual([text, values, isComplete]);
    }
  }
});

/** How one call is sent; the servers that send so are all known. */
const manner = fc.record({
  index: fc.constantFrom('own', 'zero', 'none'),
  id: fc.constantFrom('own', 'same', 'empty', 'each piece'),
  repeatsId: fc.boolean(),
  repeatsName: fc.boolean(),
  isWhole: fc.boolean(),
  hasPlaceholder: fc.boolean(),
});
const given = fc.record({ name: fc.constantFrom(...TOOLS), value: values, how: manner, places: cuts });
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

const IDS: Readonly<Record<Given['how']['id'], (call: number, piece: number) => string>> = {
  own: (call) => `id${call}`,
  same: () => 'same',
  empty: () => '',
  'each piece': (call, piece) => `id${call}-${piece}`,
};

function argumentsOf({ value }: Given, call: number): Call['args'] {
  return { n: call, value };
}

function sent(one: Given, call: number): readonly WireCall[] {
  const { name, how, places } = one;
  const text = JSON.stringify(argumentsOf(one, call));
  const index = how.index === 'none' ? {} : { index: how.index === 'zero' ? 0 : call };
  const parts = how.isWhole ? [text] : cutterFor(places)(text);
  // With an id and the name in each piece, one without arguments looks like a call without arguments.
  const looksWhole = how.id === 'each piece' && how.repeatsName;
  const pieces = [...(how.hasPlaceholder ? ['{}'] : []), ...parts];
  return (looksWhole ? pieces.filter((part) => part !== '' && part !== '{}') : pieces).map((part, at) => ({
    ...index,
    ...(at === 0 || how.repeatsId || how.id === 'each piece' ? { id: IDS[how.id](call, at) } : {}),
    ...(at === 0 || how.repeatsName ? { name } : {}),
    arguments: part,
  }));
}

test('a server that changes its ways within a turn makes no call of the pieces of two', () => {
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 4 }), (all) => {
      const turn = endOf(open(), all.flatMap(sent));
      const called = turn.tool_calls.map(({ function: { name, arguments: text } }) => `${name} ${text}`);
      const known = new Set(all.map((one, call) => `${one.name} ${JSON.stringify(argumentsOf(one, call))}`));
      expect(called.filter((call) => !known.has(call))).toEqual([]);
      expect(new Set(called).size).toBe(called.length);
    }),
    { numRuns: 2000, seed: 1 },
  );
});
