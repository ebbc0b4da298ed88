import { execFileSync } from 'node:child_process';

/** The end-to-end tests run the built program, so it is built from the sources under test, once. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build:code'], { stdio: 'inherit' });
}
