import { describe, expect, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { provePieces } from '../support/redactor-proof.js';

const PIECES = [1, 2, 3, 7, 64, 1000];
const SECRET = 'Xk2vQ9';

/** Of a number, letters and digits as of a password. */
function word(index: number): string {
  return `${SECRET}${((index + 1) * 7_919).toString(36)}zR`;
}

function words(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => word(index));
}

/** Values of which so much comes that they are withheld before their end is known. */
const LONG: readonly (readonly [string, string])[] = [
  ['a list below its key', `passwords:\n${words(400).join('\n').replace(/^/gm, '  - ')}\nnext: 1\n`],
  ['a list beside its key', `passwords:\n${words(400).join('\n').replace(/^/gm, '- ')}\nnext: 1\n`],
  ['a block below its key', `password: |\n${words(400).join('\n').replace(/^/gm, '    ')}\nnext: 1\n`],
  ['a string with escapes', `{"password":"${words(700).join('\\\\\\"')}\\\\","next":1}`],
  ['JSON within JSON', JSON.stringify({ log: JSON.stringify({ password: words(600).join('\\"\\'), next: 1 }) })],
  ['a string over lines', `password = """${words(600).join('\n')}"""\nnext = 1\n`],
  [
    'a key',
    `-----BEGIN ${'PRIVATE'} KEY-----\n${words(900)
      .join('')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END ${'PRIVATE'} KEY-----\nnext\n`,
  ],
  ['credentials of a URL', `postgres://app:${words(300).join('.')}@db.example.com/shop next\n`],
];

function cut(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

describe('a withheld value', () => {
  test.each(LONG)('%s: nothing of it is shown, what follows is, whatever the pieces', (_, text) => {
    const whole = subject.redactText(text).text;
    expect(whole).not.toContain(SECRET);
    expect(whole).toContain('next');
    for (const size of PIECES) {
      provePieces(subject, cut(text, size), whole);
    }
  });

  test.each(LONG)('%s: its pseudonym does not depend on the pieces', (_, text) => {
    const options = { pseudonymKey: new Uint8Array(32).fill(7) };
    const whole = subject.redactText(text, options).text;
    for (const size of PIECES) {
      provePieces(subject, cut(text, size), whole, options);
    }
  });
});
