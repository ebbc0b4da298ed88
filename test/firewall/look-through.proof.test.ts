import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalSafe } from '../../src/contract/terminal-safe.js';
import { firstUnprinted } from '../../src/contract/unprinted.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { proofSize } from '../support/proof-size.js';
import { proveText } from '../support/redactor-proof.js';

const { createRedactor, redactText } = subject;
/** More that shows nothing than is read in a row. */
const HOLE = '\0'.repeat(5000);
const KEY = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');

/** What shows nothing on a screen. */
const UNSEEN = [
  ...['\x1b[0m', '\x1b[01;31m\x1b[K', '\x1b[10;3H', '\x1b(B', '\x1b7', '\x9b31m'],
  ...[
    '\x1b]0;title\x07',
    '\x1b]8;;http://x\x1b\\',
    '\x9d0;t\x9c',
    '\x1bPq#0\x1b\\',
    '\x1b_Gi=1;AA\x1b\\',
    '\x1b^x\x1b\\',
    '\x1bXx\x1b\\',
  ],
  ...[
    '\0',
    '\x07',
    '\b',
    '\v',
    '\f',
    '\x7f',
    '\x85',
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\xad',
    '\u061c',
    '\u202e',
    '\u2066',
  ],
  ...['\ufe0f', '\u{e0101}', '\u{e0041}', '\u{e007f}', '\u034f', '\u2063'],
];
/** The same as programs spell it. */
const SPELLED = [
  ...['^[[0m', '^[[01;31m^[[K', '\\x1b[31m', '\\u001b[0m', '\\\\u001b[0m', '\\033[1m', '\\e[0m'],
  ...['\\u200b', '\\u00ad', '\\\\ufeff'],
  ...['<wbr>', '<wbr/>', '<b>', '</b>', '<b></b>', '</em><em class="hit">', '<SPAN style="color: red">'],
  ...['&#8203;', '&#x200B;', '&shy;', '&ZeroWidthSpace;', '&zwnj;<wbr>'],
];
/** These begin something, and may not end it. */
const BEGUN = [
  '^',
  '^[[3',
  'a<',
  'a<span ',
  'a&',
  'a\\',
  '\\x1b[',
  '\x1b',
  '\x1b[',
  '\x1b[3',
  '\x1b]',
  '\x1b]8;;',
  '\x9d',
  '\x9b',
  '\udb40',
  '\x1b(',
  '\r',
  '\n',
  '\ufffd',
];

/** A few of the texts of each kind, and where what is hidden of them stands. */
const chosen = chooseDetectors(subject);
const hidden = loadDetectorFixtures()
  .filter(({ kind, input }) => kind === 'ng' && firstUnprinted(input, 0) < 0)
  .flatMap(({ detector, input }) => {
    const options = chosen(detector);
    const { text, replacements } = redactText(input, options);
    let start = 0;
    let at = 0;
    const stretches = replacements.slice(0, 2).map((each) => {
      const from = start + each.at - at;
      start = from + each.raw_chars;
      at = each.at + each.length;
      return { input, options, text, from, to: start };
    });
    return stretches.filter(({ from, to }) => to - from >= 6);
  });

