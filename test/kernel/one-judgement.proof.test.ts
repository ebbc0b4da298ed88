import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import { type Frame, lineOf } from '../../src/contract/frame.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Value } from '../../src/contract/row.js';
import { createKernel } from '../../src/library.js';
import { recordsFromValues } from '../../src/streams/records.js';
import { proofSize } from '../support/proof-size.js';
import { run, SOURCE, TAKER } from '../support/stored-results.js';
import { ANN, drain, kernelOver, stream, text } from '../support/test-kernel.js';
import { withoutHashes } from '../support/without-hashes.js';

type RowObject = { readonly [key: string]: Value };

const ADMIN = { ...ANN, roles: ['admin', 'service'] };
const PEOPLE = ['Grace Fischer', 'Priya Haddad', 'Jonas Kim', 'Elif Lopez', 'Blue Heron Books', 'Widget Nine'];
const EVERY: Readonly<Record<string, readonly Value[]>> = {
  id: [17, 23, 42],
  name: PEOPLE,
  given: ['Marguerite', 'Bartholomew', ['Annabelle', 'Sophronia']],
  family: ['Featherstone', 'Oyelaran'],
  email: [['grace', 'example.com'].join('@'), ''],
  phone: ['+1-415-555-0123', 'extension'],
  ssn: [['123', '45', '6789'].join('-'), 123456789],
  birth_date: ['1980-03-01', '1991-12-24'],
  street: ['12 Main Street', 'Rue de Rivoli 8', 'unknown'],
  address: ['42 Elm Road', '10.0.0.1:8080'],
  town: ['Springfield', 'Rotterdam', 'Lyon'],
  city: ['Osaka', 'Gothenburg'],
  vendor: ['Larkspur Foods'],
  price: [12.5, 99.75],
  key: ['DB_PASSWORD', 'colour', 'home_phone'],
  value: ['hunter2-Hunter2', 'turquoise', '5551234567', '1987-06-05', 47119283],
  type: ['password', 'text'],
  old: ['Winter2019Pass', 'crimson'],
  kind: ['Secret', 'ConfigMap'],
  data: [{ pass: 'c3dvcmRmaXNo' }, 'c3dvcmRmaXNo', ['first-part'], 81726354],
  card: [['4111', '1111', '1111', '1111'].join('-')],
  expires: ['09/2031', '2031-09-30', 203109],
  kty: ['oct'],
  k: ['AyM1SysPpbyDfgZld3umj1qzKObwVMko'],
  postcode: [94107, 7],
  customer: [
    { name: 'Wendell Abernathy', city: 'Ljubljana' },
    { name: 'Larkspur Foods', vendor: 'x' },
  ],
  items: [
    [{ sku: 'a1', name: 'Jonas Kim', ssn: ['321', '54', '9876'].join('-') }, { sku: 'b2' }],
    [
      { name: 'DB_PASSWORD', value: 'hunter3-Hunter3' },
      { name: 'colour', value: 'turquoise' },
    ],
  ],
  inner: [{ deeper: { town: 'Rotterdam', street: 'Rue de Rivoli 9', kind: 'Secret', data: 'c3dvcmRmaXNi' } }],
  pair: [
    ['password', 'Zr7#pQ0!kM9$wX4v'],
    ['one', 'two'],
  ],
  argv: [['--password', 'Zr7#pQ1!kM9$wX4v', '--verbose']],
  headers: [['Host', 'a.example', 'Cookie', 'sid=Zr7#pQ2!kM9$wX4v']],
  to: [['Wendell Abernathy <wendell@example.com>', 'Larkspur Foods']],
  secrets: [{ ci: 'aB3dE5gH7jK9mN1pQ3' }],
  table: [
    [
      ['name', 'password'],
      ['ann', 'Zr7#pQ3!kM9$wX4v'],
    ],
  ],
  contacts: [
    Object.fromEntries(PEOPLE.map((name, at) => [`k${at}`, { name, email: '', token: `Zr7#pQ${at}!kM8$wX4v` }])),
  ],
  amount: [3.1, 990.5, 1e12],
  seen_at: ['2024-05-06T07:08:09Z', '2023-01-02T03:04:05+02:00'],
};
const NAMES = Object.keys(EVERY);
const FIELDS = [
  ...NAMES,
  'customer.name',
  'customer.city',
  'data.pass',
  'items.sku',
  'items.value',
  'inner.deeper.town',
];

const rowOf = fc.record(
  Object.fromEntries(Object.entries(EVERY).map(([name, values]) => [name, fc.constantFrom(...values)])),
  { requiredKeys: [] },
);
/** Few shapes, many rows: as the rows of a source are. */
const rowsOf = fc
  .array(rowOf, { minLength: 1, maxLength: 3 })
  .chain((some) =>
    fc.nat(12).map((times) => Array.from({ length: times + 1 }, () => some).flat() as readonly RowObject[]),
  );
