import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAskedLines } from '../../../src/firewall/texts/asked-lines.js';
import { createQuestion } from '../../../src/firewall/texts/question.js';
import { templateKey } from '../../../src/firewall/texts/template-key.js';
import { createWordAutomaton, wordTables } from '../../../src/firewall/texts/word-automaton.js';
import { digestOf } from '../../support/digest-of.js';

describe('the words of a line', () => {
  it('are found wherever they stand, also inside each other', () => {
    const word = fc.stringMatching(/^[abc✗]{1,4}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
        fc.stringMatching(/^[abcABC✗ ]{0,40}$/),
        (words, text) => {
          const automaton = createWordAutomaton(
            wordTables(words.map((each, index) => ({ word: each, low: 1 << index, high: 0 }))),
          );
          automaton.scan(text, 0, text.length);
          const expected = words.reduce(
            (bits, each, index) => bits | (text.toLowerCase().includes(each) ? 1 << index : 0),
            0,
          );
          expect(automaton.low()).toBe(expected);
        },
      ),
    );
  });

  it.each([
    ['GET /a/b 200 12ms', 'GET /c/d/e 404 7ms'],
    ['connected to 10.0.0.1:8080', 'connected to 10.2.0.44:81'],
    ['block blk_388 done', 'block blk_-12 done'],
    ['took  5 s', 'took 17 s'],
  ])('make one template of %j and %j', (a, b) => {
    expect(templateKey(a)).toBe(templateKey(b));
  });

  it.each([
    ['disk full', 'disk fine'],
    ['a b', 'ab'],
    ['error: x', 'error; x'],
  ])('make two templates of %j and %j', (a, b) => {
    expect(templateKey(a)).not.toBe(templateKey(b));
  });
});

describe('a question', () => {
  it('scores the line that shares its rare words highest', () => {
    const question = createQuestion('Which tests failed because of the timeout?');
    const lines = [
      '12 tests passed',
      'test a passed',
      'test b failed: timeout after 5 s',
      'nothing here',
      'test c passed',
    ];
    const words = lines.map((line) => question?.wordsIn(line) ?? 0);
    const scores = lines.map((line, index) => question?.score(words[index] ?? 0, line.length) ?? 0);
    expect(scores.indexOf(Math.max(...scores))).toBe(2);
    expect(words[3]).toBe(0);
  });

  it('finds who does by what is done', () => {
    const question = createQuestion('files that are not on the sender');
    expect(question?.wordsIn('on the sending side')).not.toBe(0);
    expect(question?.wordsIn('in this order')).toBe(0);
  });

  it('finds a sentence that goes on over the ends of lines before lines that share fewer words', () => {
    const asked = createAskedLines(createQuestion('delete files that the sender has not') ?? expect.fail());
    const lines = [
      ...['files are counted', 'nothing', 'nothing', 'the sender waits', 'nothing', 'nothing', 'delete is an alias'],
      ...[
        'nothing',
        'nothing',
        'this tells it to delete what is left',
        'of files on the one side that are not',
        'on the sending one',
        'nothing',
      ],
    ];
    const kept = digestOf(lines).head;
    kept.forEach((line, index) => {
      asked.add(line, kept.slice(0, index));
    });
    const best = [...asked.best()].sort((a, b) => b.score - a.score).slice(0, 3);
    expect(best.map(({ line }) => line.order).sort((a, b) => a - b)).toEqual([9, 10, 11]);
  });

  it('without words of its own is none', () => {
    expect(createQuestion('what is it?')).toBeUndefined();
  });
});