/** As a printer shows it, marks without width left out as well. */
function printed(text: string): string {
  return terminalSafe(text)
    .replace(/<U\+[\dA-F]{4}>/g, '')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function inPieces(text: string, lengths: readonly number[]): string {
  const redactor = createRedactor();
  let shown = '';
  let from = 0;
  for (const length of lengths) {
    shown += redactor.push(text.slice(from, from + length)).text;
    from += length;
  }
  return shown + redactor.end(text.slice(from)).text;
}

describe('what shows nothing', () => {
  test.each([...UNSEEN, ...SPELLED].map((unseen) => [JSON.stringify(unseen), unseen]))(
    'hides no key: %s',
    (_, unseen) => {
      for (let cut = 1; cut < KEY.length; cut += 1) {
        const text = `key ${unseen}${KEY.slice(0, cut)}${unseen}${KEY.slice(cut)}${unseen} end`;
        expect(redactText(text).text).toBe(`key ${unseen}[REDACTED:aws_key]${unseen} end`);
      }
    },
  );

  test.each(SPELLED.map((spelled) => [spelled]))('hides no e-mail address: %s', (spelled) => {
    for (const [before, behind] of [
      ['jo', 'e.doe@example.com'],
      ['joe.doe', '@example.com'],
      ['joe.doe@', 'example.com'],
      ['joe.doe@example', '.com'],
    ]) {
      expect(redactText(`to ${before}${spelled}${behind} end`).text).toBe('to [REDACTED:email] end');
    }
  });

  test.each(SPELLED.map((spelled) => [spelled]))('is looked through wherever the text is cut: %s', (spelled) => {
    for (const text of [
      `my ${KEY.slice(0, 4)}${spelled}${KEY.slice(4)} end`,
      `to joe.doe${spelled}@example.com end`,
      `a\\${KEY.slice(0, 4)}${spelled}${KEY.slice(4)} a&${KEY.slice(0, 4)}${spelled}${KEY.slice(4)}`,
      `a ${spelled} b${spelled} c${spelled}.`,
    ]) {
      const whole = redactText(text).text;
      for (let cut = 1; cut < text.length; cut += 1) {
        expect(inPieces(text, [cut])).toBe(whole);
        expect(inPieces(`\0\n${text}`, [2, cut])).toBe(`\0\n${whole}`);
      }
    }
  });

  test.each(SPELLED.map((spelled) => [spelled]))('beside %s hides what is hidden without a colour in it', (spelled) => {
    const number = ['411111111111', '1111'];
    for (const [before, behind] of [
      [`id 5${spelled}`, ' end'],
      ['id ', `${spelled}5 end`],
    ] as const) {
      const plain = redactText(before + number.join('') + behind).text;
      const text = before + number.join('\x1b[0m') + behind;
      const shown = redactText(text).text;
      expect(shown.includes(number[0] ?? '')).toBe(plain.includes(number.join('')));
      for (let cut = 1; cut < text.length; cut += 1) {
        expect(inPieces(text, [cut])).toBe(shown);
      }
    }
  });

  test('hides no e-mail address of which a search has marked a part', () => {
    for (const marked of [
      'joe.<em>doe</em>@example.com',
      'joe.doe@<mark>example</mark>.com',
      'joe.doe@ex<b>amp</b>le.com',
    ]) {
      expect(redactText(`to ${marked} end`).text).toBe('to [REDACTED:email] end');
    }
    expect(redactText('<b>joe</b>.doe@example.com').text).toBe('<b>[REDACTED:email]');
  });

  test('makes two words one only where one ends at it and one begins', () => {
    const cells = '<td>joe.doe@example.com</td><td>Street</td>';
    expect(redactText(cells).text).toBe('<td>[REDACTED:email]</td><td>Street</td>');
    expect(redactText('joe.doe@example.com<b>, then</b>').text).toBe('[REDACTED:email]<b>, then</b>');
  });

  test('hides nothing of any kind, wherever it stands', () => {
    const choice = fc.tuple(
      fc.constantFrom(...hidden),
      fc.constantFrom(...UNSEEN),
      fc.nat(),
      fc.constantFrom(...UNSEEN),
      fc.nat(),
      fc.constantFrom('', '', ...SPELLED.map((spelled) => `7${spelled}`)),
    );
    fc.assert(
      fc.property(choice, ([{ input, options, text, from, to }, one, first, other, second, before]) => {
        const secret = input.slice(from, to);
        const places = [first, second].map((place) => 1 + (place % (secret.length - 1))).sort((a, b) => a - b);
        const [low = 1, high = 1] = places;
        const parts = [secret.slice(0, low), one, secret.slice(low, high), other, secret.slice(high)];
        fc.pre(!/[\ud800-\udfff]/.test(secret));
        const redacted = redactText(
          `${input.slice(0, from)}${before}${parts.join('')}${input.slice(to)}`,
          options,
        ).text;
        // The type in a placeholder may be a word of the value: `hunter2secret`.
        const shown = printed(redacted).replace(/\[REDACTED:[a-z_]+\]/g, '[]');
        const usual = printed(
          before === '' ? text : redactText(`${input.slice(0, from)}${before}${input.slice(from)}`, options).text,
        );
        for (let at = 0; at + 6 <= secret.length; at += 1) {
          const run = secret.slice(at, at + 6);
          expect(usual.includes(run) || !shown.includes(run), JSON.stringify([secret, one, low, other, high])).toBe(
            true,
          );
        }
      }),
      { numRuns: proofSize(400, 1500) },
    );
  });

  test('makes no difference to the cuts, nor to a second time', () => {
    const part = fc
      .tuple(fc.constantFrom(...hidden), fc.nat({ max: 40 }), fc.nat({ max: 60 }))
      .map(([{ input, from }, before, length]) => input.slice(Math.max(0, from - before), from + length));
    const piece = fc.oneof(
      part,
      fc.constantFrom(...UNSEEN, ...SPELLED),
      fc.constantFrom(...BEGUN),
      fc.constantFrom('[REDACTED:email]', 'a word '),
    );
    const text = fc.array(piece, { minLength: 2, maxLength: 8 }).map((pieces) => pieces.join(''));
    const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 });
    fc.assert(
      fc.property(text, lengths, (whole, sizes) => {
        let at = 0;
        const pieces = sizes.map((size) => {
          at += size;
          return whole.slice(at - size, at);
        });
        proveText(subject, whole, [...pieces, whole.slice(at)]);
      }),
      { numRuns: proofSize(150, 400) },
    );
  });
});

