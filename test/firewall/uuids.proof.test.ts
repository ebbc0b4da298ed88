import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

/** Nearly all of the digits are decimal: then one in a hundred ends in the number of a card, and not in 100,000. */
const digit = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom(...'0123456789') },
  { weight: 1, arbitrary: fc.constantFrom(...'abcdef') },
);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''));
const uuid = fc
  .tuple(digits(8), digits(4), digits(3), fc.constantFrom('8', '9', 'a', 'b'), digits(3), digits(12))
  .map(([first, second, third, variant, fourth, last]) => `${first}-${second}-4${third}-${variant}${fourth}-${last}`);

/** Version 4, with a valid number of a card at the end. */
const WITH_CARD = '3ebb6fe0-71fa-45da-8203-401107229872';
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  alone: (id) => id,
  'in a sentence': (id) => `The job ${id} was done.`,
  'in upper case': (id) => id.toUpperCase(),
  'in braces': (id) => `{${id}}`,
  'as a name of a resource': (id) => `urn:uuid:${id}`,
  'in a path': (id) => `/api/v1/items/${id}/parts/${id}.json`,
  'in a URL': (id) => `https://x.io/a/${id}?ref=${id}&n=1`,
  'in JSON': (id) => `{"id":"${id}","of":["${id}"]}`,
  'in CSV': (id) => `1,${id},a`,
  'behind a name': (id) => `pod-${id} item_${id} trace:${id}:1 id=${id}`,
};

describe('a UUID is no number, whatever its digits are', () => {
  test.each(Object.entries(PLACES))('%s', (_, place) => {
    const seen = fc.property(fc.array(uuid, { minLength: 200, maxLength: 200 }), (ids) => {
      const text = ids.map(place).join('\n');
      expect(redactText(text).text).toBe(text);
    });
    fc.assert(seen, { numRuns: 10 });
  });

  test('as the id of a row', () => {
    const redact = createValueRedactor({});
    const seen = fc.property(fc.array(uuid, { minLength: 200, maxLength: 200 }), (ids) => {
      const rows = ids.map((id) => ({ id, parent_id: id.toUpperCase() }));
      expect(redact(rows).value).toEqual(rows);
    });
    fc.assert(seen, { numRuns: 10 });
  });

  test.each(Object.entries(PLACES))('%s, cut anywhere', (_, place) => {
    const text = `${place(WITH_CARD)}\n`;
    for (let cut = 1; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(text);
    }
  });

  test.each([
    ['what has not its form is a number', '71fa-45da-4011-0722-9872-1111', '71fa-45da-4011-0722-9872-1111'],
    ['a card beside it', `${WITH_CARD} 4111-1111-1111-1111`, `${WITH_CARD} [REDACTED:card]`],
    ['a card before it', `4111-1111-1111-1111-${WITH_CARD}`, `4111-1111-1111-1111-${WITH_CARD}`],
    ['a digit more', `${WITH_CARD}1`, `${WITH_CARD}1`],
    ['the value of a sensitive name', `client_secret = '${WITH_CARD}'`, "client_secret = '[REDACTED:secret]'"],
  ])('%s', (_, text, expected) => {
    expect(redactText(text).text).toBe(expected);
    for (let cut = 1; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(expected);
    }
  });
});
