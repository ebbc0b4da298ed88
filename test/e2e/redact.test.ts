import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { finish, lastFrame, sandbox } from '../support/cli.js';

const MAIL = ['ada', 'example.org'].join('@');
const MIB = 2 ** 20;
/** What one run may hold, whatever the size of its input. */
const MOST_RESIDENT = 160 * MIB;

function residentPeak(pid: number | undefined): number {
  const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) * 1024;
}

describe('akernel redact', () => {
  it('streams 50 MB in bounded memory, with every finding replaced', async () => {
    const box = sandbox();
    const child = box.start(['redact', '--report', '-o', 'json'], { stdin: '' });
    const lines = 8192;
    const block = `${'some words of a log line, and more of them\n'.repeat(15)}mail ${MAIL} now\n`.repeat(lines / 16);
    const blocks = Math.ceil((50 * MIB) / block.length);
    let size = 0;
    let hasMail = false;
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length;
      hasMail ||= piece.includes(MAIL);
    });
    let report = '';
    child.stderr?.on('data', (piece: Buffer) => {
      report += piece.toString();
    });
    let peak = 0;
    for (let sent = 0; sent < blocks; sent += 1) {
      if (child.stdin?.write(block) === false) {
        await once(child.stdin, 'drain');
      }
      peak = Math.max(peak, residentPeak(child.pid));
    }
    child.stdin?.end();
    const [status] = await once(child, 'close');
    const findings = blocks * (lines / 16);
    expect([status, hasMail]).toEqual([0, false]);
    expect(JSON.parse(report).report).toMatchObject({ findings, by_type: { email: findings } });
    expect(size).toBe(blocks * block.length + findings * ('[REDACTED:email]'.length - MAIL.length));
    expect(peak).toBeGreaterThan(20 * MIB);
    expect(peak).toBeLessThan(MOST_RESIDENT);
  });

  it('finds what is split over writes, and needs no state directory', async () => {
    const box = sandbox();
    const { stdout, status } = await box.shell(
      `{ printf 'to ad'; sleep 0.1; printf 'a@exam'; sleep 0.1; printf 'ple.org, pass\\xc3'; sleep 0.1; printf '\\xa9'; } | akernel redact`,
    );
    expect([stdout, status]).toEqual(['to [REDACTED:email], passé', 0]);
    expect(existsSync(box.home)).toBe(false);
  });

  it('passes on what is clean at once', async () => {
    const box = sandbox();
    const child = box.start(['redact'], { stdin: '' });
    child.stdin?.write('a first line\n');
    const [first] = await once(child.stdout ?? child, 'data');
    expect(String(first)).toBe('a first line\n');
    child.stdin?.end();
    await once(child, 'close');
  });

  it('ends quietly when its reader goes away', async () => {
    const box = sandbox();
    const { stdout, stderr, status } = await box.shell(
      `yes 'mail ${MAIL}' | akernel redact | head -1; echo "\${PIPESTATUS[1]}"`,
    );
    expect([stdout, stderr, status]).toEqual(['mail [REDACTED:email]\n0\n', '', 0]);
  });

  it('Ctrl-C ends it, waiting for a pipe or in the middle of a file', async () => {
    const box = sandbox();
    const waiting = box.start(['redact'], { stdin: '' });
    const ended = finish(waiting);
    waiting.stdin?.write('a line\n');
    await once(waiting.stdout ?? waiting, 'data');
    waiting.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect([status, stdout]).toEqual([130, 'a line\n']);
    expect(stderr).toContain('interrupted');

    const file = box.start(['redact', '/dev/zero']);
    file.stdout?.resume();
    await once(file.stdout ?? file, 'data');
    await sleep(100);
    file.kill('SIGINT');
    const [code] = await once(file, 'close');
    expect(code).toBe(130);
  });

  it('Ctrl-C does not lose what --report has counted so far', async () => {
    const box = sandbox();
    const child = box.start(['redact', '--report'], { stdin: '' });
    const ended = finish(child);
    child.stdin?.write(`mail ${MAIL} now\n`.repeat(3));
    await once(child.stdout ?? child, 'data');
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect([status, stdout]).toEqual([130, 'mail [REDACTED:email] now\n'.repeat(3)]);
    expect(stderr).toMatch(/^findings: 3\ntype email: 3\ndetector email: 3\n.*interrupted/);
  });

  it.each([['--report'], ['--explain']])('a full disk below %s is told by the status', async (flag) => {
    const box = sandbox();
    const { stdout, status } = await box.shell(`printf 'mail ${MAIL}\\n' | akernel redact ${flag} 2> /dev/full`);
    expect([stdout, status]).toEqual(['mail [REDACTED:email]\n', 7]);
    const asked = await box.shell(`printf '${MAIL}' | akernel redact ${flag} --fail-on-findings 2> /dev/full`);
    expect(asked.status).toBe(1);
  });

  it('what was shown of a map can be put back after kill -9, and the action has its trace', async () => {
    const box = sandbox();
    const child = box.start(['redact', '--keep-map'], { stdin: '' });
    child.stdin?.write(`mail ${MAIL} now\n`);
    const [shown] = await once(child.stdout ?? child, 'data');
    expect(String(shown)).toMatch(/^mail \[REDACTED:email:[0-9a-f]{4}\] now\n$/);
    child.kill('SIGKILL');
    await once(child, 'close');
    const { stdout } = await box.inside(['handles', 'list', '-o', 'json']);
    const map = /h_[0-9a-z]{10}/.exec(stdout)?.[0] ?? '';
    const back = await box.inside(['restore', '--map', map], { stdin: String(shown) });
    expect([back.stdout, back.status]).toEqual([`mail ${MAIL} now\n`, 0]);
    const traces = await box.inside(['audit', 'list', '-o', 'json']);
    expect(
      JSON.parse(traces.stdout)
        .map(({ outcome }: { outcome: string }) => outcome)
        .sort(),
    ).toEqual(['completed', 'failed']);
  });

  it('Ctrl-C at a pipe that is silent leaves a map of what came', async () => {
    const box = sandbox();
    const child = box.start(['redact', '--keep-map'], { stdin: '' });
    const ended = finish(child);
    child.stdin?.write(`mail ${MAIL} now\n`);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGINT');
    const { status, stderr, stdout } = await ended;
    // A process that is slow to go is helped by the signal itself.
    expect([status ?? 130, stderr]).toEqual([130, expect.stringMatching(/^akernel: 1 value kept until /)]);
    const map = /h_[0-9a-z]{10}/.exec(stderr)?.[0] ?? '';
    expect((await box.inside(['restore', '--map', map], { stdin: stdout })).stdout).toBe(`mail ${MAIL} now\n`);
  });

  it('fails a build that has findings', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'dump.sql'), `insert into people values ('${MAIL}');\n`);
    const script =
      'akernel redact --fail-on-findings dump.sql > clean.sql && echo shipped; akernel redact --fail-on-findings clean.sql > /dev/null && echo clean';
    const { stdout, stderr } = await box.shell(script);
    expect([stdout, stderr]).toEqual(['clean\n', 'akernel: 1 finding; --explain tells where\n']);
  });
});

