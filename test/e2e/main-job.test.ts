import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { framesOf, lastFrame, sandbox } from '../support/cli.js';

describe('the main job', () => {
  const box = sandbox();
  let handle = '';

  it('streams a capability through the firewall into jq', async () => {
    const { stdout, stderr } = await box.shell(
      "akernel invoke demo.customers rows=100000 --stream | tee frames.ndjson | jq -c 'select(.is_final) | .seen.rows, .shown.rows + .omitted.rows'",
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('100000\n100000\n');
    const printed = readFileSync(join(box.directory, 'frames.ndjson'), 'utf8');
    expect(printed).not.toMatch(/@example\.com/);
    expect(lastFrame(printed)).toMatchObject({
      status: 'completed',
      handle: { total_rows: 100_000, state: 'complete' },
    });
    handle = String((lastFrame(printed)['handle'] as { handle_id: string }).handle_id);
  });

  it('pages what was kept, from another process', async () => {
    const { stdout, status } = await box.run(['expand', handle, '--fields', 'id,name', '--offset', '99990']);
    expect(status).toBe(0);
    const frame = lastFrame(stdout);
    expect(frame['page']).toEqual({ offset: 99_990, returned: 10, total: 100_000 });
    expect((frame['rows'] as Record<string, unknown>[]).map((row) => Object.keys(row))).toEqual(
      Array(10).fill(['id', 'name']),
    );
  });

  it('keeps nothing readable on disk', () => {
    const files = readdirSync(box.home, { recursive: true, encoding: 'utf8' }).map((name) => join(box.home, name));
    const contents = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
    expect(contents.some((bytes) => bytes.length > 1_000_000)).toBe(true);
    for (const bytes of contents) {
      expect(bytes.includes('@example.com')).toBe(false);
    }
    for (const path of [box.home, ...files]) {
      expect(statSync(path).mode & 0o077, path).toBe(0);
    }
  });

  it('explains the action and verifies the audit chain', async () => {
    const shown = framesOf(readFileSync(join(box.directory, 'frames.ndjson'), 'utf8'))[0];
    const explained = await box.inside(['explain', String(shown?.['action_id'])]);
    expect(explained.status).toBe(0);
    expect(JSON.parse(explained.stdout)).toMatchObject({
      outcome: 'completed',
      capability_id: 'demo.customers',
      totals: { rows: 100_000 },
    });
    const verified = await box.inside(['audit', 'verify', '-o', 'json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, records_checked: 3 });
    expect(verified.status).toBe(0);
  });

  it('takes any output through a pipe', async () => {
    const secret = `${'gh'}${'p_'}${'a1B2'.repeat(9)}`;
    const { stdout } = await box.shell(
      `for i in $(seq 1 2000); do echo "line $i with ${secret} and ann$i@example.org"; done | akernel pipe --budget 2000`,
    );
    expect(stdout).not.toContain(secret.slice(4, 12));
    expect(stdout).not.toContain('@example.org');
    expect(stdout).toMatch(/^line 1 with \[REDACTED:github_token\] and \[REDACTED:email\]\nline 2 /);
    const account =
      /\n\[akernel\] omitted [\d,]+ chars; redacted: .*; next: akernel expand (h_\w{10}) --offset \d+\n$/.exec(stdout);
    const { stdout: record } = await box.inside(['expand', 'info', account?.[1] ?? '', '-o', 'json']);
    expect(JSON.parse(record)).toMatchObject({ total_rows: 2000, state: 'complete' });
  });

  it("passes a command's own status on", async () => {
    for (const [command, status] of [
      ['exit 0', 0],
      ['exit 7', 7],
      ['kill -9 $$', 137],
    ] as const) {
      const ran = await box.run(['exec', '--', 'sh', '-c', `echo out; echo err >&2; ${command}`]);
      expect(ran, command).toMatchObject({ status, stdout: 'out\n', stderr: 'err\n' });
      const asFrames = await box.run(['exec', '-o', 'ndjson', '--', 'sh', '-c', `echo out; echo err >&2; ${command}`]);
      const texts = framesOf(asFrames.stdout).map((frame) => [frame['channel'], frame['text']]);
      expect(texts).toContainEqual([undefined, 'out\n']);
      expect(texts).toContainEqual(['stderr', 'err\n']);
    }
    expect((await box.run(['exec', '--', 'no-such-command-here'])).status).toBe(127);
  });

  it('reads files as records', async () => {
    writeFileSync(join(box.directory, 'a.csv'), 'id,email\n1,ann@example.com\n2,bob@example.com\n');
    writeFileSync(join(box.directory, 'a.json'), '[{"id":1},{"id":12345678901234567890},{"id":3}]');
    writeFileSync(join(box.directory, 'a.ndjson'), '{"id":1}\nbroken\n{"id":2}\n');
    const csv = await box.inside(['invoke', 'fs.read_file', 'path=a.csv', '--stream']);
    expect(framesOf(csv.stdout)[0]?.['rows']).toEqual([
      { id: 1, email: '[REDACTED:email]' },
      { id: 2, email: '[REDACTED:email]' },
    ]);
    const json = await box.inside(['invoke', 'fs.read_file', 'path=a.json', '--stream']);
    expect(framesOf(json.stdout)[0]?.['rows']).toEqual([{ id: 1 }, { id: '12345678901234567890' }, { id: 3 }]);
    const ndjson = await box.inside(['invoke', 'fs.read_file', 'path=a.ndjson', '--stream']);
    expect(lastFrame(ndjson.stdout)).toMatchObject({
      seen: { rows: 2, lines: 1, bytes: 25 },
      shown: { rows: 2, chars: 7 },
      omitted: { rows: 0, chars: 0 },
      warnings: ['line is not valid JSON'],
      handle: { total_rows: 3, state: 'complete' },
    });
  });

  it('counts what it could not read, and reads on behind a quote that nobody closed', async () => {
    const box = sandbox();
    const rows = Array.from({ length: 60_000 }, (_, index) => `${index},name of ${index}`);
    rows[1] = '1,"nobody closes this';
    writeFileSync(join(box.directory, 'open.csv'), ['id,name', ...rows, ''].join('\n'));
    const csv = await box.inside(['invoke', 'fs.read_file', 'path=open.csv', '-o', 'json']);
    expect(lastFrame(csv.stdout)).toMatchObject({
      seen: { rows: 60_000 },
      warnings: ['quoted field is not closed'],
      handle: { total_rows: 60_000, state: 'complete' },
    });
    writeFileSync(join(box.directory, 'long.ndjson'), `{"id":1}\n{"id":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);
    const long = await box.inside(['invoke', 'fs.read_file', 'path=long.ndjson', '-o', 'json']);
    expect(lastFrame(long.stdout)).toMatchObject({
      seen: { rows: 2, bytes: 17 * 1024 * 1024 + 18 },
      omitted: { bytes: 17 * 1024 * 1024 + 9 },
      warnings: ['record is over the size limit'],
      handle: { total_rows: 1, state: 'partial' },
    });
  });

  it('lists files', async () => {
    const { stdout } = await box.inside([
      'invoke',
      'fs.list_files',
      'path=.',
      'glob=**/*.csv',
      '--mode',
      'table',
      '-o',
      'json',
    ]);
    expect(lastFrame(stdout)['rows']).toMatchObject([{ path: 'a.csv', type: 'file' }]);
  });
});

describe('what bad input gets', () => {
  const box = sandbox();

  it.each([
    [['invoke', 'demo.custmers'], 4, 'CAPABILITY_NOT_FOUND'],
    [['invoke', 'demo.customers', 'rows=many'], 2, 'USAGE'],
    [['invoke', 'demo.customers', 'colour=red'], 2, 'USAGE'],
    [['invoke', 'fs.read_file'], 2, 'USAGE'],
    [['invoke', 'demo.customers', '--args', '{"rows":'], 2, 'USAGE'],
    [['invoke', 'demo.customers', '--args', '[1]'], 2, 'USAGE'],
    [['invoke', 'demo.customers', '--budget', '511'], 2, 'USAGE'],
    [['invoke', 'demo.customers', '--mode', 'loud'], 2, 'USAGE'],
    [['invoke', 'demo.customers', '--no-such-flag'], 2, 'USAGE'],
    [['invoke', 'fs.read_file', 'path=nowhere.json'], 2, 'USAGE'],
    [['invoke', 'fs.read_file', 'path=.'], 2, 'USAGE'],
    [['invoke', 'fs.read_file', 'path=../../etc/passwd'], 3, 'POLICY_DENIED'],
    [['expand', 'h_0000000000'], 4, 'HANDLE_NOT_FOUND'],
    [['expand', 'h_0000000000', '--offset', '-1'], 2, 'USAGE'],
    [['expand', 'h_0000000000', '--offset', '1.5'], 2, 'USAGE'],
    [['expand', 'h_0000000000', '--filter', 'a ?? 1'], 2, 'USAGE'],
    [['explain', 'a_0000000000'], 4, 'TRACE_NOT_FOUND'],
    [['nonsense'], 2, 'USAGE'],
  ])('akernel %j', async (args, status, code) => {
    const ran = await box.inside(args);
    expect(ran.status).toBe(status);
    expect(ran.stdout).toBe('');
    const lines = ran.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { code, message: expect.any(String), hint: expect.any(String) },
    });
  });

  it('suggests the capability that was meant', async () => {
    const { stderr } = await box.inside(['invoke', 'demo.custmers']);
    expect(stderr).toContain('demo.customers');
  });

  it('leaves one trace for each refused action', async () => {
    const { stdout } = await box.inside(['audit', 'list', '-o', 'json', '--limit', '100']);
    expect(stdout).toContain('CAPABILITY_NOT_FOUND');
    expect(stdout).toContain('HANDLE_NOT_FOUND');
  });
});
