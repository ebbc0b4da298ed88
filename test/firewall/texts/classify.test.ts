import { expect, test } from 'vitest';
import { classify } from '../../../src/firewall/texts/classify.js';
import { createKnownWords } from '../../../src/firewall/texts/known-words.js';

function classOf(text: string): string {
  const words = createKnownWords();
  words.scan(text, 0, text.length);
  return classify(text, words.low() & 15).lineClass;
}

test.each([
  ['error', 'Failed to connect to bus: Host is down'],
  ['error', 'unable to evaluate links: lstat /a/Dockerfile: no such file or directory'],
  ['total', 'Failed 3 of 12'],
  ['total', 'Failed: 0'],
])('is %s: %j', (lineClass, text) => {
  expect(classOf(text)).toBe(lineClass);
});
