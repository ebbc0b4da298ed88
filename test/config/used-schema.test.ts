import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.js';
import { LARGE_SECTIONS, usedSchema } from '../../src/config/used-schema.js';

const LARGE = Object.entries(LARGE_SECTIONS);
const WHOLE: Readonly<Record<string, { readonly unwrap?: () => unknown }>> = configSchema.shape;

describe('the schema of the sections that a config has', () => {
  it.each(LARGE)('checks %s as the whole schema does', async (name, load) => {
    expect(WHOLE[name]?.unwrap?.()).toBe(await load());
  });

  it.each([
    {},
    { budget: { max_tokens: 4000 }, exec: false },
    { policy: { rules: [{ effect: 'allow', match: { roles: 'reader' } }] } },
    { capabilities: [{ capability_id: 'a.b', safety_class: 'READ', sensitivity: 'NONE', driver: driver() }] },
  ])('makes of %j what the whole schema makes of it', async (tree) => {
    const used = (await usedSchema(tree)).safeParse(tree);
    expect(used).toMatchObject({ success: true });
    expect(used.data).toEqual(configSchema.parse(tree));
  });

  it.each([{ budgets: {} }, { budget: { max_tokens: 1 } }, { agents: [] }, { store: { segments: 5 } }, []])(
    'refuses %j as the whole schema does',
    async (tree) => {
      expect((await usedSchema(tree)).safeParse(tree).success).toBe(false);
      expect(configSchema.safeParse(tree).success).toBe(false);
    },
  );
});

function driver() {
  return { driver_id: 'demo', operation: 'customers' };
}