const fieldsOf = fc.uniqueArray(fc.constantFrom(...FIELDS), { minLength: 1, maxLength: 5 });

const FAILING: Capability = { ...TAKER, capability_id: 'test.fail', driver: { driver_id: 'take', operation: 'fail' } };

/** A kernel with what gives the rows whole and in part, and what says what it was given. */
function kernelOf(rows: readonly RowObject[], allowed: readonly string[]): Promise<Kernel> {
  return createKernel({
    capabilities: [SOURCE, { ...SOURCE, capability_id: 'test.part', allowed_fields: [...allowed] }, TAKER, FAILING],
    drivers: [
      {
        driver_id: 'give',
        async *executeStream() {
          yield recordsFromValues(rows);
        },
      },
      {
        driver_id: 'take',
        execute: async ({ args, binding }) => {
          if (binding.operation === 'fail') {
            throw new Error(`no such customer ${JSON.stringify(args)}`);
          }
          return [{ said: args }];
        },
      },
    ],
  });
}

async function everyFrame(kernel: Kernel, capabilityId: string): Promise<readonly string[]> {
  const told: string[] = [];
  for (const maxTokens of [600, 1_000_000]) {
    for (const mode of [undefined, 'summary', 'table', 'raw', 'handle_only'] as const) {
      const { capability_token: capabilityToken } = await kernel.grant({ principal: ADMIN, capabilityId });
      const request = { capabilityId, args: {}, principal: ADMIN, capabilityToken, maxTokens };
      const asked = mode === undefined ? request : { ...request, mode };
      told.push((await drain(kernel.invokeStream(asked))).stdout, lineOf(await kernel.invoke(asked)));
    }
  }
  return told;
}

/** All rows as they are shown whole, which is what everything else is measured by. */
async function wholeRows(kernel: Kernel): Promise<{ readonly handleId: string; readonly rows: readonly Value[] }> {
  const { result } = await run(kernel, 'test.rows', {}, ADMIN);
  const handleId = result.handle_id ?? '';
  const { frames } = await drain(kernel.expandAll({ handleId, principal: ADMIN, maxTokens: Number.POSITIVE_INFINITY }));
  return { handleId, rows: frames.flatMap(({ rows = [] }) => rows) };
}

/** The texts of a row that are not in what is shown of it, with the fields they stand in. */
function hiddenIn(raw: Value, shown: Value | undefined, path = ''): readonly (readonly [string, Value])[] {
  if (typeof raw !== 'object' || raw === null) {
    return raw === shown || raw === '' ? [] : [[path, raw]];
  }
  return Object.entries(raw).flatMap(([name, member]) => {
    const below = typeof shown === 'object' && shown !== null ? Object.entries(shown) : [];
    const found = below.find(([other]) => other === name)?.[1];
    return hiddenIn(member, found, Array.isArray(raw) ? path : [path, name].filter(Boolean).join('.'));
  });
}

async function pagesOf(kernel: Kernel, handleId: string, fields: readonly string[]): Promise<readonly string[]> {
  const asked = { handleId, principal: ADMIN, maxTokens: Number.POSITIVE_INFINITY };
  const reading = kernel.openReading({ handleId, principal: ADMIN });
  const frames: Promise<Frame>[] = [
    kernel.expand({ ...asked, fields }),
    kernel.expand({ ...asked, fields, filter: 'id exists' }),
    kernel.expand({ ...asked, rows: [0] }),
    reading.expand({ rows: [0], fields, maxTokens: Number.POSITIVE_INFINITY }),
    ...fields.map((field) => kernel.expandValue({ ...asked, row: 0, field })),
  ];
  const told = (await Promise.allSettled(frames)).map((result) =>
    result.status === 'fulfilled' ? lineOf(result.value) : `${result.reason}`,
  );
  const all = await drain(kernel.expandAll({ ...asked, fields }));
  await reading.close();
  return [...told, all.stdout];
}

const GRACE = {
  id: 1,
  name: 'Grace Fischer',
  ssn: ['123', '45', '6789'].join('-'),
  town: 'Lyon',
  address: '12 Main Street',
};

test('facts tell a name and a town no more than rows do', async () => {
  const kernel = await kernelOf([GRACE], ['id', 'name']);
  const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'test.rows' });
  const request = { capabilityId: 'test.rows', args: {}, principal: ANN, capabilityToken, mode: 'summary' as const };
  expect((await kernel.invoke(request)).facts).toEqual([
    'rows: 1',
    'fields: id number, name string, ssn string, town string, address string',
    'id: 1 to 1',
    'name: [REDACTED:person_name]=1',
    'ssn: [REDACTED:ssn]=1',
    'town: [REDACTED:address]=1',
    'address: [REDACTED:address]=1',
  ]);
});

