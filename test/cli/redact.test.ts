import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
});
afterAll(() => shop.dispose());

const MAIL = ['ada', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');
const TEXT = `é ${MAIL}\n\n  ${KEY} 😀 ${MAIL}\r\n`;
const CLEAN = 'é [REDACTED:email]\n\n  [REDACTED:aws_key] 😀 [REDACTED:email]\r\n';

describe('redact', () => {
  test.each([
    ['standard input', [], TEXT],
    ['standard input by its sign', ['-'], TEXT],
    ['a file', ['text.log'], undefined],
  ])('%s', async (_, words, stdin) => {
    writeFileSync(join(shop.directory, 'text.log'), TEXT);
    const ran = await shop.run(['redact', ...words], stdin === undefined ? {} : { stdin });
    expect(ran).toMatchObject({ status: 0, stdout: CLEAN, stderr: '' });
  });

  test('every byte but the findings is what it was', async () => {
    const odd = '\ufeff\u0000\u0007\u001b[31m\r\r\n\t\u2028\ud83d\ude00 no end';
    expect((await shop.run(['redact'], { stdin: odd })).stdout).toBe(odd);
    expect((await shop.run(['redact'], { stdin: '' })).stdout).toBe('');
  });

  test('bytes that are no text come out as they went in, and are told', async () => {
    const odd = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]);
    const { stdoutBytes, stderr, status } = await shop.run(['redact'], { stdin: odd });
    expect([stdoutBytes, status]).toEqual([odd, 0]);
    expect(stderr).toBe('akernel: warning: bytes that are no text came out as they went in: 3\n');
    expect((await shop.run(['redact', '-q'], { stdin: odd })).stderr).toBe('');
    expect((await shop.run(['redact', '-q'], { stdin: odd, isTty: true })).stdout).toBe('a\ufffdb\ufffd\ufffd');
    const any = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 0xff));
    expect((await shop.run(['redact'], { stdin: any })).stdoutBytes.equals(any)).toBe(true);
  });

  test('what is hidden beside them is hidden, and places are those of the bytes that went in', async () => {
    const around = [Buffer.from([0xe9]), Buffer.from([0x20, 0xff, 0x0a, 0xc3])];
    const stdin = Buffer.concat(around.flatMap((bytes) => [bytes, Buffer.from(MAIL)]).concat(around));
    const { stdoutBytes, stderr } = await shop.run(['redact', '--explain', '-q', '-o', 'json'], { stdin });
    const hidden = Buffer.from('[REDACTED:email]');
    expect(stdoutBytes).toEqual(Buffer.concat(around.flatMap((bytes) => [bytes, hidden]).concat(around)));
    const found = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).finding);
    expect(found).toMatchObject([
      { line: 1, column: 2, byte: 1 },
      { line: 2, column: 2, byte: stdin.lastIndexOf(MAIL) },
    ]);
  });

  test.each(['le', 'be'])('UTF-16 (%s) is read as what it is, and comes out as it', async (order) => {
    const written = (text: string): Buffer => {
      const bytes = Buffer.from(text, 'utf16le');
      return order === 'le' ? bytes : bytes.swap16();
    };
    for (const text of [`\ufeff${TEXT}`, `a ${TEXT}`, `\ufeff${TEXT}\ud83d ${MAIL}`]) {
      const stdin = Buffer.concat([written(text), Buffer.from('x')]);
      const ran = await shop.run(['redact', '--explain', '-o', 'json'], { stdin });
      const wanted = text.replaceAll(MAIL, '[REDACTED:email]').replace(KEY, '[REDACTED:aws_key]');
      expect(ran.stdoutBytes).toEqual(Buffer.concat([written(wanted), Buffer.from('x')]));
      const [first = ''] = ran.stderr.split('\n');
      expect(JSON.parse(first).finding).toMatchObject({ type: 'email', byte: 2 * text.indexOf(MAIL) });
    }
  });

  test('a terminal gets text that it can only print', async () => {
    const { stdout } = await shop.run(['redact'], { stdin: `a\u001b[31m ${MAIL}\n`, isTty: true });
    expect(stdout).toBe('a [REDACTED:email]\n');
  });

  test('--report counts, without values', async () => {
    const { stdout, stderr } = await shop.run(['redact', '--report'], { stdin: TEXT });
    expect(stdout).toBe(CLEAN);
    expect(stderr).toBe(
      'findings: 3\ntype email: 2\ntype aws_key: 1\ndetector email: 2\ndetector aws-access-key-id: 1\n',
    );
    const json = await shop.run(['redact', '--report', '-o', 'json'], { stdin: TEXT });
    expect(json.stdout).toBe(CLEAN);
    expect(JSON.parse(json.stderr)).toEqual({
      report: {
        findings: 3,
        by_type: { email: 2, aws_key: 1 },
        by_detector: { email: 2, 'aws-access-key-id': 1 },
        invalid_bytes: 0,
      },
    });
  });

  test('--explain tells where and why', async () => {
    const { stderr } = await shop.run(['redact', '--explain'], { stdin: TEXT });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      '1:3 email (email, personal)',
      '3:3 aws_key (aws-access-key-id, secret)',
      '3:26 email (email, personal)',
    ]);
    expect(lines.every((line) => /: \S+/.test(line))).toBe(true);
    const json = await shop.run(['redact', '--explain', '-o', 'ndjson'], { stdin: TEXT });
    const found = json.stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).finding);
    const bytes = Buffer.from(TEXT);
    expect(found.map(({ byte }) => byte)).toEqual([3, bytes.indexOf(KEY), bytes.lastIndexOf(MAIL)]);
    expect(stderr + json.stderr).not.toMatch(/ada|AKIA/);
  });

  test('places behind a withheld value of many lines', async () => {
    const label = 'PRIVATE KEY-----';
    const pem = `-----BEGIN ${label}\n${`MIIEvQ${'q7Wx2Kd9Zv4Lm8Rt'.repeat(3)}\n`.repeat(4000)}-----END ${label}`;
    const text = `a\n${pem} ${MAIL}\n`;
    const { stdout, stderr } = await shop.run(['redact', '--explain', '-o', 'json'], { stdin: text });
    expect(stdout).toBe('a\n[REDACTED:private_key] [REDACTED:email]\n');
    const found = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).finding);
    expect(found).toMatchObject([
      { type: 'private_key', line: 2, column: 1, byte: 2 },
      { type: 'email', line: 4003, column: `-----END ${label} `.length + 1, byte: text.indexOf(MAIL) },
    ]);
  });

  test.each<readonly [string, readonly string[], string, number, RegExp]>([
    ['findings', ['--fail-on-findings'], TEXT, 1, /^akernel: 3 findings; --explain tells where\n$/],
    ['one finding, quietly', ['--fail-on-findings', '-q'], MAIL, 1, /^$/],
    ['findings and a report', ['--fail-on-findings', '--report'], MAIL, 1, /^findings: 1\n/],
    ['nothing', ['--fail-on-findings'], 'all is well [REDACTED:email]', 0, /^$/],
  ])('--fail-on-findings: %s', async (_, flags, stdin, wanted, stderr) => {
    const ran = await shop.run(['redact', ...flags], { stdin });
    expect(ran.status).toBe(wanted);
    expect(ran.stderr).toMatch(stderr);
  });

  test.each([
    ['a file that is not there', ['none.log'], 'the file "none.log" is not there'],
    ['a file without a name', [''], 'the name of the file is empty'],
    ['a directory', ['folder'], '"folder" is a folder, whose files are not printed one after the other'],
    ['an unknown flag', ['--raport'], "unknown option '--raport'"],
  ])('%s', async (_, words, message) => {
    mkdirSync(join(shop.directory, 'folder'), { recursive: true });
    const { status, stdout, stderr } = await shop.run(['redact', ...words, '-o', 'json']);
    expect([status, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'USAGE', message });
  });

  test('a terminal is not waited for with --no-input', async () => {
    const { status, stderr } = await shop.run(['redact', '--no-input'], { stdinIsTty: true });
    expect(status).toBe(2);
    expect(stderr).toContain('standard input is a terminal');
  });

  test('an interrupt ends it, and what is held is dropped', async () => {
    const controller = new AbortController();
    const running = shop.run(['redact'], {
      stdin: `${'words\n'.repeat(200_000)}password=Tr0ub`,
      interrupt: controller.signal,
      onStdout: () => controller.abort(new Error('stop')),
    });
    expect((await running).stdout).not.toContain('password');
    expect((await running).status).not.toBe(0);
  });

  test.each([
    ['text', /^findings: [1-9]\d*\n(?:(?:type|detector) .*\n)+akernel: stop\n/],
    ['json', /^\{"report":\{"findings":[1-9]\d*,.*\n\{"error":/],
  ])('an interrupt does not lose what was counted so far: %s', async (output, stderr) => {
    const controller = new AbortController();
    const ran = await shop.run(['redact', '--report', '-o', output], {
      stdin: `${MAIL}\n`.repeat(200_000),
      interrupt: controller.signal,
      onStdout: () => controller.abort(new KernelError('CANCELLED', 'stop')),
    });
    expect(ran.stderr).toMatch(stderr);
    expect(ran.stderr.match(/findings/g)).toHaveLength(1);
    expect(ran.status).toBe(130);
  });

  test.each([['--report'], ['--explain']])('%s that cannot be written is no success', async (flag) => {
    const ran = await shop.run(['redact', flag], { stdin: TEXT, stderrFailure: 'ENOSPC' });
    expect([ran.status, ran.stdout]).toEqual([7, CLEAN]);
    expect((await shop.run(['redact', flag], { stdin: TEXT, stderrFailure: 'EPIPE' })).status).toBe(0);
    const asked = ['redact', flag, '--fail-on-findings'];
    expect((await shop.run(asked, { stdin: TEXT, stderrFailure: 'ENOSPC' })).status).toBe(1);
  });
});

const OWN = `
redaction:
  detectors: { email: false }
  sensitive_fields: [salary]
  own_detectors:
    - { name: staff, type: staff, pattern: 'EMP-[0-9]{6}', checksum: luhn }
  allow: { values: [${KEY}] }
`;

describe('the settings of the config', () => {
  test('hold for redact', async () => {
    writeFileSync(join(shop.directory, 'own.yaml'), OWN);
    const stdin = `${MAIL} ${KEY} EMP-123455 salary: 7\n`;
    const { stdout, stderr } = await shop.run(['redact', '--explain', '--config', 'own.yaml'], { stdin });
    expect(stdout).toBe(`${MAIL} ${KEY} [REDACTED:staff] salary: [REDACTED:sensitive]\n`);
    expect(stderr).toContain(' staff (staff, own): the pattern and luhn\n');
  });

  test('are those of the README', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../src/firewall/README.md'), 'utf8');
    const [, example = ''] = /```yaml\n(redaction:[\s\S]*?)```/.exec(readme) ?? [];
    writeFileSync(join(shop.directory, 'readme.yaml'), example);
    const stdin = `EMP-1234566 badge: 12345 baseSalary=5 any@docs.example support@Example.com ${MAIL}`;
    const { stdout, stderr } = await shop.run(['redact', '--config', 'readme.yaml'], { stdin });
    expect(stderr).toBe('');
    expect(stdout.replace(/:[0-9a-f]{4}\]/g, ']')).toBe(
      '[REDACTED:staff_number] badge: [REDACTED:badge] baseSalary=[REDACTED:sensitive] any@docs.example ' +
        'support@Example.com [REDACTED:email]',
    );
  });

  test('mistakes in them stop redact before anything is shown', async () => {
    writeFileSync(join(shop.directory, 'bad.yaml'), 'redaction: { detectors: { emial: false } }');
    for (const argv of [['redact'], ['detectors', 'list'], ['detectors', 'test'], ['config', 'check']]) {
      const { status, stdout, stderr } = await shop.run([...argv, '--config', 'bad.yaml'], { stdin: MAIL });
      expect([status, stdout]).toEqual([2, '']);
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('bad.yaml:1: redaction.detectors.emial: is not a detector'),
        hint: 'did you mean email?',
      });
    }
    const checked = await shop.run(['config', 'check', 'bad.yaml']);
    expect(checked.status).toBe(2);
  });

  test('equal values have equal marks, also in another run', async () => {
    writeFileSync(join(shop.directory, 'marks.yaml'), 'redaction: { pseudonyms: true }');
    const argv = ['redact', '--config', 'marks.yaml'];
    const { stdout } = await shop.run(argv, { stdin: `${MAIL} ${MAIL.toUpperCase()} x${MAIL}` });
    const [first, second, other] = stdout.split(' ');
    expect(first).toMatch(/^\[REDACTED:email:[0-9a-f]{4}\]$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect((await shop.run(argv, { stdin: MAIL })).stdout).toBe(first);
    const row = JSON.stringify({ who: MAIL });
    const piped = await shop.run(['pipe', '--input', 'ndjson', '--config', 'marks.yaml'], { stdin: row });
    expect(piped.stdout).toContain(`{"who":"${first}"}\n`);
  });
});

