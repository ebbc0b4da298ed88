import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalSafe, terminalSafeJson, terminalSafeLine } from '../../src/contract/terminal-safe.js';

const DANGEROUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

describe('terminalSafe', () => {
  test.each([
    ['plain text', 'one\ttwo\nthree', 'one\ttwo\nthree'],
    ['a colour', '\u001b[31mred\u001b[0m', 'red'],
    ['a colour in C1 form', '\u009b31mred', 'red'],
    ['a sequence with intermediates', '\u001b[?25l\u001b[1 qx', 'x'],
    ['a title', '\u001b]0;title\u0007x', 'x'],
    ['a hyperlink', '\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a clipboard write', 'a\u001b]52;c;aGk=\u0007b', 'ab'],
    ['an OSC in C1 form', '\u009d0;title\u009cx', 'x'],
    ['a device control string', '\u001bP1$qm\u001b\\x', 'x'],
    ['an application command', '\u001b_Gi=1;AAAA\u001b\\x', 'x'],
    ['a privacy message', '\u001b^secret\u001b\\x', 'x'],
    ['a title that never ends', '\u001b]0;rm -rf', '0;rm -rf'],
    ['a charset switch', '\u001b(0lqk', 'lqk'],
    ['a full reset', '\u001bcx', 'x'],
    ['an escape before a placeholder', '\u001b[REDACTED:email]', '[REDACTED:email]'],
    ['a sequence that a placeholder cuts off', '\u009b31[REDACTED:email]', '31[REDACTED:email]'],
    ['a lone escape at the end', 'x\u001b', 'x'],
    ['bell and backspace', 'a\u0007b\u0008c', 'abc'],
    ['delete', 'a\u007fb', 'ab'],
    ['Windows line ends', 'a\r\nb', 'a\nb'],
    ['a progress bar', '50%\r60%', '50%\n60%'],
    ['a direction override', 'user\u202etxt.exe', 'user<U+202E>txt.exe'],
    ['isolates', '\u2066a\u2069', '<U+2066>a<U+2069>'],
    ['a lone high surrogate', 'a\ud83dz', 'a\ufffdz'],
    ['a pair', '😀', '😀'],
    ['nested: removing one makes no other', '\u001b\u001b[31m[32mx', '[32mx'],
    ['a title too long for one', `\u001b]0;${'x'.repeat(3000)}\u0007`, `0;${'x'.repeat(3000)}`],
  ])('%s', (_, given, wanted) => {
    expect(terminalSafe(given)).toBe(wanted);
  });

  test('nothing that a terminal obeys survives, whatever the text', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\u001b',
          '\u001b[',
          '\u001b]',
          '\u009b',
          '\u009d',
          '\u0007',
          '\u001b\\',
          '\r',
          '\u202e',
          '31m',
          ';',
          '\ud800',
        ),
      ),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const safe = terminalSafe(parts.join(''));
        expect(safe).not.toMatch(DANGEROUS);
        expect(safe).not.toMatch(LONE_SURROGATE);
        expect(terminalSafe(safe)).toBe(safe);
      }),
    );
  });

  test('long runs of introducers take linear time', () => {
    for (const piece of ['\u001b]', '\u009d', '\u001b[', '\u009b', '\u001b[0', '\u001bP']) {
      expect(terminalSafe(piece.repeat(200_000))).not.toMatch(DANGEROUS);
    }
  });
});

test('a line has no line breaks left', () => {
  expect(terminalSafeLine('a\nb\tc\r\nd')).toBe('a⏎b c⏎d');
});

test('JSON for a terminal has the same value and no bare control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = terminalSafeJson(JSON.stringify({ text }));
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(DANGEROUS);
    }),
  );
});