test('a part of a row is as hidden as in the whole of it', async () => {
  const kernel = await kernelOf([GRACE], ['id', 'name']);
  const part = await run(kernel, 'test.part', {});
  expect(part.frames[0]?.rows).toEqual([{ id: 1, name: '[REDACTED:person_name]' }]);
  expect(part.frames.at(-1)?.facts).toContain('name: [REDACTED:person_name]=1');
  const whole = await run(kernel, 'test.rows', {});
  const handleId = whole.result.handle_id ?? '';
  const page = await kernel.expand({ handleId, principal: ANN, fields: ['town', 'id'] });
  expect(page).toMatchObject({ rows: [{ id: 1, town: '[REDACTED:address]' }], redactions: { address: 1 } });
});

test('what nothing in its row hides is told, though it would be hidden elsewhere', async () => {
  const kernel = await kernelOf([{ name: 'Grace Fischer', vendor: 'x', price: 1 }, { town: 'Lyon' }], ['name']);
  const { frames } = await run(kernel, 'test.rows', {});
  expect(frames[0]?.rows?.[0]).toMatchObject({ name: 'Grace Fischer' });
  expect(frames.at(-1)?.facts).toEqual(
    expect.arrayContaining([
      expect.stringContaining('name: "Grace Fischer"=1'),
      expect.stringContaining('town: Lyon=1'),
    ]),
  );
});

test('text of which a grant shows the texts alone is still one text', async () => {
  const key = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');
  const body = 'MIIEowIBAAKCAQEAx5sTnbXv7mYq0cJd3mH2r8Zl0pQ4uTgW';
  const kernel = await kernelOver(() => [text(`${key}\n${body}\n${body}\n${key.replace('BEGIN', 'END')}\nafter\n`)], {
    capability: { allowed_fields: ['text'] },
  });
  const { result } = await stream(kernel);
  const page = await kernel.expand({ handleId: result.handle_id ?? '', principal: ANN });
  expect(JSON.stringify(page.rows)).not.toContain(body.slice(0, 12));
  expect(page.rows?.at(-1)).toEqual({ text: 'after\n' });
});

test('what is hidden in a whole row appears in no other view of it', { timeout: 600_000 }, async () => {
  const property = fc.asyncProperty(rowsOf, fieldsOf, async (rows, fields) => {
    const kernel = await kernelOf(rows, fields);
    const whole = await wholeRows(kernel);
    const shown = JSON.stringify(whole.rows);
    const hidden = new Map(
      rows.flatMap((row, index) => hiddenIn(row, whole.rows[index])).map((found) => [JSON.stringify(found), found]),
    );
    const secret = [...hidden.values()].filter(
      ([, value]) => !shown.includes(String(value)) && String(value).length > 3,
    );
    const part = (await run(kernel, 'test.part', {}, ADMIN)).result.handle_id ?? '';
    const told = [...(await everyFrame(kernel, 'test.rows')), ...(await everyFrame(kernel, 'test.part'))];
    for (const handleId of [whole.handleId, part]) {
      told.push(...(await pagesOf(kernel, handleId, fields)));
      for (const path of ['rows', ...fields.map((field) => `rows[*].${field}`)]) {
        for (const capabilityId of ['test.take', 'test.fail']) {
          const { stdout, result } = await run(kernel, capabilityId, { any: { $handle: handleId, path } });
          told.push(stdout, String(result.error?.message));
        }
      }
    }
    for await (const trace of kernel.audit.export({})) {
      told.push(JSON.stringify(trace, withoutHashes));
    }
    for (const [field, value] of secret) {
      expect(
        told.flatMap((text) => aroundIn(text, String(value))),
        `${field}: ${value}`,
      ).toEqual([]);
      await expectUnfound(kernel, [whole.handleId, part], { field, value });
    }
    await kernel.close();
  });
  await fc.assert(property, { numRuns: proofSize(4, 25) });
});

/** Where a text holds what it must not. */
function aroundIn(text: string, value: string): readonly string[] {
  const at = text.indexOf(value);
  return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + value.length + 20)];
}

/** A question is answered as if the value were not there. */
async function expectUnfound(
  kernel: Kernel,
  handles: readonly string[],
  { field, value }: { readonly field: string; readonly value: Value },
): Promise<void> {
  for (const handleId of handles) {
    const equal = [{ field, operator: '=' as const, value }];
    const found: number[] = [];
    for (const question of [{ text: String(value) }, { filter: equal }]) {
      try {
        for await (const { rows } of kernel.find({ handleId, principal: ADMIN, ...question })) {
          found.push(...rows);
        }
      } catch (error) {
        // The grant does not allow the field, so there is no answer at all.
        expect(error).toMatchObject({ code: 'USAGE' });
      }
    }
    expect(found, `${field}: ${value}`).toEqual([]);
  }
}
