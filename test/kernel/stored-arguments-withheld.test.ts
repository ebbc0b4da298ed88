import { describe, expect, test } from 'vitest';
import type { Driver } from '../../src/contract/driver.js';
import { createKernel } from '../../src/library.js';
import { run, SOURCE, TAKER } from '../support/stored-results.js';
import { ANN } from '../support/test-kernel.js';

const PEOPLE = [
  {
    id: 1,
    city: 'Vienna',
    login: { password: 'swordfish' },
    name: 'Jane Doyle',
    email: 'jane@example.org',
    amount: 12,
  },
  { id: 2, city: 'Lisbon', login: { password: 'marlin' }, name: 'Max Roe', email: 'max@example.org', amount: 7 },
];
const PLAIN = [{ id: 1, label: 'red', size: 4 }];
const LOG = 'start\npassword=marlin-middle\nend\n';

function drivers(rows: readonly object[]): readonly Driver[] {
  return [
    { driver_id: 'give', execute: async ({ binding }) => (binding.operation === 'text' ? LOG : rows) },
    {
      driver_id: 'take',
      async *executeStream({ args }) {
        yield { type: 'text', channel: 'stdout', text: `it is ${JSON.stringify(args)}\n` };
      },
    },
  ];
}

async function passOn(
  path: string | undefined,
  more: { readonly rows?: readonly object[]; readonly isText?: boolean } = {},
) {
  const { rows = PEOPLE, isText = false } = more;
  const source = {
    ...SOURCE,
    sensitivity: rows === PEOPLE ? ('PII' as const) : ('NONE' as const),
    driver: { driver_id: 'give', operation: isText ? 'text' : 'rows' },
  };
  const kernel = await createKernel({ capabilities: [source, TAKER], drivers: drivers(rows) });
  const { result } = await run(kernel, 'test.rows', {});
  const taken = await run(kernel, 'test.take', {
    any: { $handle: result.handle_id, ...(path === undefined ? {} : { path }) },
  });
  const later = await kernel.expand({ handleId: taken.result.handle_id ?? '', principal: ANN });
  return { ...taken, all: taken.stdout + JSON.stringify(later) };
}

describe('what is made of stored values that are hidden only for where they stood is withheld', () => {
  test.each([
    'rows[*].login.password',
    'rows[0].login.password',
    'rows[*].login',
    'rows[*].name',
    'rows[1]',
    'rows',
    undefined,
  ])('of %s', async (path) => {
    const { result, stdout, all } = await passOn(path);
    expect(result.status).toBe('completed');
    expect(stdout).toContain('the result is withheld');
    expect(all).not.toMatch(/swordfish|marlin|Doyle|Roe|it is/);
  });

  test.each(['rows[0].text', 'rows[1:2].text', 'rows[1:]'])('of a part of a text: %s', async (path) => {
    const { stdout, all } = await passOn(path, { isText: true });
    expect(stdout).toContain('the result is withheld');
    expect(all).not.toContain('middle');
  });
});

describe('what anybody could tell again, or nothing hides, is shown', () => {
  test.each(['rows[*].city', 'rows[*].id', 'rows[*].email', 'rows[*].amount'])('%s', async (path) => {
    const { stdout } = await passOn(path);
    expect(stdout).not.toContain('withheld');
    expect(stdout).toContain('it is');
    expect(stdout).not.toContain('@example');
  });

  test('whole rows without such names, and a whole text', async () => {
    expect((await passOn('rows', { rows: PLAIN })).stdout).toContain('red');
    const text = await passOn('text', { isText: true });
    expect(text.stdout).toContain('it is');
    expect(text.all).not.toContain('middle');
  });
});

test('a capability that the first one calls shows nothing either', async () => {
  const outer = { ...TAKER, capability_id: 'test.outer', driver: { driver_id: 'outer', operation: 'run' } };
  let inner = '';
  const kernel = await createKernel({
    capabilities: [SOURCE, TAKER, outer],
    drivers: [
      ...drivers(PEOPLE),
      {
        driver_id: 'outer',
        async execute({ args, invoke, signal }) {
          const frame = await invoke?.({ capabilityId: 'test.take', args: { any: args['any'] }, signal });
          inner =
            JSON.stringify(frame) +
            JSON.stringify(await kernel.expand({ handleId: frame?.handle?.handle_id ?? '', principal: ANN }));
          return 'done';
        },
      },
    ],
  });
  const { result } = await run(kernel, 'test.rows', {});
  await run(kernel, 'test.outer', { any: { $handle: result.handle_id, path: 'rows[*].login.password' } });
  expect(inner).toContain('completed');
  expect(inner).not.toContain('swordfish');
});

test('text is shown only where the allowed fields name it', async () => {
  for (const [fields, isShown] of [
    [['id'], false],
    [['text'], true],
  ] as const) {
    const capability = { ...SOURCE, allowed_fields: fields, driver: { driver_id: 'say', operation: 'run' } };
    const kernel = await createKernel({
      capabilities: [capability],
      drivers: [{ driver_id: 'say', execute: async () => 'some words\n' }],
    });
    const { stdout, frames } = await run(kernel, 'test.rows', {});
    const text = frames.map((frame) => frame.text ?? '').join('');
    expect([text.includes('some words'), stdout.includes('text is hidden')]).toEqual([isShown, !isShown]);
  }
});
