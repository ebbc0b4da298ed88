import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliOptions, type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const WHY = ['--justification', 'looking into incident 42'];
const ROLE = { principal: { roles: ['reader', 'secrets_reader'] } };
const MAIL = /[a-z.]+\d+@example\.com/;

let shop: CliWorkshop;
beforeEach(() => {
  shop = createCliWorkshop();
});
afterEach(() => shop.dispose());

const at = (name: string): string => join(shop.directory, name);
const unredacted = (handle: string, words: readonly string[] = [], options: CliOptions = {}) =>
  shop.run(['expand', handle, '--unredacted', ...words], options);

function config(name: string, settings: unknown): string {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), JSON.stringify(settings));
  return at(name);
}

const ownConfig = (settings: unknown): string => config('.config/akernel/config.json', settings);

async function kept(words: readonly string[] = ['demo.customers', 'rows=60']): Promise<string> {
  await shop.run(['invoke', ...words]);
  return lastHandle();
}

async function lastHandle(): Promise<string> {
  const { stdout } = await shop.run(['handles', 'list', '-o', 'json']);
  return /h_[0-9a-z]{10}/.exec(stdout)?.[0] ?? '';
}

async function lastTrace(): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await shop.run(['audit', 'export']);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').trace;
}

describe('expand --unredacted', () => {
  it('shows a terminal what is stored, and leaves a trace that says so and holds nothing of it', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const words = [...WHY, '--offset', '10', '--limit', '2', '--fields', 'id,email'];
    const { stdout, stderr, status } = await unredacted(handle, words, { isTty: true });
    expect([status, stdout.match(new RegExp(MAIL, 'g'))]).toEqual([0, [expect.any(String), expect.any(String)]]);
    expect(stderr).toBe('akernel: 2 of 60 rows, not redacted; the next page: --offset 12\n');
    const trace = await lastTrace();
    expect(trace).toMatchObject({
      event: 'expand',
      capability_id: 'demo.customers',
      handle_id: handle,
      outcome: 'completed',
      justification: 'looking into incident 42',
      args: { unredacted: true, to: 'terminal', rows: 2, row_numbers: '10-11', fields: ['id', 'email'] },
    });
    expect(JSON.stringify(trace)).not.toMatch(MAIL);
  });

  it('tells of a field that no row it looked at has', async () => {
    ownConfig(ROLE);
    const handle = await kept(['demo.customers', 'rows=20100']);
    const words = [...WHY, '--limit', '1', '--fields', 'id,emial'];
    const { stderr } = await unredacted(handle, words, { isTty: true });
    expect(stderr).toContain('warning: none of the first 20,000 rows has "emial": did you mean email?\n');
  });

  it('writes a new file that is private, in the form that is asked for', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const { stdout, stderr, status } = await unredacted(handle, [...WHY, '--out', 'rows']);
    expect([stdout, status, statSync(at('rows')).mode & 0o777]).toEqual(['', 0, 0o600]);
    expect(stderr).toBe('akernel: 50 of 60 rows, not redacted in rows; the next page: --offset 50\n');
    const rows = readFileSync(at('rows'), 'utf8').trimEnd().split('\n');
    expect([rows.length, JSON.parse(rows[0] ?? '').email]).toEqual([50, expect.stringMatching(MAIL)]);
    await unredacted(handle, [...WHY, '--out', 'csv', '-o', 'csv', '--fields', 'id,email', '--limit', '1']);
    expect(readFileSync(at('csv'), 'utf8')).toMatch(/^id,email\r?\n1,\S+@example\.com\r?\n$/);
    const again = await unredacted(handle, [...WHY, '--out', 'csv']);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    const own = await unredacted(handle, [...WHY, '--out', join(shop.directory, 'state', 'rows')]);
    expect([own.status, own.stderr]).toEqual([3, expect.stringContaining('state and keys of akernel itself')]);
    const found = await unredacted(
      handle,
      [...WHY, '-o', 'json', '--filter', 'id > 40', '--offset', '2', '--limit', '3'],
      {
        isTty: true,
      },
    );
    const { rows: matching, page } = JSON.parse(found.stdout);
    expect([matching.map(({ id }: { id: number }) => id), page.next_offset]).toEqual([[43, 44, 45], 5]);
  });

  it('filters by what is stored, and the trace does not tell what was compared', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const first = JSON.parse(
      (await unredacted(handle, [...WHY, '-o', 'json', '--limit', '1'], { isTty: true })).stdout,
    );
    const filter = `ssn = ${JSON.stringify(first.rows[0].ssn)} and notes ~ "invoice"`;
    const { stdout } = await unredacted(handle, [...WHY, '-o', 'json', '--filter', filter], { isTty: true });
    expect(JSON.parse(stdout).rows).toEqual(first.rows);
    expect((await lastTrace())['args']).toMatchObject({ filter: 'ssn = … and notes ~ …', rows: 1 });
  });

  it('shows a terminal nothing that it would obey', async () => {
    ownConfig(ROLE);
    const log = 'mail ann@example.org \u001b]52;c;x\u0007\u001b[31mred\u202e\n';
    await shop.run(['pipe'], { stdin: log });
    const handle = await lastHandle();
    for (const format of ['text', 'json', 'rows', 'csv', 'markdown']) {
      const { stdout, status } = await unredacted(handle, [...WHY, '-o', format, '--no-color'], { isTty: true });
      expect([format, status, stdout.includes('mail ann')]).toEqual([format, 0, true]);
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('keeps hidden what the grant hides', async () => {
    ownConfig(ROLE);
    const token = (await shop.run(['grant', 'demo.customers', '--fields', 'id,name', '--max-rows', '5'])).stdout;
    writeFileSync(at('token'), token);
    const handle = await kept(['demo.customers', 'rows=9', '--token-file', 'token']);
    const { stdout, status } = await unredacted(handle, [...WHY, '-o', 'json'], { isTty: true });
    expect([status, Object.keys(JSON.parse(stdout).rows[0]), JSON.parse(stdout).rows.length]).toEqual([
      0,
      ['id', 'name'],
      5,
    ]);
    const outside = await unredacted(handle, [...WHY, '--fields', 'ssn'], { isTty: true });
    expect([outside.stdout, outside.status]).toEqual(['', 2]);
  });

  it.each<[string, string, CliOptions & { readonly words?: readonly string[] }]>([
    ['no role', 'missing_role', { words: WHY }],
    ['a role of the environment', 'missing_role', { words: WHY, env: { AKERNEL_PRINCIPAL_ROLES: 'secrets_reader' } }],
    ['a role of a project', 'missing_role', { words: WHY, cwd: 'project' }],
    ['a config that the environment names', 'missing_role', { words: WHY, env: { AKERNEL_CONFIG: 'role.json' } }],
  ])('is denied with %s, and shows nothing', async (_why, reason, { words = [], ...options }) => {
    config('project/akernel.config.json', ROLE);
    config('role.json', ROLE);
    const handle = await kept();
    const cwd = options.cwd === undefined ? shop.directory : at(options.cwd);
    const { stdout, stderr, status } = await unredacted(handle, [...words, '--out', 'out'], { ...options, cwd });
    expect([stdout, status, existsSync(join(cwd, 'out'))]).toEqual(['', 3, false]);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'POLICY_DENIED', reason });
    expect(JSON.parse(stderr).error.hint).toMatch(/: principal: \{ roles: \[(?:reader, )?secrets_reader\] \}$/);
    const trace = await lastTrace();
    expect(trace).toMatchObject({ event: 'expand', outcome: 'denied', reason, args: { unredacted: true } });
    const { stdout: told } = await shop.run(['explain', String(trace['action_id']), '-o', 'text']);
    expect(told).toMatch(/needs the role secrets_reader\nwhat it needs: akernel help config\n$/);
  });

  it('is denied to a name that the environment gives, and without a reason that can be seen', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const asEve = await unredacted(handle, WHY, { isTty: true, env: { AKERNEL_PRINCIPAL_ID: 'eve' } });
    expect([asEve.stdout, asEve.status]).toEqual(['', 3]);
    for (const words of [[], ['--justification', 'short'], ['--justification', ' '.repeat(20)]]) {
      const { stdout, stderr, status } = await unredacted(handle, words, { isTty: true });
      expect([stdout, status]).toEqual(['', 3]);
      expect(stderr).toContain('a justification of at least 15 characters is needed (insufficient_justification)');
    }
  });

  it('takes the role from the config that a flag names, and of the principal that one names', async () => {
    const file = config('role.json', { principals: { ann: { roles: ['secrets_reader'] }, bob: {} } });
    const as = (name: string, words: readonly string[]) =>
      shop.run([...words, '--as', name, '--config', file], { isTty: true });
    await as('ann', ['invoke', 'demo.customers', 'rows=1', '-o', 'json']);
    const { stdout: listed } = await as('ann', ['handles', 'list', '-o', 'json']);
    const handle = /h_[0-9a-z]{10}/.exec(listed)?.[0] ?? '';
    const shown = await as('ann', ['expand', handle, '--unredacted', ...WHY, '-o', 'json']);
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringMatching(MAIL)]);
    expect((await as('bob', ['expand', handle, '--unredacted', ...WHY])).status).toBe(3);
    ownConfig(ROLE);
    const other = await unredacted(handle, WHY, { isTty: true });
    expect([other.stdout, other.status]).toEqual(['', 4]);
  });

  it('never goes into a pipe, to a server, or a view, and is refused where it makes no sense', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const piped = await unredacted(handle, WHY);
    expect([piped.stdout, piped.status]).toEqual(['', 2]);
    expect(piped.stderr).toContain('--out FILE makes a file that only you can read');
    expect(await lastTrace()).toMatchObject({ event: 'expand', handle_id: handle, outcome: 'failed' });
    const tries: readonly (readonly string[])[] = [
      ['expand', handle, '--unredacted', ...WHY, '--remote', 'localhost:1'],
      ['expand', handle, '--unredacted', ...WHY, '-o', 'live'],
      ['expand', handle, '--unredacted', ...WHY, '--all'],
      ['expand', handle, '--unredacted', ...WHY, '--query', 'x'],
      ['expand', handle, '--unredacted', ...WHY, '--budget', '1000'],
      ['expand', handle, '--unredacted', ...WHY, '--session', 's_0000000000'],
      ['expand', handle, '--unredacted', ...WHY, '--offset', '-1'],
      ['expand', handle, '--unredacted', ...WHY, '--filter', 'id'],
      ['expand', handle, '--unredacted', ...WHY, '--fields', 'nothing'],
      ['expand', 'next', handle, '--unredacted'],
      ['expand', 'info', handle, '--unredacted'],
      ['expand', 'value', handle, '--row', '0', '--field', 'id', '--unredacted'],
      ['expand', handle, ...WHY],
      ['expand', handle, '--out', 'x'],
    ];
    for (const words of tries) {
      const { stdout, status } = await shop.run(words, { isTty: true });
      expect([words, stdout, status]).toEqual([words, '', 2]);
    }
    const remote = await unredacted(handle, WHY, { isTty: true, env: { AKERNEL_REMOTE: 'localhost:1' } });
    expect([remote.stdout, remote.status, existsSync(at('x'))]).toEqual(['', 2, false]);
  });

  it('shows nothing to a program that akernel has started, which could make a terminal for itself', async () => {
    ownConfig(ROLE);
    const handle = await kept();
    const printing = await shop.run(['exec', '--', process.execPath, '-p', 'process.env.AKERNEL_WITHIN']);
    expect(printing.stdout).toBe('1\n');
    const env = { AKERNEL_WITHIN: '1' };
    for (const words of [WHY, [...WHY, '--out', 'x']]) {
      const { stdout, stderr, status } = await unredacted(handle, words, { isTty: true, env });
      expect([stdout, status, existsSync(at('x'))]).toEqual(['', 2, false]);
      expect(stderr).toContain('--unredacted: not in a program that akernel has started');
    }
    expect(await lastTrace()).toMatchObject({ event: 'expand', handle_id: handle, outcome: 'failed' });
  });

  it('shows nothing of a map', async () => {
    ownConfig(ROLE);
    const { stderr } = await shop.run(['redact', '--keep-map'], { stdin: 'mail ann@example.org\n' });
    const map = /h_[0-9a-z]{10}/.exec(stderr)?.[0] ?? '';
    const { stdout, status } = await unredacted(map, WHY, { isTty: true });
    expect([stdout, status]).toEqual(['', 2]);
  });
});
