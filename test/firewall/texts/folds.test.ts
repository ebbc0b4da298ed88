import { describe, expect, it } from 'vitest';
import { foldWords } from '../../../src/firewall/texts/fold-words.js';
import { foldsOf } from '../../../src/firewall/texts/folds.js';
import type { KeyCount } from '../../../src/firewall/texts/key-table.js';
import { rankFolds } from '../../../src/firewall/texts/rank-folds.js';

type Sample = readonly [sample: string, count: number, countedAs?: KeyCount['countedAs']];

function templates(samples: readonly Sample[]): readonly KeyCount[] {
  return samples.map(([sample, count, countedAs = 'plain'], at) => ({
    key: at,
    countedAs,
    sample,
    row: at,
    count,
    first: at,
    last: at,
  }));
}

function told(samples: readonly Sample[], isLog = true): readonly string[] {
  return foldWords(foldsOf(templates(samples), isLog));
}

describe('templates of a log', () => {
  it('that say the same in their shortest form are one', () => {
    const blocks: readonly Sample[] = [
      ['block blk_3886504906413966 from /10.0.0.7:50010 ended', 3],
      ['block blk_1073743512000001 from /10.0.0.9:50010 ended', 4],
    ];
    expect(told(blocks)).toEqual(['7 × block blk_… from /… ended']);
  });

  it('are told below the name of their program where it says several', () => {
    const said: readonly Sample[] = [
      ['kernel: zapping low mappings', 1],
      ['cups: shutdown succeeded', 6],
      ['kernel: Built zonelists', 2],
    ];
    expect(told(said)).toEqual([
      'kernel:',
      ' zapping low mappings',
      ' 2 × Built zonelists',
      '6 × cups: shutdown succeeded',
    ]);
  });

  it('are told without the brackets that most begin with, and keep their level', () => {
    const threads: readonly Sample[] = [
      ['[main] Server: started', 1],
      ['WARN [IPC Server handler 3 on 80] Client: retried', 2],
      ['[pool[id=1]/0:0:FastElection@774] - Looking around', 3],
    ];
    expect(told(threads)).toEqual(['Server: started', '2 × WARN Client: retried', '3 × Looking around']);
    expect(told(threads, false)[0]).toBe('[main] Server: started');
  });

  it('are told where they are one word, and not where they are none', () => {
    expect(
      told([
        ['normal', 206],
        ['=', 9],
      ]),
    ).toEqual(['206 × normal']);
    expect(
      told(
        [
          ['normal', 206],
          ['=', 9],
        ],
        false,
      ),
    ).toEqual([]);
  });

  it('that tell of an error come before others that cost as much', () => {
    const samples = templates([
      ['one thing was done', 5],
      ['one disk was lost', 5, 'error'],
      ['one page was read', 5],
    ]);
    expect(rankFolds({ templates: samples, isLog: true })[0]?.sample).toBe('one disk was lost');
  });
});
