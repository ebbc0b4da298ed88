import { afterEach, beforeEach, expect, test } from 'vitest';
import { isKernelError } from '../../src/contract/errors.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';
import { failureOf } from '../support/driver-call.js';

let home: ConfigHome;
beforeEach(() => {
  home = createConfigHome();
});
afterEach(() => home.dispose());

function capability(driver: string, more = ''): string {
  return [
    'capabilities:',
    '  - capability_id: test.act',
    '    safety_class: READ',
    '    sensitivity: NONE',
    ...(more === '' ? [] : [`    ${more}`]),
    '    driver:',
    ...driver.split('\n').map((line) => `      ${line}`),
  ].join('\n');
}

const runner = (restart: string): string =>
  `driver_id: process\noperation: runner\noptions:\n  command: node\n  restart: ${restart}`;

async function mistakesIn(text: string): Promise<readonly string[]> {
  const file = home.put('akernel.config.yaml', text);
  const error = await failureOf(() => home.load({}, { file }));
  const mistakes = isKernelError(error) ? error.details?.['mistakes'] : undefined;
  return (Array.isArray(mistakes) ? mistakes : []).map(
    ({ path, line, message, hint }) => `${line} ${path}: ${message} (${hint})`,
  );
}

test.each<readonly [string, string, RegExp]>([
  [
    'no limit',
    capability(runner('{ backoff_base_ms: 5 }')),
    /^10 .*\.restart\.max_restarts: is missing, expected number/,
  ],
  [
    'a cap below the first delay',
    capability(runner('{ max_restarts: 1, backoff_cap_ms: 5 }')),
    /^10 .*\.restart: has a backoff_cap_ms .*1000 when absent/,
  ],
  [
    'a misspelt member',
    capability(runner('{ max_restart: 1 }')),
    /^10 .*\.restart\.max_restart: is not .*max_restarts/m,
  ],
])('a restart policy that makes no sense: %s', async (_, text, expected) => {
  expect((await mistakesIn(text)).join('\n')).toMatch(expected);
});

test('work that must not be repeated cannot be started again', async () => {
  const text = capability(runner('{ max_restarts: 1 }')).replace('READ', 'WRITE');
  expect(await mistakesIn(text)).toEqual([
    '10 capabilities[0].driver.options.restart: would repeat the work of a capability that is WRITE ' +
      '(take it out, or set idempotent: true where repeating does no harm)',
  ]);
  const file = home.put('sound.yaml', text.replace('    driver:', '    idempotent: true\n    driver:'));
  expect((await home.load({}, { file })).config.capabilities).toHaveLength(1);
});
