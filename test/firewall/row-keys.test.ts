import { describe, expect, test } from 'vitest';
import { createTextRedactor } from '../../src/firewall/find/redactor.js';
import { fieldRule } from '../../src/firewall/judge/field-names.js';
import { createRowKeys } from '../../src/firewall/rows/row-keys.js';

function create() {
  const redact = createTextRedactor();
  let calls = 0;
  const keys = createRowKeys(fieldRule, (text) => {
    calls += 1;
    return redact(text);
  });
  const walk = (names: readonly string[]) => {
    let key = keys.start;
    return names.map((name) => {
      key = keys.after(key, name);
      return key;
    });
  };
  return { walk, calls: () => calls };
}

describe('the keys of rows', () => {
  test('are what their names say, in whatever order and company they come', () => {
    const { walk } = create();
    for (const names of [['id', 'email', 'city'], ['city', 'id'], ['email', 'email', 'id'], [''], ['id', 'city']]) {
      const keys = walk(names);
      expect(keys.map(({ name }) => name)).toEqual(names);
      expect(keys.map(({ rule }) => rule?.type)).toEqual(names.map((name) => fieldRule(name)?.type));
      expect(keys.map(({ isTown }) => isTown)).toEqual(names.map((name) => name === 'city'));
    }
  });

  test('are found out about once, and again when thousands of others were met', () => {
    const { walk, calls } = create();
    const before = calls();
    const [first] = walk(['id', 'email']);
    expect(walk(['id', 'email'])[0]).toBe(first);
    expect(calls() - before).toBe(2);
    walk(Array.from({ length: 5000 }, (_, index) => `key ${index}`));
    const [again] = walk(['id', 'email']);
    expect(again).not.toBe(first);
    expect(again?.name).toBe('id');
  });

  test('are shown redacted', () => {
    const [key] = create().walk(['ann@example.com']);
    expect([key?.shown, key?.types]).toEqual(['[REDACTED:email]', ['email']]);
  });
});
