import { expect, it } from 'vitest';
import { kernelOver, requestFor, text } from '../support/test-kernel.js';

const WORDS = ['quiet', 'colour', 'depth', 'input', 'output', 'level', 'format', 'strict', 'include', 'exclude'];

it('where an outline names nearly all lines, it takes what these leave', async () => {
  const options = WORDS.flatMap((first) =>
    WORDS.slice(0, 6).map(
      (second) => `  --${first}-${second}   Says which ${second} goes with which ${first} of all parts`,
    ),
  );
  const page = ['Usage: tool [options]', '', 'Options:', ...options, ''].join('\n');
  const kernel = await kernelOver(() => [text(page)]);
  const { budget, facts } = await kernel.invoke(await requestFor(kernel, { maxTokens: 1000 }));
  expect(facts?.join('\n')).toContain('outline by line');
  expect(budget.used).toBeGreaterThanOrEqual(950);
  expect(budget.used).toBeLessThanOrEqual(1000);
});