describe('detectors', () => {
  test('list tells which are on, and why', async () => {
    const { lines, status } = await shop.run(['detectors', 'list', '--config', 'own.yaml']);
    expect(status).toBe(0);
    const byName = new Map(lines.map((line) => [line['name'], line]));
    expect(byName.get('email')).toMatchObject({ group: 'personal', on: false, source: 'RFC 5321, RFC 6531' });
    expect(byName.get('iban')).toMatchObject({ group: 'financial', on: true });
    expect(byName.get('staff')).toMatchObject({ group: 'own', on: true, validates: 'the pattern and luhn' });
    expect(byName.size).toBe(lines.length);
    const table = await shop.run(['detectors', '-o', 'text']);
    expect(table.stdout).toMatch(/^detector +group +pack +state +validates +source\n/);
    expect((await shop.run(['detectors', '-o', 'json'])).stdout.startsWith('[{')).toBe(true);
  });

  test.each([
    ['words', ['test', 'mail', MAIL], {}],
    ['standard input', ['test', '-'], { stdin: `mail ${MAIL}` }],
    ['standard input when nothing is named', ['test'], { stdin: `mail ${MAIL}` }],
  ])('test: %s', async (_, words, options) => {
    const { lines, stdout, stderr, status } = await shop.run(['detectors', ...words], options);
    expect([status, stderr]).toEqual([0, '']);
    expect(lines).toEqual([
      expect.objectContaining({ type: 'email', detector: 'email', group: 'personal', line: 1, column: 6, byte: 5 }),
    ]);
    expect(stdout).not.toContain('ada');
  });

  test('test on a terminal', async () => {
    const { stdout } = await shop.run(['detectors', 'test', MAIL, '--no-color'], { isTty: true });
    expect(stdout).toMatch(/place +type +detector +group +validates\n1:1 +email +email +personal/);
    expect((await shop.run(['detectors', 'test', 'nothing'], { isTty: true })).stdout).toBe('nothing was found\n');
  });

  test('a misspelt subcommand', async () => {
    expect((await shop.run(['detectors', 'lsit'])).status).toBe(2);
  });
});
