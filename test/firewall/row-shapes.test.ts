import { describe, expect, test } from 'vitest';
import { fieldRule } from '../../src/firewall/judge/field-names.js';
import { createRowShapes } from '../../src/firewall/people/person-fields.js';

/** Counts how often a rule is looked up. */
function counted() {
  let calls = 0;
  const shapeOf = createRowShapes((name) => {
    calls += 1;
    return fieldRule(name);
  });
  return { shapeOf, calls: () => calls };
}

describe('the shape of rows', () => {
  test('says which members are parts of an address, and whether one is what only people have', () => {
    const { shapeOf } = counted();
    const { addresses, isPerson } = shapeOf({ id: 1, street: 'Main Street 1', email: null });
    expect(addresses.map(([name, rule]) => [name, rule.type])).toEqual([['street', 'address']]);
    expect(isPerson).toBe(true);
    expect(shapeOf({ id: 1, phone: '555' })).toMatchObject({ addresses: [], isPerson: false });
  });

  test('is found out once for rows with the same names, also when they take turns', () => {
    const { shapeOf, calls } = counted();
    const rows = [{ id: 1, name: 'a' }, { id: 1, name: 'a', email: '' }, { name: 'b', id: 2 }, {}];
    for (const row of [...rows, ...rows, ...rows]) {
      expect(shapeOf(row).isPerson).toBe('email' in row);
    }
    expect(calls()).toBe(7);
  });

  test('is right for more shapes than are remembered, and for objects with very many members', () => {
    const { shapeOf } = counted();
    const rows = Array.from({ length: 20 }, (_, index) => ({ [`key${index}`]: 1, [index % 2 ? 'ssn' : 'id']: 2 }));
    for (const row of [...rows, ...rows]) {
      expect(shapeOf(row).isPerson).toBe('ssn' in row);
    }
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
    expect(shapeOf({ email: 1, ...many }).isPerson).toBe(true);
    expect(shapeOf({ ...many, email: 1 }).isPerson).toBe(false);
    expect(shapeOf({ ...many, street: 1 }).addresses.map(([name]) => name)).toEqual(['street']);
  });
});
