import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutLine } from '../../../src/firewall/texts/cut-line.js';
import { picksOf } from '../../../src/firewall/texts/picks.js';
import { rankItems } from '../../../src/firewall/texts/rank.js';
import { digestOf } from '../../support/digest-of.js';

const PLACEHOLDER = '[REDACTED:email]';

it('a cut line has no half of a placeholder or of a character, and says how much is gone', () => {
  const part = fc.constantFrom('a', ' ', '😀', PLACEHOLDER, 'word', ']');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 80 }), fc.integer({ min: 20, max: 200 }), (parts, most) => {
      const line = parts.join('');
      const { text, left } = cutLine(line, most);
      if (line.length <= most) {
        expect({ text, left }).toEqual({ text: line, left: 0 });
        return;
      }
      const [start = '', end = ''] = text.split(`[… ${left} characters …]`);
      expect(start.length + end.length + left).toBe(line.length);
      expect(line.startsWith(start) && line.endsWith(end)).toBe(true);
      expect(Buffer.from(text).toString()).toBe(text);
      expect(start.replaceAll(PLACEHOLDER, '')).not.toContain('[');
      expect(end.replaceAll(PLACEHOLDER, '')).not.toMatch(/REDACTED|email/);
    }),
  );
});

it('an error line that is dearer than its part of the budget is shown by its beginning and its end', () => {
  const error = `fatal: [web1]: FAILED! => {"cmd": "${'make '.repeat(200)}", "msg": "no port is free"}`;
  const kept = digestOf([...Array.from({ length: 500 }, (_, at) => `step ${at} went well`), error, 'and so on']);
  const picks = picksOf(rankItems(kept, { maxTokens: 500, density: 0.3, headShare: 5 }), kept);
  const line = picks
    .show(2, 0)
    .highlights.map(({ text }) => text.split('\n')[0])
    .join('\n');
  expect(line).toMatch(/^fatal: \[web1\].{50,300}… 8\d\d characters ….{20,80}"msg": "no port is free"\}$/);
});

it('a part of the next line is shown where it has no room as a whole', () => {
  const error = `fatal: ${'make '.repeat(20)}done`;
  const kept = digestOf(['step 1', error, ...Array.from({ length: 50 }, (_, at) => `step ${at} went well`)]);
  const picks = picksOf(rankItems(kept, { maxTokens: 500, density: 0.3, headShare: 5 }), kept);
  const texts = picks.show(0, 0, 40).highlights.map(({ text }) => text);
  expect(texts).toEqual([expect.stringMatching(/^fatal: make.{10,30}\[… \d+ characters …\].{4,12}$/)]);
  expect(picks.show(0, 0, 40).rawChars).toBeLessThan(60);
});

const LINE = Array.from({ length: 1000 }, (_, at) => `word ${at} `).join('');

it.each([2000, 1000, 400, 41])(
  'a line that was cut before says, when it is cut to %i, all that is missing between its ends',
  (most) => {
    const once = cutLine(LINE, 2048);
    const twice = cutLine(once.text, most);
    const [, start = '', count = '', end = ''] = /^(.*)\[… (\d+) characters …\](.*)$/.exec(twice.text) ?? [];
    expect(LINE.startsWith(start) && LINE.endsWith(end)).toBe(true);
    expect(twice.text.split('characters').length).toBe(2);
    expect(start.length + end.length).toBeLessThanOrEqual(most);
    expect(Number(count)).toBe(LINE.length - start.length - end.length);
    expect(once.left + twice.left).toBe(Number(count));
  },
);

it('what only looks like such a gap is a part of the line', () => {
  const text = `[… some characters …] ${LINE}`;
  const { text: cut, left } = cutLine(text, 400);
  expect(cut.startsWith('[… some characters …] word 0 ')).toBe(true);
  expect(left).toBe(text.length - 400);
});