test.each(['\x1b', '\x1b(', '\x1b[31', '\x9b'])(
  'what is hidden behind %j does not become the end of a sequence',
  (begun) => {
    for (const text of [`"password":${begun}¡t`, `"password"\x1b[0m:${begun}¡t`, `mail ${begun}joe.doe@example.com`]) {
      proveText(subject, text, [...text]);
    }
  },
);

test('more in a row than is read: the same however it is cut', () => {
  const units = ['\0', '\x01', '\x1b[0m', '\u{e0041}', '\ufffd', '\0\0\x01'];
  const run = fc
    .tuple(fc.constantFrom(...units), fc.constantFrom(1, 3, 2000, 4095, 4096, 4097, 6000))
    .map(([unit, count]) => unit.repeat(count));
  const said = fc.constantFrom(
    KEY,
    KEY.slice(0, 8),
    KEY.slice(8),
    'a word ',
    '\n',
    'ann@example.com',
    '[REDACTED:email]',
  );
  const text = fc.array(fc.oneof(run, said), { minLength: 2, maxLength: 8 }).map((pieces) => pieces.join(''));
  const lengths = fc.array(fc.constantFrom(1, 2, 500, 3000, 4096), { maxLength: 12 });
  fc.assert(
    fc.property(text, lengths, (whole, sizes) => {
      expect(inPieces(whole, sizes) === redactText(whole).text).toBe(true);
    }),
    { numRuns: proofSize(25, 60) },
  );
});

