import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publicNames } from '../../../src/server/mcp/public-names.js';

const LONG = `files.${'very_'.repeat(15)}long`;

it.each([
  ['github.list_issues', 'github__list_issues'],
  ['my-server.get-alerts', 'my_server__get_alerts'],
  ['a.dotted.name', 'a__dotted_name'],
  ['everything.get_structured_content', 'everythi__get_structured_content'],
])('%s is %s for a host', (id, name) => {
  expect(publicNames([id]).get(id)).toBe(name);
});

it('cuts what is too long, and ends it in a tail of its own', () => {
  expect(publicNames([LONG]).get(LONG)).toMatch(/^file__very_[a-z_]{14}_[0-9a-f]{6}$/);
});

it('tells apart what would be the same, the same in any order', () => {
  const ids = ['a.get-x', 'a.get_x', 'a.other'];
  const names = publicNames(ids);
  expect(new Set(names.values()).size).toBe(3);
  expect(names.get('a.other')).toBe('a__other');
  expect(publicNames(ids.toReversed())).toEqual(new Map([...names].reverse()));
});

it('is never longer than hosts allow, and never twice the same', () => {
  const id = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}\.[a-z0-9][a-z0-9._-]{0,60}$/);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 20 }), (ids) => {
      const names = [...publicNames(ids).values()];
      expect(names.every((name) => /^[a-z0-9_]{1,32}$/.test(name))).toBe(true);
      expect(new Set(names).size).toBe(ids.length);
    }),
  );
});
