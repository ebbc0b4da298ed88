import { describe, expect, test } from 'vitest';
import { firstUnprinted } from '../../src/contract/unprinted.js';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { proofSize } from '../support/proof-size.js';

const { createRedactor, redactText } = subject;
const MAIL = ['zebulon.quark77', 'mailhost.example.com'].join('@');
/** In the usual run the first of each detector, and some of the others. */
const EVERY = proofSize(3, 1);
/** What bytes become that are not UTF-8. */
const LOST = '\ufffd';

describe('beside bytes that are no text', () => {
  test.each([
    ['an address', `${MAIL}${LOST} x`, `[REDACTED:email]${LOST} x`],
    ['an address behind them', `a ${LOST}${MAIL}`, `a ${LOST}[REDACTED:email]`],
    ['a password in quotes of Windows', `password: ${LOST}Tr0ub4dor3x${LOST}`, 'password: [REDACTED:password]'],
    ['a password with a letter of Latin-1', `password: Tr0ub4${LOST}dor3x`, 'password: [REDACTED:password]'],
    ['a name', `Author: Alice Smith${LOST} <${MAIL}>`, `Author: [REDACTED:person_name]${LOST} <[REDACTED:email]>`],
    ['nothing', `caf${LOST} cr${LOST}me`, `caf${LOST} cr${LOST}me`],
    [
      'many of them',
      `${LOST.repeat(9000)} ${MAIL}${LOST.repeat(9000)}`,
      `${LOST.repeat(9000)} [REDACTED:email]${LOST.repeat(9000)}`,
    ],
  ])('%s', (_, text, wanted) => {
    expect(redactText(text).text).toBe(wanted);
    const redactor = createRedactor();
    expect(
      text
        .split('')
        .map((each) => redactor.push(each).text)
        .join('') + redactor.end().text,
    ).toBe(wanted);
  });

  const chosen = chooseDetectors(subject);
  const fixtures = loadDetectorFixtures().filter(({ kind, input }) => kind === 'ng' && firstUnprinted(input, 0) < 0);

  const casesOf = (detector: string) =>
    fixtures.filter((each) => each.detector === detector).filter((_, index) => index % EVERY === 0);

  test.each([...new Set(fixtures.map(({ detector }) => detector))])('behind what %s hides', (detector) => {
    const options = chosen(detector);
    for (const { input, name } of casesOf(detector)) {
      const { text, replacements } = redactText(input, options);
      let end = 0;
      let at = 0;
      for (const each of replacements) {
        const from = end + each.at - at;
        end = from + each.raw_chars;
        at = each.at + each.length;
        const secret = input.slice(from, end);
        const shown = redactText(`${input.slice(0, end)}${LOST}${input.slice(end)}`, options).text;
        expect([name, secret, ...runsOf(secret).filter((run) => shown.includes(run) && !text.includes(run))]).toEqual([
          name,
          secret,
        ]);
      }
    }
  });
});

function runsOf(secret: string): readonly string[] {
  return Array.from({ length: Math.max(0, secret.length - 5) }, (_, at) => secret.slice(at, at + 6));
}
