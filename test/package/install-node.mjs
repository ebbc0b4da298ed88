import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export const NEWEST_LTS = '26.12.1';

/** Another Node, from npm's `node` packages, below a folder; installed unless it is there. Returns its program. */
export function installNode(version, folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, version);
  const program = join(prefix, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(prefix, { recursive: true });
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', prefix, ...flags, `${name}@${version}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return program;
}
