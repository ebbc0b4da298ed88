import { afterEach, beforeEach, expect, test } from 'vitest';
import { isKernelError } from '../../src/contract/errors.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

let home: ConfigHome;
beforeEach(() => {
  home = createConfigHome();
});
afterEach(() => home.dispose());

test('a thousand mistakes are found, each with its line', async () => {
  const entry = (index: number) => `  - { capability_id: a.c${index}, safety_class: REED }`;
  const lines = ['capabilities:', ...Array.from({ length: 1000 }, (_, index) => entry(index))];
  const error = await failureOf(() => home.load({}, { file: home.put('akernel.config.yaml', lines.join('\n')) }));
  const mistakes: unknown = isKernelError(error) ? error.details?.['mistakes'] : undefined;
  expect(mistakes).toContainEqual(expect.objectContaining({ path: 'capabilities[999].safety_class', line: 1001 }));
});
