import { expect, test } from 'vitest';
import { createDeliberateKeys, PAUSE_MS } from '../../../src/tui/state/deliberate-keys.js';
import { createKeyReader } from '../../../src/tui/terminal/keys.js';

type Step = 'ask' | number | string;

/** Which of the keys behind the question could be an answer: numbers are pauses, texts are what is read at once. */
function answers(...steps: readonly Step[]): readonly string[] {
  let at = 0;
  const keys = createDeliberateKeys(() => at);
  const taken: string[] = [];
  const readKeys = createKeyReader();
  for (const step of steps) {
    if (step === 'ask') {
      keys.ask();
      taken.length = 0;
    } else if (typeof step === 'number') {
      at += step;
    } else {
      taken.push(
        ...readKeys(step)
          .filter((key) => keys.take(key))
          .map(({ name }) => name),
      );
    }
  }
  return taken;
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['a key after a pause', ['ask', PAUSE_MS, 'y'], ['y']],
  ['a key that was on its way', ['ask', 20, 'y'], []],
  ['somebody in the middle of typing', ['h', 100, 'e', 'ask', 100, 'y', 100, 'y', 400, 'y'], []],
  ['the pause after that', ['ask', 100, 'y', PAUSE_MS, 'y'], ['y']],
  ['a paste with its marks', ['ask', PAUSE_MS, '\u001b[200~', 'y', PAUSE_MS, 'y', '\u001b[201~'], []],
  ['a paste without marks', ['ask', PAUSE_MS, 'yes, and more'], []],
  ['a key after a paste', ['ask', PAUSE_MS, '\u001b[200~', 'y', '\u001b[201~', PAUSE_MS, 'n'], ['n']],
])('only a key on purpose answers a question: %s', (_, steps, wanted) => {
  expect(answers(...steps)).toEqual(wanted);
});
