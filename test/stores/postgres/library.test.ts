import { expect, test } from 'vitest';
import { createKernel } from '../../../src/index.js';
import { keepPostgres } from '../../support/postgres-databases.js';
import { keepDirectories } from '../../support/store-fixtures.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const principal = { principal_id: 'ann', roles: ['reader'], attributes: { tenant: 'local' } };

test('kernels of several programs share a store', async () => {
  const store = { url: await databases.make(), max_connections: 2 };
  const env = { AKERNEL_STORE_KEY: 'ab'.repeat(32), AKERNEL_SECRET: 'cd'.repeat(32) };
  const open = () => createKernel({ directory: newDirectory(), store, env });
  const [one, other] = await Promise.all([open(), open()]);
  const capabilityId = 'demo.customers';
  const { capability_token: capabilityToken } = await one.grant({ principal, capabilityId });
  const { handle_id: handleId = '' } = await other.invoke({
    capabilityId,
    args: { rows: 40 },
    principal,
    capabilityToken,
  });
  const page = await one.expand({ handleId, principal, offset: 39, fields: ['id'] });
  expect(page).toMatchObject({ rows: [{ id: 40 }] });
  expect(await other.audit.verify()).toMatchObject({ ok: true });
  await Promise.all([one.close(), other.close()]);
});

test('a shared store needs a directory for its keys, and an address that is one', async () => {
  const wrong = [
    { store: { url: 'postgres://u@h/d' } },
    { directory: newDirectory(), store: { url: 'mysql://u:pa55word@h' } },
  ];
  for (const options of wrong) {
    const failure = await createKernel(options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'USAGE' });
    expect(String(failure)).not.toContain('pa55word');
  }
});
