import { afterAll, describe, expect, it } from 'vitest';
import { createCliWorkshop } from '../support/cli-host.js';

const shop = createCliWorkshop();
afterAll(shop.dispose);

const LONG = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');

describe('--fail-over-budget', () => {
  it.each<[string, readonly string[], string, string]>([
    ['a text', ['pipe', '--budget', '600'], LONG, 'characters left out'],
    ['rows', ['invoke', 'demo.customers', 'rows=500', '--budget', '800'], '', 'rows left out'],
    ['a stream', ['invoke', 'demo.customers', 'rows=500', '--stream', '--budget', '800'], '', 'rows left out'],
    [
      'a command',
      ['exec', '--budget', '600', '--fail-over-budget', '--', 'seq', '1', '9999'],
      '',
      'characters left out',
    ],
  ])('ends with 6 and says what of %s', async (_, argv, stdin, says) => {
    const flag = argv.includes('--fail-over-budget') ? [] : ['--fail-over-budget'];
    const { status, stdout, stderr } = await shop.run([...argv, ...flag], { stdin });
    expect([status, stderr]).toEqual([6, expect.stringContaining(says)]);
    expect(stderr).toContain('BUDGET_EXHAUSTED');
    expect(stdout).not.toBe('');
    const without = argv.filter((word) => word !== '--fail-over-budget');
    expect((await shop.run(without, { stdin })).status).toBe(0);
  });

  it('changes nothing where all is shown', async () => {
    const { status, stdout, stderr } = await shop.run(['pipe', '--fail-over-budget'], { stdin: 'one\ntwo\n' });
    expect([status, stdout, stderr]).toEqual([0, 'one\ntwo\n', '']);
  });

  it("a command's own failure comes first", async () => {
    const argv = ['exec', '--budget', '600', '--fail-over-budget', '--', 'sh', '-c', 'seq 1 9999; exit 3'];
    expect((await shop.run(argv)).status).toBe(3);
  });
});
