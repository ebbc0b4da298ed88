import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { redactText } from '../../src/firewall/find/redactor.js';

/** Too short to be told from other numbers behind a plus sign: seven digits with the calling code. */
const TOO_SHORT = ['TA', 'TK'];

test('the international number of every country is hidden whole, as an independent library writes it', () => {
  const countries = getCountries();
  expect(countries.length).toBeGreaterThan(240);
  const shown = countries.filter((country) => {
    const example = getExampleNumber(country, examples);
    const forms = example === undefined ? [] : [example.number, example.formatInternational()];
    return forms.some((form) => /\d/.test(redactText(`reach ${form}, or write`).text));
  });
  expect(shown).toEqual(TOO_SHORT);
});
