import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

const LISTEN = ['--listen', '0.0.0.0:8443', '--tls-cert', 'my $cert 100%.pem', '--tls-key', 'key.pem'];

describe('a systemd unit', () => {
  test('starts the program with the same flags, its paths absolute and quoted as systemd reads them', async () => {
    const box = sandbox();
    const { status, stdout } = await box.inside([
      'serve',
      '--print-unit',
      ...LISTEN,
      '--as',
      'ann',
      '--config',
      'c.json',
    ]);
    expect(status).toBe(0);
    const command = /^ExecStart=(.*)$/m.exec(stdout)?.[1];
    expect(command).toBe(
      `${process.execPath} ${PROGRAM} --config ${box.directory}/c.json serve --listen 0.0.0.0:8443 ` +
        `--tls-cert "${box.directory}/my $$cert 100%%.pem" --tls-key ${box.directory}/key.pem --as ann`,
    );
  });

  test('is one that systemd takes without a word', async () => {
    const box = sandbox();
    const { stdout } = await box.inside(['serve', '--print-unit', '--listen', 'unix:akernel.sock']);
    const file = join(box.directory, 'akernel.service');
    writeFileSync(file, stdout);
    const verified = await promisify(execFile)('systemd-analyze', ['verify', file]);
    expect(verified).toEqual({ stdout: '', stderr: '' });
  });
});

describe('a Containerfile', () => {
  const commandIn = (text: string): unknown => JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? '');

  test('serves to others with a certificate, unless another place is named', async () => {
    const box = sandbox();
    const { stdout } = await box.inside(['serve', '--print-containerfile']);
    const inside = ['--tls-cert', '/etc/akernel/tls.crt', '--tls-key', '/etc/akernel/tls.key'];
    expect(commandIn(stdout)).toEqual(['serve', '--listen', '0.0.0.0:8443', ...inside]);
    const other = await box.inside(['serve', '--print-containerfile', ...LISTEN, '--allow-host', 'kernel.example.org']);
    expect(commandIn(other.stdout)).toEqual([
      'serve',
      ...LISTEN.slice(0, 2),
      '--allow-host',
      'kernel.example.org',
      ...LISTEN.slice(2),
    ]);
    const { stdout: socket } = await box.inside([
      'serve',
      '--print-containerfile',
      '--listen',
      'unix:/run/akernel.sock',
    ]);
    expect(commandIn(socket)).toEqual(['serve', '--listen', 'unix:/run/akernel.sock']);
  });
});

test('one of the two is printed at a time', async () => {
  const { status, stderr } = await sandbox().inside(['serve', '--print-unit', '--print-containerfile']);
  expect([status, JSON.parse(stderr).error.code]).toEqual([2, 'USAGE']);
});
