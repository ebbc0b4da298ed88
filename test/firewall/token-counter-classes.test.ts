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
} from '../../src/firewall/token-counter-classes.js';

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

test('every code point has the class that tiktoken gives it', () => {
  const text = allCharacters();
  const classes = characterClasses();
  const patterns: readonly (readonly [string, number])[] = [
    ['[\\p{Lu}\\p{Lt}]', UPPER],
    ['\\p{Ll}', LOWER],
    ['[\\p{Lm}\\p{Lo}]', CASELESS],
    ['\\p{M}', MARK],
    ['\\p{N}', NUMBER],
    ['\\s', SPACE],
    ['[^\\p{L}\\p{M}\\p{N}\\s]', OTHER],
  ];
  for (const [pattern, kind] of patterns) {
    const ours = Array.from(text).filter((character) => classes[character.codePointAt(0) ?? 0] === kind);
    expect(ours.join('') === matching(pattern, text), pattern).toBe(true);
  }
});
