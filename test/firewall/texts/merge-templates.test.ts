import { describe, expect, it } from 'vitest';
import { type Fold, mergeTemplates } from '../../../src/firewall/texts/merge-templates.js';

function templates(samples: readonly string[]): readonly Fold[] {
  return samples.map((sample, at) => ({
    key: at,
    keys: [at],
    countedAs: 'plain',
    sample,
    row: at * 10,
    count: at + 1,
    first: at * 10,
    last: at * 10 + 5,
  }));
}

function merged(samples: readonly string[]): readonly string[] {
  return mergeTemplates(templates(samples)).map(({ sample, count }) => `${count} × ${sample}`);
}

const users = (names: readonly string[], says = 'session opened for user') => names.map((name) => `${says} ${name}`);

describe('templates', () => {
  it('that differ in one word are one, with the words and all their lines', () => {
    expect(merged([...users(['ann', 'bob', 'cy', 'dee']), 'shutdown complete'])).toEqual([
      '10 × session opened for user {ann, bob, cy, dee}',
      '5 × shutdown complete',
    ]);
    const [one] = mergeTemplates(templates(users(['ann', 'bob', 'cy', 'dee'])));
    expect(one).toMatchObject({ row: 0, first: 0, last: 35 });
  });

  it('of which there are few are one where all words are told, and no number that not all of them have', () => {
    const took = ['it took 19 s in all to spawn, as ever', 'it took 7 s in all to destroy, as ever'];
    expect(merged(took)).toEqual(['3 × it took … s in all to {spawn, destroy}, as ever']);
  });

  it('of a long list of words tell how many there are', () => {
    const names = Array.from({ length: 12 }, (_unused, at) => `user-${String.fromCharCode(97 + at)}`);
    expect(merged(users(names, 'no such account'))).toEqual([
      '78 × no such account {user-a, user-b, user-c, user-d, user-e, … 7 more}',
    ]);
  });

  it.each([
    ['few of them, whose words cannot all be told', users(['ann'.repeat(12), 'bob'.repeat(12)])],
    ['their numbers have other places', ['block a1 was stored as bytes here', 'block 1a was stored as text here']],
    ['what they say differs', ['getMode of audio', 'setMode of audio', 'isOn of audio', 'isOff of audio']],
    ['few words are the same', users(['ann', 'bob', 'cy', 'dee', 'eve'], 'new user')],
  ])('stay apart: %s', (_name, samples) => {
    expect(merged(samples)).toEqual(samples.map((sample, at) => `${at + 1} × ${sample}`));
  });

  it('that differ in an id or in a hidden value do not list it', () => {
    const hidden = ['[REDACTED:card]', 'blk_-…', 'blk_…', 'blk_7'].map((id) => `the server has deleted block ${id}`);
    expect(merged(hidden)).toEqual(['10 × the server has deleted block …']);
  });
});
