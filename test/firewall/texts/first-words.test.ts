import { describe, expect, it } from 'vitest';
import { createFirstWords } from '../../../src/firewall/texts/first-words.js';

function factsOf(lines: readonly string[]): readonly string[] {
  const words = createFirstWords();
  for (const line of lines) {
    words.add(line);
  }
  return words.facts();
}

function times(count: number, line: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => line(index));
}

describe('lines by first word', () => {
  it('are counted where nearly all begin with one of a few words', () => {
    const lines = [...times(21, (i) => `Inst pkg${i}`), ...times(20, (i) => `  Conf pkg${i}`), 'Remv old', ''];
    expect(factsOf(lines)).toEqual(['lines by first word: Inst=21 Conf=20 Remv=1']);
  });

  it('are counted where other lines stand among them', () => {
    const lines = [...times(40, (i) => `pkg${i} lib${i}`), ...times(60, () => 'Inst a'), ...times(50, () => 'Conf a')];
    expect(factsOf(lines)[0]).toBe('lines by first word: Inst=60 Conf=50 (40 more: 40)');
  });

  it.each([
    ['few lines', [...times(9, () => 'a x'), ...times(9, () => 'b x')]],
    ['one word', times(40, () => 'same x')],
    ['prose', times(60, (i) => `${'abcdefghijklmnopqrstuvwxyz'.charAt(i % 26)}${i} is said`)],
    [
      'long prose',
      times(400, (i) => `${['The', 'A', 'It', `w${i % 90}`][i % 4]} is said`).map(
        (text, i) => `${i % 3 === 0 ? '' : `x${i} `}${text}`,
      ),
    ],
    ['numbers and bullets', times(60, (i) => `${i % 3} is said`)],
    ['words that few lines begin with', [...times(20, () => 'a x'), ...times(20, (i) => `b${i} x`)]],
  ])('are not told of %s', (_, lines) => {
    expect(factsOf(lines)).toEqual([]);
  });
});
