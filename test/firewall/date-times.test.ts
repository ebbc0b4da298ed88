import { describe, expect, it } from 'vitest';
import { dateTimeEnd } from '../../src/firewall/redactor/date-times.js';
import { createRedactor, redactText } from '../../src/firewall/redactor.js';

describe('times are passed by', () => {
  it.each([
    ['2024-03-18T22:06:11.508Z', '2024-03-18T22:06:11.508'],
    ['2024-03-18T22:06:11.508123Z,', '2024-03-18T22:06:11.508123'],
    ['2024-03-18T22:06:11Z INFO', '2024-03-18T22:06:11'],
    ['2024-03-18 22:06:11"', '2024-03-18 22:06:11'],
    ['2024-03-18 22:06:11 06 12 34 56 78', '2024-03-18 22:06:'],
    ['2024-03-18T22:06:11ZrTq9', '2024-03-18T22:06:'],
    ['2024-03-18T22:06:11.50812345Z', '2024-03-18T22:06:'],
  ])('%s as far as %s', (text, passed) => {
    expect(text.slice(0, dateTimeEnd(text, 0, 0, true))).toBe(passed);
  });

  it('a time at the end of what has come may go on', () => {
    expect(dateTimeEnd('2024-03-18T22:06:11Z', 0, 0, false)).toBe(17);
  });

  it.each(['2024-03-18', '2024-03-18T22:06', '0120-34-56T12:34:56Z', '2024-03-18 2206:11', '20240318T22:06:11Z'])(
    '%s is none',
    (text) => {
      expect(dateTimeEnd(text, 0, 0, true)).toBe(-1);
    },
  );

  it.each(['+2024-03-18T22:06:11Z', 'a2024-03-18T22:06:11Z'])('%s begins with something else', (text) => {
    expect(dateTimeEnd(text, 1, 0, true)).toBe(-1);
  });
});

describe('what stands behind a time or an amount', () => {
  it.each([
    ['2024-03-18 22:06:11 call (415) 555-0134', '2024-03-18 22:06:11 call [REDACTED:phone]'],
    ['2024-03-18T22:06:11.508Z +1-201-555-1000', '2024-03-18T22:06:11.508Z [REDACTED:phone]'],
    ['{"at":"2024-03-18T22:06:11Z","amount":54.95,"tel":"020 7946 0958"}', undefined],
    ['{"amount":54.95,"phone":"+1-201-555-1000"}', undefined],
  ])('%s, however it is cut', (text, expected) => {
    const whole = redactText(text).text;
    expect(whole).toBe(expected ?? text.replace(/"[+\d][\d -]{9,}"/, '"[REDACTED:phone]"'));
    for (let cut = 1; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(whole);
    }
  });
});
