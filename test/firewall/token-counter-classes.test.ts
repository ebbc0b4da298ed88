import { Tiktoken } from 'tiktoken/lite';
import { expect, test } from 'vitest';
import {
  CASELESS,
  characterClasses,
  LOWER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from '../../src/firewall/budget/token-counter-classes.js';

const SINGLE_BYTES = Array.from({ length: 256 }, (_unused, byte) => Buffer.from([byte]).toString('base64'));

function allCharacters(): string {
  let text = '';
  for (let code = 0; code < 0x110000; code += 1) {
    text += code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
  }
  return text;
}

/** The characters that tiktoken's own regular expressions match: an encoder with this pattern drops all others. */
function matching(pattern: string, text: string): string {
  const encoder = new Tiktoken(`! 0 ${SINGLE_BYTES.join(' ')}`, {}, pattern);
  const bytes = Uint8Array.from(encoder.encode_ordinary(text));
  encoder.free();
  return Buffer.from(bytes).toString();
}

const PATTERNS: readonly (readonly [string, number])[] = [
  ['[\\p{Lu}\\p{Lt}]', UPPER],
  ['\\p{Ll}', LOWER],
  ['[\\p{Lm}\\p{Lo}]', CASELESS],
  ['\\p{M}', MARK],
  ['\\p{N}', NUMBER],
  ['\\s', SPACE],
];

test('every code point has the class that tiktoken gives it', { timeout: 60_000 }, () => {
  const text = allCharacters();
  const classes = characterClasses();
  const ours = new Map<number, string>();
  for (const character of text) {
    const kind = classes[character.codePointAt(0) ?? 0] ?? OTHER;
    if (kind !== OTHER) {
      ours.set(kind, (ours.get(kind) ?? '') + character);
    }
  }
  expect(ours.size).toBe(PATTERNS.length);
  for (const [pattern, kind] of PATTERNS) {
    expect(ours.get(kind) === matching(pattern, text), pattern).toBe(true);
  }
});
