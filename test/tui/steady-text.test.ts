import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/tui/text/display-width.js';
import { steadyText } from '../../src/tui/text/steady-text.js';

describe('steadyText', () => {
  test.each([
    ['plain text', 'one two', 'one two'],
    ['what joins emoji', '👩\u200d🚀', '👩🚀'],
    ['what chooses how a character looks', '❤\ufe0f 1\ufe0f\u20e3', '❤ 1\u20e3'],
    ['a soft hyphen', 'co\u00adop', 'coop'],
    ['blanks without width, and a byte order mark', 'a\u200b\u2060\ufeffb', 'ab'],
    ['letters that cannot be seen', 'a\u{e0041}\u{e0042}b\u3164c', 'abc'],
    ['notes between lines', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['other line ends', 'a\u2028b\u2029c', 'a b c'],
    ['a pile of marks', `e${'\u0301'.repeat(1000)}x`, `e${'\u0301'.repeat(4)}x`],
    ['marks that letters need', 'Vie\u0323\u0302t', 'Vie\u0323\u0302t'],
    ['a control character that came through', 'a\u0007\u001b[2J\u009b31mb', 'a[2J31mb'],
  ])('%s', (_, given, wanted) => {
    expect(steadyText(given)).toBe(wanted);
  });

  test('never changes the width', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\u0301', '\u200d', '\ufe0f', '👩', '漢', '\u00ad', '\u2028', '\u{e0041}', '\u{1f3fb}', '\u1161'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '');
        const steady = steadyText(text);
        expect(displayWidth(steady)).toBe(displayWidth(text));
        expect(steadyText(steady)).toBe(steady);
      }),
    );
  });
});

describe('displayWidth', () => {
  test.each([
    ['emoji among the signs', '✅⚡❌⭐', 8],
    ['signs that are no emoji by themselves', '❤✓☀', 3],
    ['Chinese, Japanese, Korean', '漢字かなカナ한글', 16],
    ['Korean in parts, as some file systems name files', '한글'.normalize('NFD'), 4],
    ['marks above and below', 'e\u0301a\u0323', 2],
    ['marks with room of their own', 'का', 2],
    ['what is not drawn', 'a\u200d\ufe0f\u00ad\u2060b', 2],
    ['a wide character at the end of all ranges', '\u{3fffd}', 2],
    ['a flag, of two letters', '🇩🇪', 2],
  ])('%s', (_, text, wanted) => {
    expect(displayWidth(text)).toBe(wanted);
  });
});
