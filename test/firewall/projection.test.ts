import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { intersectFields, readField } from '../../src/firewall/rows/field-paths.js';
import { compileProjection } from '../../src/firewall/rows/projection.js';

const proto = JSON.parse('{"__proto__":{"x":1,"y":2},"id":1}') as Value;

describe('projecting', () => {
  test.each<[string, readonly string[], Value, Value | undefined]>([
    ['plain names, in the order of the row', ['b', 'a'], { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }],
    ['none', [], { a: 1 }, {}],
    ['unknown names', ['x'], { a: 1 }, {}],
    ['null is a value', ['a'], { a: null }, { a: null }],
    ['a whole member', ['user'], { user: { name: 'ann', ssn: 1 } }, { user: { name: 'ann', ssn: 1 } }],
    ['a part of a member', ['user.name'], { user: { name: 'ann', ssn: 1 }, x: 1 }, { user: { name: 'ann' } }],
    ['a member and a part of it', ['user', 'user.name'], { user: { a: 1 } }, { user: { a: 1 } }],
    ['two parts', ['u.a', 'u.c.d'], { u: { a: 1, b: 2, c: { d: 3, e: 4 } } }, { u: { a: 1, c: { d: 3 } } }],
    [
      'through lists',
      ['items.id'],
      { items: [{ id: 1, x: 2 }, { x: 3 }, 7, [{ id: 4, x: 5 }]] },
      { items: [{ id: 1 }, {}, [{ id: 4 }]] },
    ],
    ['a path into a scalar', ['a.b'], { a: 1 }, {}],
    ['a path into null', ['a.b'], { a: null }, {}],
    ['a key with dots', ['a.b'], { 'a.b': 1, a: { c: 2 } }, { 'a.b': 1, a: {} }],
    ['a key with dots below a name', ['a'], { 'a.b': 1, ab: 2 }, { 'a.b': 1 }],
    ['a key with dots on the way', ['a.b.c'], { 'a.b': { c: 1, d: 2 } }, { 'a.b': { c: 1 } }],
    ['inherited names', ['toString', 'constructor.name'], { a: 1 }, {}],
    ['__proto__ by name', ['__proto__'], proto, JSON.parse('{"__proto__":{"x":1,"y":2}}') as Value],
    ['__proto__ by path', ['__proto__.x'], proto, JSON.parse('{"__proto__":{"x":1}}') as Value],
    ['a list is hidden', ['0'], [1], undefined],
    ['a text is hidden', ['length'], 'abc', undefined],
    ['a number is hidden', ['a'], 7, undefined],
    ['null is hidden', ['a'], null, undefined],
  ])('%s', (_name, paths, row, expected) => {
    expect(JSON.stringify(compileProjection(paths)(row))).toBe(JSON.stringify(expected));
  });

  test('does not change the row, nor give its members a prototype of their own', () => {
    const row = { user: { name: 'ann', ssn: 1 } };
    const shown = compileProjection(['user.name'])(row);
    expect(row).toEqual({ user: { name: 'ann', ssn: 1 } });
    expect(Object.getPrototypeOf(compileProjection(['__proto__'])(proto))).toBe(Object.prototype);
    expect(shown).not.toBe(row);
  });

  test('lists within lists without end are left out', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(5000)}{"b":1}${']'.repeat(5000)}}`) as Value;
    expect(JSON.stringify(compileProjection(['a.b'])(deep)).length).toBeLessThan(200);
  });
});

const key = fc.constantFrom('a', 'b', 'a.b', 'c', 'b.c', '__proto__');
const row = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.nat(9),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries) as Value),
  ),
})).value;
const paths = fc.array(fc.constantFrom('a', 'b', 'a.b', 'a.b.c', 'c', 'b.c', '__proto__', 'a.a'), { maxLength: 4 });

/** The dotted names of all scalars. */
function leaves(value: Value | undefined, name = ''): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Value) => leaves(item, name));
  }
  if (typeof value !== 'object' || value === null) {
    return value === undefined ? [] : [name];
  }
  return Object.entries(value).flatMap(([member, below]) => leaves(below, name === '' ? member : `${name}.${member}`));
}

describe('intersecting', () => {
  test.each([
    [['a'], ['a'], ['a']],
    [['a'], ['a.b'], ['a.b']],
    [['a.b', 'c'], ['a', 'd'], ['a.b']],
    [['a'], ['ab'], []],
    [[], ['a'], []],
    [['a', 'a.b'], ['a.b.c'], ['a.b.c']],
  ])('%j and %j: %j', (left, right, both) => {
    expect(intersectFields(left, right)).toEqual(both);
    expect(new Set(intersectFields(right, left))).toEqual(new Set(both));
  });

  test('shows exactly what both lists show', () => {
    fc.assert(
      fc.property(paths, paths, row, (left, right, value) => {
        const both = leaves(compileProjection(intersectFields(left, right))(value));
        const inLeft = new Set(leaves(compileProjection(left)(value)));
        const inRight = new Set(leaves(compileProjection(right)(value)));
        expect(new Set(both)).toEqual(new Set([...inLeft].filter((name) => inRight.has(name))));
      }),
      { numRuns: 500 },
    );
  });

  test('projecting twice is projecting once', () => {
    fc.assert(
      fc.property(paths, row, (list, value) => {
        const project = compileProjection(list);
        const once = project(value);
        expect(once === undefined ? undefined : project(once)).toEqual(once);
      }),
    );
  });

  test('a name that a projection hides cannot be read from it', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'c', 'a.b'), row, (visible, value) => {
        const shown = compileProjection([visible])(value);
        const hidden = ['b', 'b.c', '__proto__'].map((name) =>
          shown === undefined ? undefined : readField(shown, name),
        );
        expect(hidden).toEqual([undefined, undefined, undefined]);
      }),
    );
  });
});
