import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseShallow, shallowJson } from '../../src/streams/deep-json.js';
import { createJsonDecoder } from '../../src/streams/json.js';
import { createNdjsonDecoder } from '../../src/streams/ndjson.js';
import { bytes, collect } from './collect.js';

const nested = (levels: number, inner = ''): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
const DEEP = 'what is nested too deeply is kept as text';

function depthOf(value: unknown): number {
  let depth = 0;
  for (let at = value; Array.isArray(at); at = at[0]) {
    depth += 1;
  }
  return depth;
}

function innermost(value: unknown): unknown {
  let at = value;
  while (Array.isArray(at) && at.length > 0) {
    at = at[0];
  }
  return at;
}

describe('JSON that is nested deeply', () => {
  test.each([
    [MAX_JSON_DEPTH, 0],
    [MAX_JSON_DEPTH + 1, 1],
    [1_000_000, 1],
  ])('%d levels: no more than the most are built', (levels, cut) => {
    const json = nested(levels, '"]}\\"["');
    const shallow = shallowJson(json);
    expect(shallow.cut).toBe(cut);
    const value = parseShallow(json);
    expect(depthOf(value)).toBe(Math.min(levels, MAX_JSON_DEPTH));
    const rest = nested(levels - MAX_JSON_DEPTH, '"]}\\"["');
    expect(innermost(value)).toBe(cut === 0 ? ']}"[' : rest);
  });

  test('what is beside it stays, and each deep part counts', () => {
    const deep = nested(MAX_JSON_DEPTH);
    const json = `{"a":${deep},"b":[${deep},{"c":"\\\\"}],"d":1}`;
    const { json: shallow, cut } = shallowJson(json);
    expect(cut).toBe(2);
    expect(Object.keys(Object(JSON.parse(shallow)))).toEqual(['a', 'b', 'd']);
    expect(JSON.parse(shallow)).toMatchObject({ b: [expect.anything(), { c: '\\' }], d: 1 });
  });

  test.each(['['.repeat(3_000_000), '{"a":'.repeat(1_000_000), `[${'['.repeat(2000)}"`])(
    'what nobody closes is no JSON, and nothing is built of it: %#',
    (json) => {
      expect(shallowJson(json).json.length).toBeLessThan(json.length);
      expect(() => parseShallow(json)).toThrow(SyntaxError);
    },
  );

  test('any JSON whose depth is bounded is what it was', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), fc.nat({ max: 3 }), (json, copies) => {
        const long = `[${Array(copies * 1000 + 1)
          .fill(json)
          .join()}]`;
        expect(shallowJson(long)).toEqual({ json: long, cut: 0 });
      }),
      { numRuns: 100 },
    );
  });

  test('records keep it as text, which is counted, and their lines say the same', () => {
    const record = `{"id":2,"x":${nested(5000)},"é":1}`;
    const text = nested(5000 - MAX_JSON_DEPTH + 1);
    for (const line of [record, record.replace('é', 'e')]) {
      const found = collect(createNdjsonDecoder(), [bytes(`{"id":1}\n${line}\n{"id":3}\n`)]);
      expect(found.rows.map((row) => Object(row).id)).toEqual([1, 2, 3]);
      expect(innermost(Object(found.rows[1]).x)).toBe(text);
      expect(found).toMatchObject({ warnings: { [DEEP]: 1 }, lost: 0 });
    }
    const found = collect(createJsonDecoder(), [bytes(`[{"id":1},${record}]`)]);
    expect(innermost(Object(found.rows[1]).x)).toBe(text);
    expect(found).toMatchObject({ warnings: { [DEEP]: 1 }, lost: 0 });
  });
});
