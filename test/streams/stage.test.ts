import { describe, expect, test } from 'vitest';
import { compose, type Stage, through } from '../../src/streams/stage.js';
import { arrayOf } from './collect.js';

/** Joins characters to words and gives the last one at the end. */
function createWords(): Stage<string, string> {
  let word = '';
  return {
    transform(text) {
      const words = `${word}${text}`.split(' ');
      word = words.pop() ?? '';
      return words;
    },
    final: () => (word === '' ? [] : [word]),
  };
}

/** Counts what it has passed on, and gives the count at the end. */
function createCounter(): Stage<string, string> {
  let count = 0;
  return {
    transform(word) {
      count += 1;
      return [word.toUpperCase()];
    },
    final: () => [`${count} words`],
  };
}

async function* sourceOf(pieces: readonly string[], log: string[] = []): AsyncGenerator<string> {
  try {
    for (const piece of pieces) {
      log.push(`gave ${piece}`);
      yield piece;
    }
  } finally {
    log.push('closed');
  }
}

describe('stages', () => {
  test('what the first stage gives at the end passes through the second', async () => {
    const out = await arrayOf(through(sourceOf(['a b', 'c d']), compose(createWords(), createCounter())));
    expect(out).toEqual(['A', 'BC', 'D', '3 words']);
  });

  test('a consumer that leaves closes the source and pulls nothing more', async () => {
    const log: string[] = [];
    for await (const word of through(sourceOf(['a b ', 'c '], log), createWords())) {
      expect(word).toBe('a');
      break;
    }
    expect(log).toEqual(['gave a b ', 'closed']);
  });

  test('a stage that throws closes the source', async () => {
    const log: string[] = [];
    const failing: Stage<string, string> = {
      transform: () => {
        throw new Error('stage');
      },
      final: () => ['never'],
    };
    await expect(arrayOf(through(sourceOf(['a'], log), failing))).rejects.toThrow('stage');
    expect(log).toEqual(['gave a', 'closed']);
  });

  test('a source that fails is not flushed', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield 'half';
      throw new Error('source');
    }
    const out: string[] = [];
    const run = async (): Promise<void> => {
      for await (const word of through(failing(), createWords())) {
        out.push(word);
      }
    };
    await expect(run()).rejects.toThrow('source');
    expect(out).toEqual([]);
  });
});
