import { afterAll, describe, expect, test } from 'vitest';
import { createCliWorkshop } from '../support/cli-host.js';

const SECRET = `${'gh'}${'p_'}${'Q7x4'.repeat(9)}`;
const shops = new Set<ReturnType<typeof createCliWorkshop>>();

function newShop(): ReturnType<typeof createCliWorkshop> {
  const shop = createCliWorkshop();
  shops.add(shop);
  return shop;
}

afterAll(() => {
  for (const shop of shops) {
    shop.dispose();
  }
});

describe('a command line with a mistake leaves one trace', () => {
  test.each([
    ['malformed --args', ['invoke', 'demo.customers', '--args', '{"rows":'], { capability_id: 'demo.customers' }],
    ['a file of arguments that is not there', ['invoke', 'demo.customers', '--args', '@none.json'], {}],
    ['words that are no arguments', ['invoke', 'demo.customers', 'rows'], { capability_id: 'demo.customers' }],
    ['unknown mode', ['invoke', 'demo.customers', '--mode', 'sumary'], { event: 'invoke' }],
    ['budget under 512', ['invoke', 'demo.customers', '--budget', '511'], { event: 'invoke' }],
    ['unknown flag', ['invoke', 'demo.customers', '--bugdet', '600'], { event: 'invoke' }],
    ['flags that exclude each other', ['invoke', 'demo.customers', '--stream', '--mode', 'table'], {}],
    ['unknown principal', ['invoke', 'demo.customers', '--as', 'nobody'], { event: 'invoke' }],
    ['unknown output', ['invoke', 'demo.customers', '-o', 'xml'], { event: 'invoke' }],
    [
      'a range that is none',
      ['expand', 'h_0123456789', '--chars', 'x'],
      { event: 'expand', handle_id: 'h_0123456789' },
    ],
    ['no command to run', ['exec', '--budget', '3', '--', 'true'], { event: 'invoke' }],
    ['unknown encoding', ['pipe', '--encoding', 'utf8'], { event: 'invoke' }],
    ['a grant for how long?', ['grant', 'demo.customers', '--ttl', 'soon'], { event: 'grant' }],
  ] as const)('%s', async (_, words, expected) => {
    const shop = newShop();
    const { status } = await shop.run(words);
    expect(status).toBe(2);
    const { lines } = await shop.run(['audit', 'list', '-o', 'ndjson']);
    expect(lines).toMatchObject([{ outcome: 'failed', error: { code: 'USAGE' }, ...expected }]);
    expect((await shop.run(['audit', 'verify'])).status).toBe(0);
  });

  test('but not a second one, and not for commands that do nothing', async () => {
    const shop = newShop();
    await shop.run(['invoke', 'demo.customers', 'rows=many']);
    await shop.run(['expand', 'h_0123456789', '--offset', '-1']);
    const before = (await shop.run(['audit', 'list', '-o', 'ndjson'])).lines;
    expect(before.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['expand', 'failed'],
      ['invoke', 'failed'],
      ['grant', 'completed'],
    ]);
    await shop.run(['capabilities', 'list', '--nonsense']);
    await shop.run(['audit', 'list', '--limit', 'x']);
    expect((await shop.run(['audit', 'list', '-o', 'ndjson'])).lines).toEqual(before);
  });

  test('which repeats no secret that was typed', async () => {
    const shop = newShop();
    await shop.run(['invoke', SECRET, '--mode', SECRET]);
    await shop.run(['expand', SECRET, '--chars', SECRET]);
    const { stdout, lines } = await shop.run(['audit', 'list', '-o', 'ndjson']);
    expect(lines).toHaveLength(2);
    expect(stdout).not.toContain(SECRET.slice(4, 10));
  });
});