describe('beside what shows nothing', () => {
  test.each([
    ['a match in colour', `\x1b[01;31m\x1b[K${KEY}\x1b[m\x1b[K`, '\x1b[01;31m\x1b[K[REDACTED:aws_key]\x1b[m\x1b[K'],
    ['a word before a colour', `foo\x1b[0m${KEY}`, 'foo\x1b[0m[REDACTED:aws_key]'],
    ['a word before a place on the screen', `foo\x1b[1;1H${KEY}`, 'foo\x1b[1;1H[REDACTED:aws_key]'],
    [
      'two keys in two colours',
      `\x1b[31m${KEY}\x1b[m\x1b[32m${KEY}\x1b[m`,
      '\x1b[31m[REDACTED:aws_key]\x1b[m\x1b[32m[REDACTED:aws_key]\x1b[m',
    ],
    ['a list of variables', `A=b\0KEY=${KEY}\0HOME=/root\0`, 'A=b\0KEY=[REDACTED:aws_key]\0HOME=/root\0'],
    [
      'a link with a password',
      'x\x1b]8;;https://u:s3cretpa5s@h/\x1b\\link',
      'x\x1b]8;;https://u:[REDACTED:password]@h/\x1b\\link',
    ],
    ['a title that never ends', `${KEY.slice(0, 8)}\x1b]${KEY.slice(8)}`, '[REDACTED:aws_key]'],
    ['a mark at the beginning', '\ufeffa', '\ufeffa'],
    [
      'more bytes that are no text than a limit in a row',
      `${'\ufffd'.repeat(9000)} ${KEY.slice(0, 8)}\ufffd${KEY.slice(8)}${'\ufffd'.repeat(9000)}`,
      `${'\ufffd'.repeat(9000)} [REDACTED:aws_key]${'\ufffd'.repeat(9000)}`,
    ],
    [
      'holes in a file',
      `${KEY}${HOLE}ann@example.com${HOLE}${KEY.slice(0, 8)}${HOLE}${KEY.slice(8)}${HOLE}`,
      `[REDACTED:aws_key]${HOLE}[REDACTED:email]${HOLE}[REDACTED:aws_key]${HOLE}`,
    ],
    ['too much that is not alike', `a${HOLE}${'\x01\x02'.repeat(9)}b`, `a${HOLE}[REDACTED:control_characters]b`],
    ['nothing to find', 'a\x1b[1mb\x1b[0m\0c\u200bd', 'a\x1b[1mb\x1b[0m\0c\u200bd'],
  ])('%s', (_, text, wanted) => {
    expect(redactText(text).text).toBe(wanted);
    expect(
      inPieces(
        text,
        text.split('').map(() => 1),
      ),
    ).toBe(wanted);
  });
});

test('rows: values, names and what is judged by its name', () => {
  const row = {
    note: `${KEY.slice(0, 8)}\x1b[0m${KEY.slice(8)}`,
    '\x1b[1mpass\u200bword\x1b[0m': 'hunter2x',
    birth_date: '\x1b[1m1984-03-02\x1b[0m',
  };
  expect(createValueRedactor()(row).value).toEqual({
    note: '[REDACTED:aws_key]',
    '\x1b[1mpass\u200bword\x1b[0m': '[REDACTED:password]',
    birth_date: '[REDACTED:birth_date]',
  });
});

/** Longer than the distance at which one reading is enough again. */
const LINES = 'The quick brown fox jumps over a lazy dog, all day long.\n'.repeat(1200);

test('far behind what shows nothing a text is as any, and then again not', () => {
  const text = [
    LINES,
    `\x1b[1m${KEY.slice(0, 8)}\x1b[0m${KEY.slice(8)}\n`,
    LINES,
    `${KEY}\n`,
    LINES,
    `${KEY.slice(0, 4)}\0${KEY.slice(4)}\n`,
  ].join('');
  const wanted = [
    LINES,
    '\x1b[1m[REDACTED:aws_key]\n',
    LINES,
    '[REDACTED:aws_key]\n',
    LINES,
    '[REDACTED:aws_key]\n',
  ].join('');
  for (const length of [1, 777, 40_000, text.length]) {
    expect(inPieces(text, new Array(Math.ceil(text.length / length)).fill(length)) === wanted).toBe(true);
  }
});

test('what comes without end, and shows nothing, is held in bounds and hides nothing', () => {
  const redactor = createRedactor();
  let shown = redactor.push(`key ${KEY.slice(0, 8)}`).text;
  for (let count = 0; count < 1000; count += 1) {
    shown += redactor.push('\0'.repeat(1000)).text;
    expect(redactor.held()).toBeLessThanOrEqual(1_000_008);
  }
  shown += redactor.push(`${KEY.slice(8)} end`).text + redactor.end().text;
  expect(shown).toBe('key [REDACTED:aws_key] end');
});
