import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemberFinder } from '../../../src/drivers/http/member-finder.js';

function find(text: string, path: string, cuts: readonly number[] = []): string | undefined {
  const bytes = Buffer.from(text);
  const finder = createMemberFinder(path.split('.'));
  const borders = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const parts = borders.slice(1).map((end, index) => finder.cut(bytes.subarray(borders[index], end)));
  const found = Buffer.concat(parts.filter((part) => part !== undefined)).toString();
  return finder.wasFound() ? found : undefined;
}

const TEXTS: readonly (readonly [string, string, string | undefined])[] = [
  ['{"a":[1,2]}', 'a', '[1,2]'],
  ['{"a":{"b":[1]},"b":[2]}', 'b', '[2]'],
  ['{"x":{"a":0},"a":{"x":1,"b":"}\\"]"}, "c":3}', 'a.b', '"}\\"]"'],
  ['{"a":[{"b":1}],"b":2}', 'a.b', undefined],
  ['{"a":1,"b":{"a":2}}', 'b.a', '2'],
  ['{"b":{"c":1},"a":{"b":{"c":2}}}', 'a.b.c', '2'],
  ['{"a":"b","b":true }', 'b', 'true'],
  ['{"x":["a",":",1],"a" : \n null\n}', 'a', 'null'],
  ['{"\\u0061":7}', 'a', '7'],
  ['{"a\\"":1,"a":2}', 'a', '2'],
  ['{"a":1,"a":2}', 'a', '1'],
  ['{"a":{},"b":{"c":{}}}', 'b.c', '{}'],
  ['[{"a":1}]', 'a', undefined],
  ['{"b":{"a":1}}', 'a', undefined],
  ['{"a":{"c":1},"b":2}', 'a.b', undefined],
  ['{"a":{"c":{"b":1}},"z":0}', 'a.b', undefined],
  ['"a"', 'a', undefined],
  ['{"é":{"ü":[1]}}', 'é.ü', '[1]'],
];

test.each(TEXTS)('%s at %s is %s, wherever it is cut', (text, path, expected) => {
  expect(find(text, path)).toBe(expected);
  expect(find(text, path, [...Buffer.from(text).keys()])).toBe(expected);
  for (let cut = 0; cut <= Buffer.byteLength(text); cut += 1) {
    expect(find(text, path, [cut])).toBe(expected);
  }
});

test('any member of any object is found as JSON.parse finds it', () => {
  const member = fc.constantFrom('a', 'b', 'a"', 'items');
  const tree = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.jsonValue(), tie('object'), fc.array(tie('object'), { maxLength: 2 })),
    object: fc.dictionary(member, tie('value'), { noNullPrototype: true, maxKeys: 3 }),
  }));
  const path = fc.array(member, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(tree.object, path, fc.nat(4), fc.array(fc.nat(2000)), (object, names, indent, cuts) => {
      const wanted = names.reduce<unknown>(
        (at, name) =>
          typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, name)
            ? Reflect.get(at, name)
            : undefined,
        object,
      );
      const found = find(JSON.stringify(object, undefined, indent), names.join('.'), cuts);
      expect(found === undefined ? undefined : JSON.parse(found)).toEqual(wanted);
    }),
  );
});
