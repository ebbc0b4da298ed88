// Tries the packed tarball's main commands on this Node, on 22 and on the newest LTS, each from npm's `node` packages.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installNode, NEWEST_LTS } from './install-node.mjs';

const NODES = ['22.23.3', NEWEST_LTS];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'akernel-nodes-'));

try {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT),
  );
  const prefix = join(folder, 'prefix');
  install(prefix, join(folder, filename));
  const program = join(prefix, 'node_modules/akernel/bin/akernel.js');
  for (const node of [process.execPath, ...NODES.map((version) => installNode(version, folder))]) {
    tryOn(node, program);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(prefix, what) {
  mkdirSync(prefix);
  run('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts', what]);
}

function tryOn(node, program) {
  const version = run(node, ['--version']).trim();
  const home = join(folder, `home-${version}`);
  mkdirSync(home);
  const akernel = (args, input = '') => {
    const env = { PATH: process.env.PATH, HOME: home };
    return execFileSync(node, [program, ...args], { cwd: home, env, input, encoding: 'utf8' });
  };
  const expectIn = (output, part) => {
    if (!output.includes(part)) {
      throw new Error(`Node.js ${version}: ${JSON.stringify(part)} is not in ${output.slice(0, 500)}`);
    }
  };
  // Twice: the second time the compiled code is there.
  for (const rows of [3, 300]) {
    const frames = akernel(['invoke', 'demo.customers', `rows=${rows}`, '--stream']);
    const { handle, status } = JSON.parse(frames.trimEnd().split('\n').at(-1));
    expectIn(status, 'completed');
    expectIn(akernel(['expand', handle.handle_id, '--fields', 'id', '--filter', 'id = 3']), '"id":3');
  }
  expectIn(akernel(['exec', '--', 'echo', 'mail ann@example.com']), 'mail [REDACTED:email]');
  expectIn(akernel(['pipe', '--budget', '600'], 'a line\n'.repeat(5000)), '[akernel] ');
  expectIn(akernel(['redact'], 'mail ann@example.com'), 'mail [REDACTED:email]');
  expectIn(akernel(['audit', 'verify']), 'true');
  expectIn(akernel(['help', 'config']), '# Config');
  expectIn(akernel(['doctor', '-o', 'text']), 'ok       compiled code: kept');
  process.stdout.write(`the package works on Node.js ${version}\n`);
}

function run(command, args, cwd = folder) {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