const CONFIG = `
redaction:
  detectors: { email: false }
  allow: { patterns: ['\\+44 7911 [0-9 ]{7}'] }
policy:
  default: allow
  rules: [{ match: {}, effect: allow }]
capabilities:
  - capability_id: staff.list_open
    safety_class: READ
    sensitivity: NONE
    redaction:
      sensitive_fields: [salary]
    driver: &driver { driver_id: module, operation: list, options: { module: ./staff.mjs, export: list } }
  - capability_id: staff.list_private
    safety_class: READ
    sensitivity: PII
    redaction:
      own_detectors: [{ name: staff, type: staff, pattern: 'EMP-[0-9]{6}' }]
    driver: *driver
`;

describe('settings of redaction', () => {
  it('hold for a capability and for its handle; nothing sensitive is switched off', async () => {
    const box = sandbox();
    const row = { mail: MAIL, phone: '+44 7911 846 273', id: 'EMP-123456', salary: 7 };
    writeFileSync(join(box.directory, 'akernel.config.yaml'), CONFIG);
    writeFileSync(join(box.directory, 'staff.mjs'), `export function* list() { yield ${JSON.stringify(row)}; }\n`);
    const wanted = {
      'staff.list_open': { ...row, salary: '[REDACTED:sensitive]' },
      'staff.list_private': { mail: '[REDACTED:email]', phone: '[REDACTED:phone]', id: '[REDACTED:staff]', salary: 7 },
    };
    for (const [capability, shown] of Object.entries(wanted)) {
      const { stdout, stderr } = await box.inside(['invoke', capability, '--mode', 'table']);
      expect(stderr).toBe('');
      const frame = lastFrame(stdout);
      expect(frame['rows']).toEqual([shown]);
      const { handle_id: handle } = frame as { readonly handle_id: string };
      const page = await box.inside(['expand', handle]);
      expect(lastFrame(page.stdout)['rows']).toEqual([shown]);
      const value = await box.inside(['expand', 'value', handle, '--row', '0', '--field', 'id']);
      expect(lastFrame(value.stdout)['text']).toBe(shown.id);
    }
    const piped = await box.inside(['pipe', '--input', 'text'], { stdin: `${MAIL} EMP-123456` });
    expect(piped.stdout).toBe(`${MAIL} EMP-123456`);
    const audit = await box.inside(['audit', 'list']);
    expect(audit.stdout).not.toMatch(/ada@|EMP-1/);
  });

  it('traces hide what results may show', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'akernel.config.yaml'), 'redaction: { groups: { personal: false } }');
    await box.inside(['invoke', 'fs.read_file', `path=${MAIL}`]);
    const { stdout } = await box.inside(['audit', 'list']);
    expect(stdout).toContain('[REDACTED:email]');
    expect(stdout).not.toContain(MAIL);
  });
});
